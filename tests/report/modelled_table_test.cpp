// The modelled misses of a block as a table.
#include "harness/report/modelled_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/report/block.hpp"
#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string table_of(const Result& result, std::size_t width = 100) {
  return modelled_table(blocks_of(result).front(), width, false);
}

Result with_reason(const std::string& reason) {
  Result result = sample_result();
  for (CaseResult& entry : result.cases) {
    entry.modelled_per_entity = {};
    entry.modelled_per_entity.reason = reason;
  }
  return result;
}

Result modelled_result() {
  Result result = with_reason("it is not among the traced cases");
  ModelledResult& modelled = result.cases.front().modelled_per_entity;
  modelled = {6.0, 0.25, 0.2512, 0.24, 0.0, "L1 32 KiB 8 ways", true, ""};
  return result;
}

std::string row_of(const std::string& text, const std::string& strategy) {
  const std::size_t row = text.find(strategy);
  return row == std::string::npos ? "" : text.substr(row, text.find('\n', row) - row);
}

TEST(ModelledTable, it_is_not_there_where_nobody_asked) {
  EXPECT_EQ(table_of(with_reason(std::string(kCacheModelOff))), "");
  EXPECT_EQ(table_of(with_reason("")), "") << "a file of an older program";
}

TEST(ModelledTable, it_shows_counts_by_the_match_and_what_was_modelled) {
  const Result result = modelled_result();
  const std::string text = table_of(result);
  EXPECT_THAT(row_of(text, result.cases.front().strategy),
              AllOf(HasSubstr("6.00"), HasSubstr("0.250"), HasSubstr("0.251"), HasSubstr("0.240"), HasSubstr("0")));
  EXPECT_THAT(text, AllOf(HasSubstr("per match"), HasSubstr("L1 32 KiB 8 ways; no prefetcher")));
  EXPECT_THAT(text, Not(HasSubstr("counted"))) << "nothing counts here";
}

TEST(ModelledTable, a_case_without_a_model_says_why_below) {
  EXPECT_THAT(table_of(modelled_result()), AllOf(HasSubstr("n/a¹"), HasSubstr("¹ it is not among the traced cases")));
}

TEST(ModelledTable, what_the_processor_counted_stands_beside) {
  Result result = modelled_result();
  CountersResult& counted = result.cases.front().counters_per_entity;
  counted.available = true;
  counted.l1d_misses = 0.0625;
  counted.llc_misses = 0.03;
  const std::string text = table_of(result);
  EXPECT_THAT(row_of(text, result.cases.front().strategy), AllOf(HasSubstr("0.0625"), HasSubstr("0.0300")));
  EXPECT_THAT(text, HasSubstr("counted"));
}

TEST(ModelledTable, where_no_case_has_a_model_one_line_says_why) {
  EXPECT_EQ(table_of(with_reason("ecsbench-traced is not there")),
            "\n  cache model: n/a (ecsbench-traced is not there)\n");
}

TEST(ModelledTable, it_fits_eighty_columns) {
  Result result = modelled_result();
  result.cases.front().counters_per_entity.available = true;
  result.cases.front().modelled_per_entity.caches =
      "L1 32 KiB 8 ways (assumed), L2 1 MiB 8 ways (assumed), L3 32 MiB 16 ways (assumed)";
  const std::string text = table_of(result, 80);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    std::size_t letters = 0;
    for (std::size_t at = begin; at < end; ++at) letters += (static_cast<unsigned char>(text[at]) & 0xC0u) != 0x80u;
    EXPECT_LE(letters, 80u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

}  // namespace
}  // namespace ecsbench
