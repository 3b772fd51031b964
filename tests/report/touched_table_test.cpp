// What must be touched, beside what was timed.
#include "harness/report/touched_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/report/block.hpp"
#include "harness/report/table.hpp"
#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;
using testing::HasSubstr;
using testing::Not;

TEST(TouchedTable, it_tells_bytes_and_lines_by_the_match_bandwidth_and_share_of_peak) {
  Result result = sample_result();
  CaseResult& entry = result.cases.front();
  entry.matched = 1000;
  entry.per = "match";
  entry.predicted = {24'000.0, 375.0, 51.5, 64.0};
  const std::string text = touched_table(blocks_of(result).front(), 100, false);
  const std::size_t row = text.find(entry.strategy);
  ASSERT_NE(row, std::string::npos) << text;
  const std::string line = text.substr(row, text.find('\n', row) - row);
  for (const char* figure : {"24.0", "0.375", "51.5", "64.0"}) EXPECT_THAT(line, HasSubstr(figure));
}

TEST(TouchedTable, it_is_not_there_where_nobody_knows) {
  Result result = sample_result();
  for (CaseResult& entry : result.cases) entry.predicted = {};
  EXPECT_EQ(touched_table(blocks_of(result).front(), 100, false), "");
}

TEST(TouchedTable, it_is_shown_to_who_wants_all) {
  const Result result = sample_result();
  const Block block = blocks_of(result).front();
  EXPECT_THAT(table(block, result, {.width = 100, .colour = false, .detailed = true}), HasSubstr("must touch"));
  EXPECT_THAT(table(block, result, {.width = 100, .colour = false, .detailed = false}), Not(HasSubstr("must touch")));
}

}  // namespace
}  // namespace ecsbench
