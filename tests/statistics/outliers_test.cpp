// Tukey's fences on made-up times.
#include "harness/statistics/outliers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ecsbench::statistics {
namespace {

using Values = std::vector<double>;

// Eight logarithms from 0 to 0.7 and one more.
Values with_last(double log_time) {
  Values times;
  for (int i = 0; i < 8; ++i) times.push_back(std::exp(0.1 * i));
  times.push_back(std::exp(log_time));
  return times;  // Q1 = 0.2, Q3 = 0.6, IQR = 0.4: mild from 1.2, severe from 1.8
}

TEST(Outliers, are_mild_beyond_one_and_a_half_iqr_and_severe_beyond_three) {
  EXPECT_EQ(outliers(with_last(1.19)), (Outliers{0, 0}));
  EXPECT_EQ(outliers(with_last(1.21)), (Outliers{1, 0}));
  EXPECT_EQ(outliers(with_last(1.79)), (Outliers{1, 0}));
  EXPECT_EQ(outliers(with_last(1.81)), (Outliers{0, 1}));
}

TEST(Outliers, are_found_on_the_quick_side_too) {
  EXPECT_EQ(outliers(Values{100, 101, 102, 103, 104, 105, 106, 1}), (Outliers{0, 1}));
}

TEST(Outliers, the_unit_plays_no_part) {
  Values in_ms = with_last(1.81);
  for (double& time : in_ms) time *= 1e-6;
  EXPECT_EQ(outliers(in_ms), (Outliers{0, 1}));
}

TEST(Outliers, a_tick_of_the_clock_is_none) {
  Values times(100, 1000);
  times[3] = 1001;
  EXPECT_EQ(outliers(times), (Outliers{0, 0}));
  times[3] = 1020;
  EXPECT_EQ(outliers(times), (Outliers{0, 1}));
}

TEST(Outliers, there_is_no_answer_for_what_is_no_time) {
  EXPECT_FALSE(outliers({}));
  EXPECT_FALSE(outliers(Values{1, 0, 1}));
  EXPECT_FALSE(outliers(Values{1, std::numeric_limits<double>::infinity()}));
}

}  // namespace
}  // namespace ecsbench::statistics
