// What each world owns, beside what was timed.
#include "harness/report/memory_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/report/block.hpp"
#include "harness/report/table.hpp"
#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string row_of(const std::string& strategy, const Result& result) {
  const std::string text = memory_table(blocks_of(result).front(), 120, false);
  const std::size_t row = text.find(strategy + ' ');
  return row == std::string::npos ? "" : text.substr(row, text.find('\n', row) - row);
}

TEST(MemoryTable, it_tells_the_parts_the_peak_the_overhead_and_the_allocations) {
  Result result = sample_result();
  CaseResult& entry = result.cases.at(1);
  entry.memory = MemoryResult{16'000'000, 12'000'000, 3'000'000, 31'000'000, 31.0, 0.25, 47'000'000, 2'000'000};
  const std::string row = row_of(entry.strategy, result);
  for (const char* figure : {"16.0 MB", "12.0 MB", " 3.0 MB", "31.0 MB", "47.0 MB", " 2.0 MB", "0.250"})
    EXPECT_THAT(row, HasSubstr(figure));
  entry.memory->allocations_per_frame = 0.0;
  EXPECT_THAT(row_of(entry.strategy, result), testing::EndsWith(" 0"));
}

TEST(MemoryTable, what_is_not_known_is_not_zero) {
  Result result = sample_result();
  CaseResult& entry = result.cases.at(1);
  entry.memory = MemoryResult{};
  EXPECT_THAT(row_of(entry.strategy, result), AllOf(HasSubstr("n/a"), Not(HasSubstr("0"))));
}

TEST(MemoryTable, it_is_not_there_where_nobody_knows) {
  Result result = sample_result();
  for (CaseResult& entry : result.cases) entry.memory.reset();
  EXPECT_EQ(memory_table(blocks_of(result).front(), 120, false), "");
}

TEST(MemoryTable, it_is_shown_to_who_wants_all) {
  const Result result = sample_result();
  const Block block = blocks_of(result).front();
  EXPECT_THAT(table(block, result, {.width = 120, .colour = false, .detailed = true}), HasSubstr("peak"));
  EXPECT_THAT(table(block, result, {.width = 120, .colour = false, .detailed = false}), Not(HasSubstr("peak")));
}

}  // namespace
}  // namespace ecsbench
