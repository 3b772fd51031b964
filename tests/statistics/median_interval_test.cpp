// Ranks against the tables of the sign test, coverage by simulation.
#include "harness/statistics/median_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {
namespace {

constexpr Confidence kOne{0.95, 1};

std::vector<double> one_to(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(MedianInterval, thirty_values_are_bounded_by_the_10th_and_the_21st) {
  EXPECT_EQ(median_interval_rank(30, kOne), 10u);
  EXPECT_EQ(median_interval(one_to(30), kOne), (Interval{10, 21}));
}

// Ranks from the tables of the sign test, two-sided, 5 %.
TEST(MedianInterval, ranks_are_those_of_the_sign_test_tables) {
  EXPECT_EQ(median_interval_rank(6, kOne), 1u);
  EXPECT_EQ(median_interval_rank(8, kOne), 1u);
  EXPECT_EQ(median_interval_rank(9, kOne), 2u);
  EXPECT_EQ(median_interval_rank(10, kOne), 2u);
  EXPECT_EQ(median_interval_rank(20, kOne), 6u);
  EXPECT_EQ(median_interval_rank(25, kOne), 8u);
  EXPECT_EQ(median_interval_rank(100, kOne), 40u);
}

TEST(MedianInterval, five_values_are_too_few_for_95_percent) {
  EXPECT_EQ(median_interval_rank(5, kOne), std::nullopt);
  EXPECT_EQ(median_interval_rank(0, kOne), std::nullopt);
  EXPECT_EQ(median_interval(one_to(5), kOne), std::nullopt);
}

std::size_t values_needed_for(std::size_t statements) {
  std::size_t count = 1;
  while (!median_interval_rank(count, Confidence{0.95, statements})) ++count;
  return count;
}

TEST(MedianInterval, more_statements_at_once_need_more_values) {
  EXPECT_EQ(values_needed_for(1), 6u);
  EXPECT_EQ(values_needed_for(2), 7u);
  EXPECT_EQ(values_needed_for(3), 7u);
  EXPECT_EQ(values_needed_for(5), 8u);
  EXPECT_EQ(values_needed_for(7), 9u);
  EXPECT_EQ(values_needed_for(9), 9u);
}

TEST(MedianInterval, five_thousand_values_neither_vanish_nor_overflow) {
  // Normal approximation: n / 2 - 1.96 * sqrt(n) / 2, rounded down, plus one.
  const auto rank = median_interval_rank(5000, kOne);
  ASSERT_TRUE(rank);
  EXPECT_NEAR(static_cast<double>(*rank), 2500 - 1.96 * std::sqrt(5000.0) / 2, 1.0);
}

TEST(MedianInterval, the_estimate_keeps_its_median_where_the_interval_is_missing) {
  const auto estimate = estimate_median(one_to(3), kOne);
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->median, 2);
  EXPECT_EQ(estimate->interval, std::nullopt);
}

TEST(MedianInterval, nothing_is_estimated_from_no_value_or_from_nan) {
  std::vector<double> values = one_to(30);
  values[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(estimate_median(values, kOne));
  EXPECT_FALSE(estimate_median({}, kOne));
  EXPECT_EQ(median_interval(values, kOne), std::nullopt);
}

// Frame times are skewed to the right: exp of a normal value. Its median is 1.
TEST(MedianInterval, covers_the_median_of_skewed_data_as_often_as_promised) {
  constexpr int kRuns = 4000;
  std::mt19937_64 random(20240611);
  std::lognormal_distribution<double> skewed(0.0, 1.0);
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> values(30);
    for (double& value : values) value = skewed(random);
    const auto interval = median_interval(values, kOne);
    ASSERT_TRUE(interval);
    covered += interval->low <= 1.0 && 1.0 <= interval->high ? 1 : 0;
  }
  const double share = static_cast<double>(covered) / kRuns;
  EXPECT_GE(share, 0.95);   // exactly 95.7 % for 30 values; four standard errors are 1.3 %
  EXPECT_LE(share, 0.975);  // and it is not needlessly wide
}

}  // namespace
}  // namespace ecsbench::statistics
