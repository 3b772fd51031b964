// Ratios by round: known values, inversion, and how often twins are called different.
#include "harness/statistics/paired_ratio.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/verdict.hpp"

namespace ecsbench::statistics {
namespace {

constexpr Confidence kOne{0.95, 1};

using Values = std::vector<double>;

TEST(PairedRatio, twice_the_time_in_every_round_is_a_ratio_of_two) {
  Values baseline, contender;
  for (double time = 1; time <= 30; ++time) {
    baseline.push_back(time);
    contender.push_back(2 * time);
  }
  const auto ratio = paired_ratio(contender, baseline, kOne);
  ASSERT_TRUE(ratio && ratio->interval);
  EXPECT_NEAR(ratio->median, 2, 1e-12);
  EXPECT_NEAR(ratio->interval->low, 2, 1e-12);
  EXPECT_NEAR(ratio->interval->high, 2, 1e-12);
}

TEST(PairedRatio, the_interval_of_thirty_rounds_is_their_10th_to_21st_ratio) {
  Values baseline(30, 1.0), contender;
  for (double time = 1; time <= 30; ++time) contender.push_back(time);
  const auto ratio = paired_ratio(contender, baseline, kOne);
  ASSERT_TRUE(ratio && ratio->interval);
  EXPECT_NEAR(ratio->interval->low, 10, 1e-12);
  EXPECT_NEAR(ratio->interval->high, 21, 1e-12);
}

TEST(PairedRatio, swapping_the_two_inverts_the_ratio_and_its_interval) {
  const Values left{1, 5, 2, 8, 3, 9, 4}, right{2, 3, 7, 1, 6, 2, 5};
  const auto forth = paired_ratio(left, right, kOne);
  const auto back = paired_ratio(right, left, kOne);
  ASSERT_TRUE(forth && back && forth->interval && back->interval);
  EXPECT_NEAR(forth->median * back->median, 1, 1e-12);
  EXPECT_NEAR(forth->interval->low * back->interval->high, 1, 1e-12);
}

TEST(PairedRatio, more_contenders_at_once_widen_the_interval) {
  Values baseline(30, 1.0), contender;
  for (double time = 1; time <= 30; ++time) contender.push_back(time);
  const auto one = paired_ratio(contender, baseline, kOne);
  const auto ten = paired_ratio(contender, baseline, Confidence{0.95, 10});
  ASSERT_TRUE(one && ten && one->interval && ten->interval);
  EXPECT_LT(ten->interval->low, one->interval->low);
  EXPECT_GT(ten->interval->high, one->interval->high);
}

TEST(PairedRatio, three_rounds_give_a_ratio_without_an_interval) {
  const auto ratio = paired_ratio(Values{2, 2, 2}, Values{1, 1, 1}, kOne);
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(ratio->median, 2, 1e-12);
  EXPECT_EQ(ratio->interval, std::nullopt);
}

TEST(PairedRatio, there_is_none_for_a_time_that_is_no_time) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double wrong : {0.0, -1.0, nan, infinity}) {
    EXPECT_FALSE(paired_ratio(Values{1, wrong, 1}, Values{1, 1, 1}, kOne)) << wrong;
    EXPECT_FALSE(paired_ratio(Values{1, 1, 1}, Values{1, 1, wrong}, kOne)) << wrong;
  }
  EXPECT_FALSE(paired_ratio({}, {}, kOne));
}

TEST(PairedRatio, a_ratio_too_large_for_a_double_is_not_infinity) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::min();
  EXPECT_FALSE(paired_ratio(Values{huge}, Values{tiny}, kOne));
}

TEST(PairedRatio, half_the_width_is_relative_and_survives_inversion) {
  EXPECT_NEAR(relative_half_width({0.99, 1.01}).value(), 0.01, 1e-4);
  EXPECT_DOUBLE_EQ(relative_half_width({1, 4}).value(), 1);
  EXPECT_DOUBLE_EQ(relative_half_width({0.25, 1}).value(), 1);
  EXPECT_EQ(relative_half_width({0, 1}), std::nullopt);
}

// One kernel twice, in a machine whose speed wanders by 30 %: the two differ by chance only.
struct Twins {
  Values first, second;
};

Twins twins(std::mt19937_64& random) {
  std::lognormal_distribution<double> noise(0.0, 0.03);
  std::normal_distribution<double> wander(0.0, 0.1);
  Twins both;
  double speed = 1000;
  for (int round = 0; round < 30; ++round) {
    speed *= 1 + wander(random) / 3;
    both.first.push_back(speed * noise(random));
    both.second.push_back(speed * noise(random));
  }
  return both;
}

TEST(PairedRatio, a_kernel_against_itself_is_called_different_in_at_most_5_percent_of_runs) {
  constexpr int kRuns = 2000;
  std::mt19937_64 random(7);
  int interval_misses_one = 0;
  int called_different = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Twins both = twins(random);
    const auto ratio = paired_ratio(both.second, both.first, kOne);
    ASSERT_TRUE(ratio && ratio->interval);
    interval_misses_one += ratio->interval->low > 1 || ratio->interval->high < 1 ? 1 : 0;
    const Answer found = answer(ratio->interval, 0.02);
    called_different += found == Answer::kFaster || found == Answer::kSlower ? 1 : 0;
  }
  EXPECT_LE(interval_misses_one, kRuns * 55 / 1000);  // 4.3 % expected; standard error 0.45 %
  EXPECT_GE(interval_misses_one, kRuns * 25 / 1000);  // and the interval is not needlessly wide
  EXPECT_LE(called_different, kRuns * 5 / 1000);      // the threshold makes a false alarm rarer still
}

TEST(PairedRatio, ten_twins_at_once_are_all_covered_in_95_percent_of_runs) {
  constexpr int kRuns = 400;
  std::mt19937_64 random(11);
  int any_missed = 0;
  for (int run = 0; run < kRuns; ++run) {
    bool missed = false;
    for (int contender = 0; contender < 10; ++contender) {
      const Twins both = twins(random);
      const auto ratio = paired_ratio(both.second, both.first, Confidence{0.95, 10});
      ASSERT_TRUE(ratio && ratio->interval);
      missed = missed || ratio->interval->low > 1 || ratio->interval->high < 1;
    }
    any_missed += missed ? 1 : 0;
  }
  EXPECT_LE(any_missed, kRuns * 8 / 100);
}

}  // namespace
}  // namespace ecsbench::statistics
