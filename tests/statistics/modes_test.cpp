// One heap or two, on made-up times.
#include "harness/statistics/modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "harness/statistics/dice.hpp"

namespace ecsbench::statistics {
namespace {

using Values = std::vector<double>;

// Log times from a distribution.
Values times_of(int count, const std::function<double()>& log_time) {
  Values times;
  for (int i = 0; i < count; ++i) times.push_back(1000 * std::exp(log_time()));
  return times;
}

TEST(Modes, two_speeds_are_told_apart_and_measured) {
  Dice dice(7);
  const Values times =
      times_of(400, [&] { return 0.005 * dice.normal() + (dice.uniform() < 0.3 ? std::log(1.2) : 0); });
  const auto modes = two_modes(times);
  ASSERT_TRUE(modes);
  EXPECT_NEAR(modes->quick, 1000, 5);
  EXPECT_NEAR(modes->slow, 1200, 5);
  EXPECT_NEAR(modes->slow_share, 0.3, 0.07);
}

TEST(Modes, one_heap_of_any_usual_shape_is_one) {
  Dice dice(7);
  const std::vector<std::function<double()>> shapes = {
      [&] { return 0.1 * dice.normal(); },
      [&] { return 0.1 * dice.uniform(); },
      [&] { return dice.exponential(0.1); },
      [&] { return 0.1 * std::exp(dice.normal()); },
  };
  for (const auto& shape : shapes) {
    for (int series = 0; series < 50; ++series) EXPECT_FALSE(two_modes(times_of(200, shape)));
  }
}

TEST(Modes, a_few_slow_times_are_outliers_and_no_mode) {
  Dice dice(7);
  EXPECT_FALSE(two_modes(times_of(400, [&] { return 0.005 * dice.normal() + (dice.uniform() < 0.1 ? 1 : 0); })));
}

TEST(Modes, two_ticks_of_a_clock_are_no_modes) {
  Values times(200, 1000);
  for (std::size_t i = 0; i < 100; ++i) times[i] = 1010;
  EXPECT_FALSE(two_modes(times));
  for (std::size_t i = 0; i < 100; ++i) times[i] = 1030;
  EXPECT_TRUE(two_modes(times));
}

TEST(Modes, there_is_no_answer_for_few_times_or_for_what_is_no_time) {
  Values times(200, 1);
  for (std::size_t i = 0; i < 100; ++i) times[i] = 2;
  EXPECT_TRUE(two_modes(times));
  times[0] = 0;
  EXPECT_FALSE(two_modes(times));
  times.erase(times.begin());
  EXPECT_FALSE(two_modes(times));
}

}  // namespace
}  // namespace ecsbench::statistics
