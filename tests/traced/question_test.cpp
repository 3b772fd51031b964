#include "harness/traced/question.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ecsbench {
namespace {

TracedQuestion sample() {
  return {"archetype",
          "move/same-order",
          {1'000'000, 42, 1, {{"stride", 7919}, {"share", 0.1}}},
          {{32'768, 64, 8}, {1'048'576, 64, 8}},
          200'000'000};
}

TEST(TracedQuestion, reads_back_from_its_words) {
  const TracedQuestion asked = sample();
  const auto read = question_of(words_of(asked));
  ASSERT_TRUE(read);
  EXPECT_EQ(words_of(*read), words_of(asked));
  EXPECT_EQ(read->params.axes, asked.params.axes);
  EXPECT_EQ(read->params.entities, 1'000'000U);
  EXPECT_EQ(read->caches.size(), 2U);
  EXPECT_EQ(read->most_accesses, 200'000'000U);
}

TEST(TracedQuestion, what_is_none_is_refused) {
  const std::vector<std::string> good = words_of(sample());
  const std::vector<std::pair<std::size_t, std::string>> faults = {
      {2, "many"},  {2, "-1"},        {3, ""},           {4, "1x"},        {5, ""},
      {5, "32768"}, {5, "32768:64:"}, {5, "32768:0:8"},  {5, "64:64:2"},   {5, "32768:64:8,65536:128:8"},
      {6, "1e6"},   {7, "stride"},    {7, "stride=far"}, {5, "32768:64:0"}};
  for (const auto& [at, word] : faults) {
    std::vector<std::string> bad = good;
    bad[at] = word;
    EXPECT_FALSE(question_of(bad)) << at << " " << word;
  }
  EXPECT_FALSE(question_of({}));
  EXPECT_FALSE(question_of({good.begin(), good.begin() + 6}));
}

TEST(TracedAnswer, reads_back_from_its_text) {
  const TracedAnswer counts{"", "0123456789abcdef", 5'000'012, 250'004, {250'004, 250'003, 0}};
  const auto read = answer_of(text_of(counts));
  ASSERT_TRUE(read);
  EXPECT_EQ(text_of(*read), text_of(counts));
  EXPECT_EQ(read->misses, counts.misses);
  const auto none = answer_of("n/a it threw: no memory\n");
  ASSERT_TRUE(none);
  EXPECT_EQ(none->reason, "it threw: no memory");
}

TEST(TracedAnswer, what_is_cut_off_or_of_another_form_is_none) {
  for (const std::string text :
       {"", "\n", "n/a \n", "digest a accesses 1 lines 2 misses 3", "digest a accesses 1 lines 2 misses\n",
        "digest a accesses x lines 2 misses 3\n", "digest a accesses 1 lines 2 hits 3\n",
        "digest a accesses 9 lines 2 misses 3 4\n", "digest a accesses 9 lines 2 misses 3 -1\n", "hello world\n"}) {
    EXPECT_FALSE(answer_of(text)) << text;
  }
}

}  // namespace
}  // namespace ecsbench
