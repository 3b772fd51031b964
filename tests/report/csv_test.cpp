#include "harness/report/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;

// Fields of one record, quotes undone.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool within = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (within && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      within = !within;
    } else if (line[i] == ',' && !within) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

std::vector<std::vector<std::string>> records_of(const Result& result) {
  std::istringstream lines(to_csv(result));
  std::vector<std::vector<std::string>> records;
  for (std::string line; std::getline(lines, line);) records.push_back(fields_of(line));
  return records;
}

std::string field(const Result& result, std::size_t row, const std::string& column) {
  const auto records = records_of(result);
  const auto& head = records.front();
  const auto place = std::find(head.begin(), head.end(), column) - head.begin();
  return records.at(row + 1).at(static_cast<std::size_t>(place));
}

TEST(Csv, has_one_row_a_case_and_equal_fields_in_each) {
  const auto records = records_of(sample_result());
  ASSERT_EQ(records.size(), sample_result().cases.size() + 1);
  for (const auto& record : records) EXPECT_EQ(record.size(), records.front().size());
}

TEST(Csv, keeps_names_with_commas_and_quotes_whole) {  // H106
  Result result = sample_result();
  result.cases[1].strategy = "view<A, \"B\">";
  EXPECT_EQ(field(result, 1, "strategy"), "view<A, \"B\">");
}

TEST(Csv, leaves_what_was_not_measured_empty) {  // H027
  Result result = sample_result();
  result.cases[0].frame_ns.median = std::numeric_limits<double>::infinity();
  EXPECT_EQ(field(result, 0, "frame_median_ns"), "");
  EXPECT_EQ(field(result, 0, "total_bytes"), "");
  EXPECT_EQ(field(result, 7, "frame_p99_ns"), "");
}

// A number format as a German user's: decimal comma, points between thousands.
struct GermanDigits : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Csv, peak_overhead_and_allocations_have_their_columns) {
  Result result = sample_result();
  result.cases.resize(1);
  result.cases[0].memory = MemoryResult{1, 2, 3, 6, 0.5, 0.25, 9, 4};
  const auto value_of = [&](const std::string& column) {
    const auto records = records_of(result);
    const auto at = std::find(records[0].begin(), records[0].end(), column) - records[0].begin();
    return records[1].at(static_cast<std::size_t>(at));
  };
  EXPECT_EQ(value_of("peak_bytes"), "9");
  EXPECT_EQ(value_of("allocator_overhead_bytes"), "4");
  EXPECT_EQ(value_of("allocations_per_frame"), "0.25");
  result.cases[0].memory = MemoryResult{};
  EXPECT_EQ(value_of("peak_bytes"), "");
  EXPECT_EQ(value_of("payload_bytes"), "");
}

TEST(Csv, the_locale_plays_no_part) {  // H074
  Result result = sample_result();
  result.cases[0].params = {{"stride", 7919}, {"share", 0.1}};
  const std::string before = to_csv(result);
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new GermanDigits));
  const std::string text = to_csv(result);
  std::locale::global(old);
  EXPECT_EQ(text, before);
}

TEST(Csv, holds_the_ends_of_tails_and_the_shares_over_budgets) {
  const Result result = sample_result();
  EXPECT_EQ(field(result, 0, "over_6.94_ms"), "0.25");
  EXPECT_EQ(field(result, 0, "over_16.67_ms"), "0");
  EXPECT_EQ(field(result, 0, "over_8.33_ms_ci_high"), "0.0052");
  EXPECT_EQ(field(result, 0, "p99_to_p50_ci_low"), "1.09");
  EXPECT_EQ(field(result, 0, "outliers_in_disturbed_rounds"), "9");
  EXPECT_NE(field(result, 0, "frame_p99_ci_high_ns"), "");
  EXPECT_EQ(field(result, 7, "frame_p99_ci_high_ns"), "");
}

TEST(Csv, writes_parameters_as_one_field) {
  Result result = sample_result();
  result.cases[0].params = {{"stride", 7919}, {"share", 0.1}};
  EXPECT_EQ(field(result, 0, "params"), "stride=7919;share=0.1");
}

}  // namespace
}  // namespace ecsbench
