// The tails of a block as tables.
#include "harness/report/tails_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "harness/report/block.hpp"
#include "harness/report/table.hpp"
#include "harness/report/text.hpp"
#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;
using testing::HasSubstr;
using testing::Not;

std::string table_of(const Result& result, std::size_t width = 100) {
  return tails_table(blocks_of(result).front(), width, false);
}

TEST(TailsTable, has_this_shape) {
  Result result = sample_result();
  result.cases = {result.cases[1], result.cases[4], result.cases[7]};
  EXPECT_EQ(table_of(result), R"(
                      p95            95 %     p99            95 %      max    p99 /          95 %
  tails                ms         approx.      ms         approx.       ms   median       approx.
  ───────────────────────────────────────────────────────────────────────────────────────────────
  archetype         0.649   0.643 – 0.661   0.686   0.674 – 0.711    0.865     1.11   1.09 – 1.15
  sparse_set        1.921   1.903 – 1.958    n/a¹            n/a¹    2.562     n/a¹          n/a¹
  boxed_scattered    n/a²            n/a²    n/a¹            n/a¹   17.377     n/a¹          n/a¹
  ¹ p99 needs 368 steady frames: a larger --time-budget gives them
  ² p95 needs 72 steady frames: a larger --time-budget gives them

                    over 16.67    over 8.33    over 6.94   outliers            in disturbed
  frames                 ms, %        ms, %        ms, %       mild   severe         rounds
  ─────────────────────────────────────────────────────────────────────────────────────────
  archetype         0 (0–0.52)   0 (0–0.52)   25 (20–31)         12        4          9 (3)
  sparse_set        0 (0–0.52)   0 (0–0.52)   25 (20–31)         12        4          9 (3)
  boxed_scattered   0 (0–0.52)   0 (0–0.52)   25 (20–31)         12        4          9 (3)
)");
}

TEST(TailsTable, says_why_something_is_missing) {
  Result result = sample_result();
  FrameResult& frame = result.cases.front().frame_ns;
  frame.group_size = 8;
  frame.p95.reset();
  frame.p99.reset();
  frame.max.reset();
  frame.p99_to_p50 = {};
  frame.over_budget.clear();
  EXPECT_THAT(table_of(result), HasSubstr("timed in groups, whose means hide the tail"));
  frame = sample_result().cases.front().frame_ns;
  frame.p95_ends = {};
  EXPECT_THAT(table_of(result), HasSubstr("an interval needs at least 6 rounds"));
}

TEST(TailsTable, fits_the_width_asked_for) {
  Result result = sample_result();
  for (CaseResult& entry : result.cases) {
    for (OverBudgetResult& over : entry.frame_ns.over_budget) over = {over.budget_ms, 0.0047, {0.00047, 0.0147}};
  }
  for (const std::size_t width : {80u, 100u}) {
    std::istringstream lines(table_of(result, width));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
  }
  EXPECT_THAT(table_of(result, 80), HasSubstr("± %"));
}

TEST(TailsTable, is_shown_to_who_wants_all) {
  const Result result = sample_result();
  const Block block = blocks_of(result).front();
  EXPECT_THAT(table(block, result, {.width = 100, .colour = false, .detailed = true}), HasSubstr("over 16.67"));
  EXPECT_THAT(table(block, result, {.width = 100, .colour = false, .detailed = false}), Not(HasSubstr("over 16.67")));
}

TEST(TailsTable, is_not_there_without_a_time) {
  Result result = sample_result();
  for (CaseResult& entry : result.cases) entry.frame_ns.median.reset();
  EXPECT_EQ(table_of(result), "");
}

}  // namespace
}  // namespace ecsbench
