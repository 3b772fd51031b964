// The counters of a block as a table.
#include "harness/report/counted_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "harness/report/block.hpp"
#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;

std::string table_of(const Result& result, std::size_t width = 100) {
  return counted_table(blocks_of(result).front(), width, false);
}

Result counted_result() {
  Result result = sample_result();
  CountersResult& counted = result.cases.front().counters_per_entity;
  counted.available = true;
  counted.cycles = 0.84;
  counted.instructions = 1.26;
  counted.l1d_misses = 0.25;
  counted.share_counted = 0.5;
  return result;
}

TEST(CountedTable, it_is_not_there_where_nothing_was_counted) {
  EXPECT_EQ(table_of(sample_result()), "");
}

TEST(CountedTable, it_shows_counts_by_the_match_and_the_share_of_time) {
  const Result result = counted_result();
  const std::string text = table_of(result);
  const std::size_t row = text.find(result.cases.front().strategy);
  ASSERT_NE(row, std::string::npos) << text;
  const std::string line = text.substr(row, text.find('\n', row) - row);
  EXPECT_NE(line.find("1.26"), std::string::npos) << text;
  EXPECT_NE(line.find("0.840"), std::string::npos) << text;
  EXPECT_NE(line.find("1.50"), std::string::npos) << "instructions per cycle: " << text;
  EXPECT_NE(line.find("n/a"), std::string::npos) << "what was not counted: " << text;
  EXPECT_NE(line.find("50 %"), std::string::npos) << text;
}

TEST(CountedTable, it_fits_eighty_columns) {
  const std::string text = table_of(counted_result(), 80);
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
