// Drift over rounds on made-up series.
#include "harness/statistics/trend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "harness/statistics/dice.hpp"

namespace ecsbench::statistics {
namespace {

using Values = std::vector<double>;

Values rising(int rounds, double by) {
  Values times;
  for (int round = 0; round < rounds; ++round) times.push_back(100 * std::pow(1 + by, round / (rounds - 1.0)));
  return times;
}

TEST(Trend, a_steady_rise_is_read_exactly_from_end_to_end) {
  EXPECT_NEAR(relative_drift(rising(30, 0.05)).value(), 0.05, 1e-9);
  EXPECT_NEAR(relative_drift(rising(30, -0.05)).value(), -0.05, 1e-9);
}

TEST(Trend, a_level_series_has_none) {
  EXPECT_EQ(relative_drift(Values(30, 7)).value(), 0);
}

TEST(Trend, wild_rounds_have_no_say) {
  Values times = rising(30, 0.05);
  for (const std::size_t round : {3U, 11U, 12U, 28U}) times[round] *= 50;
  EXPECT_NEAR(relative_drift(times).value(), 0.05, 0.01);
}

TEST(Trend, noise_without_a_trend_reads_as_next_to_none) {
  Dice dice(7);
  Values times;
  for (int round = 0; round < 200; ++round) times.push_back(std::exp(0.01 * dice.normal()));
  EXPECT_NEAR(relative_drift(times).value(), 0, 0.01);
}

TEST(Trend, a_long_series_is_condensed_and_reads_the_same) {
  EXPECT_NEAR(relative_drift(rising(100'000, 0.05)).value(), 0.05, 0.001);
}

TEST(Trend, there_is_none_for_few_rounds_or_for_what_is_no_time) {
  EXPECT_FALSE(relative_drift(Values{1, 2, 3, 4, 5}));
  EXPECT_TRUE(relative_drift(Values{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(relative_drift(Values{1, 2, 3, 0, 5, 6}));
  EXPECT_FALSE(relative_drift(Values{1, 2, 3, std::numeric_limits<double>::infinity(), 5, 6}));
}

}  // namespace
}  // namespace ecsbench::statistics
