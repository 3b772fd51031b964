// The four answers and their tolerance.
#include "harness/statistics/verdict.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace ecsbench::statistics {
namespace {

TEST(Verdict, an_interval_wholly_below_is_faster_and_wholly_above_is_slower) {
  EXPECT_EQ(answer(Interval{0.5, 0.6}, 0.02), Answer::kFaster);
  EXPECT_EQ(answer(Interval{1.9, 2.1}, 0.02), Answer::kSlower);
}

TEST(Verdict, an_interval_wholly_inside_the_tolerance_is_same) {
  EXPECT_EQ(answer(Interval{0.99, 1.01}, 0.02), Answer::kSame);
}

TEST(Verdict, a_small_difference_that_is_certain_is_still_same) {
  EXPECT_EQ(answer(Interval{1.005, 1.006}, 0.02), Answer::kSame);
}

TEST(Verdict, an_interval_that_crosses_a_bound_is_inconclusive) {
  EXPECT_EQ(answer(Interval{0.90, 0.99}, 0.02), Answer::kInconclusive);
  EXPECT_EQ(answer(Interval{1.00, 1.10}, 0.02), Answer::kInconclusive);
  EXPECT_EQ(answer(Interval{0.50, 2.00}, 0.02), Answer::kInconclusive);
}

TEST(Verdict, without_an_interval_nothing_is_concluded) {
  EXPECT_EQ(answer(std::nullopt, 0.02), Answer::kInconclusive);
}

TEST(Verdict, the_bounds_are_inverse_to_each_other) {
  // 1 / 1.25 = 0.8: what is 25 % slower one way round is as much faster the other way round.
  EXPECT_EQ(answer(Interval{0.81, 1.24}, 0.25), Answer::kSame);
  EXPECT_EQ(answer(Interval{0.78, 0.79}, 0.25), Answer::kFaster);
}

TEST(Verdict, the_tolerance_is_the_threshold_in_a_quiet_run) {
  EXPECT_DOUBLE_EQ(tolerance(0.02, Interval{0.998, 1.004}), 0.02);
}

TEST(Verdict, a_noisy_control_widens_the_tolerance_to_twice_its_half_width) {
  EXPECT_NEAR(tolerance(0.02, Interval{1 / 1.03, 1.03}), 0.06, 1e-12);
}

TEST(Verdict, a_control_that_misses_1_widens_the_tolerance_until_it_is_covered) {
  EXPECT_NEAR(tolerance(0.02, Interval{1.08, 1.10}), 0.10, 1e-12);
  EXPECT_NEAR(tolerance(0.02, Interval{0.80, 0.81}), 0.25, 1e-12);
}

TEST(Verdict, a_strategy_against_its_own_copy_is_the_same_however_noisy) {
  for (const Interval control : {Interval{0.4, 0.42}, Interval{0.9, 1.2}, Interval{1, 1}, Interval{1.5, 9}}) {
    EXPECT_EQ(answer(control, tolerance(0.02, control)), Answer::kSame) << control.low;
  }
}

TEST(Verdict, without_a_control_the_threshold_stands) {
  EXPECT_DOUBLE_EQ(tolerance(0.02, std::nullopt), 0.02);
}

}  // namespace
}  // namespace ecsbench::statistics
