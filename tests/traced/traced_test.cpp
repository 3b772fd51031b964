// What the traced program says of the real strategies: known answers, the same in every run, and about the work that is timed.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/run/cache_modelling.hpp"
#include "harness/commands/run/output_of.hpp"
#include "harness/traced/question.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;
const std::vector<CacheGeometry> kCaches = {{32'768, 64, 8}, {1'048'576, 64, 8}, {33'554'432, 64, 16}};

std::string said_about(std::string_view strategy, std::string_view workload, std::uint64_t entities,
                       std::uint64_t most_accesses = 1'000'000'000) {
  TracedQuestion question{std::string(strategy), std::string(workload), {}, kCaches, most_accesses};
  question.params.entities = entities;
  std::vector<std::string> words = words_of(question);
  words.insert(words.begin(), ECSBENCH_TRACED);
  return output_of(words).output;
}

TracedAnswer answer_about(std::string_view strategy, std::string_view workload, std::uint64_t entities = kMillion) {
  const std::string text = said_about(strategy, workload, entities);
  const auto answer = answer_of(text);
  EXPECT_TRUE(answer && answer->reason.empty()) << strategy << " on " << workload << ": " << text;
  return answer && answer->reason.empty() ? *answer : TracedAnswer{"", "", 0, 0, {0, 0, 0}};
}

// By the entity, in L1.
double missed(std::string_view strategy, std::string_view workload) {
  return static_cast<double>(answer_about(strategy, workload).misses[0]) / static_cast<double>(kMillion);
}

// Two arrays of 8 bytes an entity, in order: 2 x 8 / 64 of a line each; they fit L3, and not L2.
TEST(Traced, arrays_in_order_miss_a_quarter_of_a_line_an_entity) {
  for (const std::string_view strategy : {"limit", "archetype", "sparse_set"}) {
    const TracedAnswer answer = answer_about(strategy, "move/same-order");
    for (const std::uint64_t lines : {answer.lines, answer.misses[0], answer.misses[1]}) {
      EXPECT_GE(lines, kMillion / 4) << strategy;
      EXPECT_LE(lines, kMillion / 4 + 100) << strategy;
    }
    EXPECT_EQ(answer.misses[2], 0U) << strategy;
    EXPECT_GE(answer.accesses, 6 * kMillion) << strategy << ": four loads and two stores";
    EXPECT_LE(answer.accesses, 6 * kMillion + 1000) << strategy;
  }
}

TEST(Traced, what_fits_a_cache_misses_only_above_it) {
  const TracedAnswer answer = answer_about("archetype", "move/same-order", 20'000);  // 320 kB
  EXPECT_GE(answer.misses[0], 5000U);
  EXPECT_EQ(answer.misses[1], 0U);
  const TracedAnswer small = answer_about("archetype", "move/same-order", 1000);  // 16 kB
  EXPECT_EQ(small.misses[0], 0U);
  EXPECT_GE(small.lines, 250U);
}

TEST(Traced, out_of_order_a_look_up_misses_a_line_of_its_own) {
  EXPECT_LE(missed("archetype", "move/shuffled"), 0.26);
  const double gather = missed("gather", "move/shuffled"), sparse_set = missed("sparse_set", "move/shuffled");
  EXPECT_GE(gather, 1.0);
  EXPECT_GE(sparse_set, gather);
  EXPECT_GE(missed("boxed", "move/shuffled"), sparse_set);
}

TEST(Traced, a_box_is_a_line_or_more) {
  EXPECT_GE(missed("boxed_scattered", "move/same-order"), 1.0);
  EXPECT_LE(missed("boxed_scattered", "move/same-order"), 2.0);
}

// Environment and arguments lie above the stack and push it to another place; where the system puts pages is its own affair.
TEST(Traced, two_runs_agree_to_the_last_digit) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"reactive", "move/shuffled"}, {"boxed_scattered", "move/ten-percent"}, {"archetype", "spawn/in-order"}};
  for (const auto& [strategy, workload] : cases) {
    const std::string first = said_about(strategy, workload, 100'000);
    for (const std::string& padding : {std::string(1, 'x'), std::string(1000, 'x'), std::string(5001, 'x')}) {
      ::setenv("PADDING", padding.c_str(), 1);
      EXPECT_EQ(said_about(strategy, workload, 100'000), first) << strategy << " on " << workload;
    }
    ::unsetenv("PADDING");
  }
}

TEST(Traced, every_case_that_is_timed_is_traced_and_does_the_same_work) {
  Params params;
  params.entities = 1000;
  std::map<std::string, int> cases_of;
  for (const Case& entry : catalogue().cases) {
    if (!entry.make) continue;
    const auto trial = entry.make(params);
    trial->build();
    const TracedAnswer answer = answer_about(entry.strategy, entry.workload, params.entities);
    EXPECT_EQ(answer.digest, hex_digits(trial->verify().digest)) << entry.strategy << " on " << entry.workload;
    ++cases_of[entry.strategy];
  }
  EXPECT_EQ(cases_of.size(), 12U) << "eleven strategies and the reference";
}

TEST(Traced, a_frame_that_is_too_long_has_a_reason_and_no_counts) {
  EXPECT_EQ(said_about("archetype", "move/same-order", 1000, 5000),
            "n/a a frame, or what is laid out for it, makes more than 5000 accesses\n");
}

TEST(Traced, a_case_that_is_unknown_has_a_reason_and_a_word_that_is_none_an_exit_code) {
  EXPECT_EQ(said_about("boxed", "spawn/bulk", 1000), "n/a it is not among the traced cases\n");
  EXPECT_EQ(said_about("nobody", "move/same-order", 1000), "n/a it is not among the traced cases\n");
  EXPECT_EQ(output_of({ECSBENCH_TRACED, "archetype"}).code, 2);
}

class ModelledFrame : public testing::Test {
 protected:
  ModelledResult by(const std::string& program, const std::string& digest = "") {
    CacheModelRules rules = cache_model_rules({});
    rules.program = program;
    Params params;
    params.entities = 1000;
    return modelled_frame(rules, {"archetype", "move/same-order", nullptr, ""}, params, digest);
  }
};

TEST_F(ModelledFrame, holds_the_counts_and_says_what_was_modelled) {
  const TracedAnswer answer = answer_about("archetype", "move/same-order", 1000);
  const ModelledResult modelled = by(ECSBENCH_TRACED, answer.digest);
  EXPECT_TRUE(modelled.available);
  EXPECT_EQ(modelled.reason, "");
  EXPECT_EQ(modelled.accesses, static_cast<double>(answer.accesses));
  EXPECT_EQ(modelled.lines, static_cast<double>(answer.lines));
  EXPECT_EQ(modelled.l1d_misses, 0.0);
  EXPECT_EQ(modelled.l3_misses, 0.0);
  EXPECT_EQ(modelled.caches, "L1 32 KiB 8 ways (assumed), L2 1 MiB 8 ways (assumed), L3 32 MiB 16 ways (assumed)");
}

TEST_F(ModelledFrame, other_work_than_was_timed_is_no_count) {
  const ModelledResult modelled = by(ECSBENCH_TRACED, "0123456789abcdef");
  EXPECT_FALSE(modelled.available);
  EXPECT_FALSE(modelled.l1d_misses);
  EXPECT_EQ(modelled.reason, "the traced build did other work than the timed one");
}

TEST_F(ModelledFrame, a_program_that_is_missing_fails_or_talks_of_something_else_is_a_reason) {
  EXPECT_EQ(by("/nowhere/ecsbench-traced").reason, "ecsbench-traced is not there: a sanitizer's build has none");
  EXPECT_EQ(by("/bin/false").reason, "the traced program ended with exit code 1");
  EXPECT_EQ(by("/bin/echo").reason, "the answer of the traced program was not understood: is it of another version?");
  EXPECT_FALSE(by("/bin/echo").available);
}

TEST_F(ModelledFrame, nobody_asked_is_a_reason_too) {
  EXPECT_EQ(modelled_frame({}, {}, {}, "").reason, kCacheModelOff);
}

}  // namespace
}  // namespace ecsbench
