// The bootstrap over rounds: what it is of, that a seed repeats it, and how often it covers the truth.
#include "harness/statistics/round_bootstrap.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace ecsbench::statistics {
namespace {

constexpr Confidence kOne{0.95, 1};
constexpr Resampling kQuick{400, 42};

using Values = std::vector<double>;

Values to(int last, double scale) {
  Values values;
  for (int value = 1; value <= last; ++value) values.push_back(scale * value);
  return values;
}

TEST(RoundBootstrap, constant_rounds_give_their_ratio_and_no_width) {
  const auto ratio = round_bootstrap(Values(8, 150.0), Values(12, 100.0), kOne, kQuick);
  ASSERT_TRUE(ratio && ratio->interval);
  EXPECT_NEAR(ratio->median, 1.5, 1e-12);
  EXPECT_NEAR(ratio->interval->low, 1.5, 1e-12);
  EXPECT_NEAR(ratio->interval->high, 1.5, 1e-12);
}

TEST(RoundBootstrap, the_ratio_is_of_the_medians_and_one_wild_round_moves_nothing) {
  Values wild(15, 100.0);
  wild[3] = 1e9;
  const auto ratio = round_bootstrap(Values(15, 110.0), wild, kOne, kQuick);
  ASSERT_TRUE(ratio && ratio->interval);
  EXPECT_NEAR(ratio->median, 1.1, 1e-12);
  EXPECT_NEAR(ratio->interval->low, 1.1, 1e-9);
}

TEST(RoundBootstrap, the_same_seed_gives_the_same_interval) {
  const Values later = to(24, 2), earlier = to(20, 1);
  const auto once = round_bootstrap(later, earlier, kOne, {400, 1}),
             again = round_bootstrap(later, earlier, kOne, {400, 1});
  const auto other = round_bootstrap(later, earlier, kOne, {400, 2});
  ASSERT_TRUE(once && again && other);
  EXPECT_EQ(once->interval, again->interval);
  EXPECT_NE(once->interval, other->interval);
}

TEST(RoundBootstrap, more_statements_at_once_widen_the_interval) {
  const auto one = round_bootstrap(to(24, 2), to(24, 1), kOne, {});
  const auto ten = round_bootstrap(to(24, 2), to(24, 1), Confidence{0.95, 10}, {});
  ASSERT_TRUE(one && ten && one->interval && ten->interval);
  EXPECT_LT(ten->interval->low, one->interval->low);
  EXPECT_GT(ten->interval->high, one->interval->high);
}

TEST(RoundBootstrap, a_family_too_large_for_2000_replicates_gets_more) {
  EXPECT_EQ(replicates_drawn({}, kOne), 2000U);
  EXPECT_EQ(replicates_drawn({}, Confidence{0.95, 30}), 2000U);
  const Confidence large{0.95, 400};
  EXPECT_GE(static_cast<double>(replicates_drawn({}, large)) * large.tail(), 1.0);
}

TEST(RoundBootstrap, a_handful_of_rounds_gives_a_ratio_without_an_interval) {
  EXPECT_EQ(rounds_needed(kOne), 6U);
  EXPECT_EQ(rounds_needed({0.95, 30}), 11U);
  const auto five = round_bootstrap(to(5, 2), to(20, 1), kOne, kQuick);
  ASSERT_TRUE(five);
  EXPECT_EQ(five->interval, std::nullopt);
  EXPECT_TRUE(round_bootstrap(to(6, 2), to(20, 1), kOne, kQuick)->interval);
}

TEST(RoundBootstrap, there_is_none_for_a_time_that_is_no_time) {
  for (const double wrong :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(round_bootstrap(Values{1, wrong}, Values{1, 1}, kOne, kQuick)) << wrong;
    EXPECT_FALSE(round_bootstrap(Values{1, 1}, Values{wrong, 1}, kOne, kQuick)) << wrong;
  }
  EXPECT_FALSE(round_bootstrap(Values{}, Values{1}, kOne, kQuick));
  EXPECT_FALSE(round_bootstrap(Values{1}, Values{}, kOne, kQuick));
}

// Rounds of one kernel: never faster than it can be, and slower by an exponential delay.
Values skewed(std::mt19937_64& random, std::size_t rounds, double scale) {
  std::exponential_distribution<double> delay(1 / 0.05);
  Values values;
  for (std::size_t round = 0; round < rounds; ++round) values.push_back(scale * (1 + delay(random)));
  return values;
}

TEST(RoundBootstrap, covers_the_true_ratio_of_skewed_rounds_in_about_95_percent_of_cases) {
  constexpr int kRuns = 800;
  constexpr double kTrue = 1.1;
  std::mt19937_64 random(23);
  int missed = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto ratio = round_bootstrap(skewed(random, 24, kTrue * 1000), skewed(random, 16, 1000), kOne, kQuick);
    ASSERT_TRUE(ratio && ratio->interval);
    missed += kTrue < ratio->interval->low || kTrue > ratio->interval->high ? 1 : 0;
  }
  EXPECT_LE(missed, kRuns * 7 / 100);
  EXPECT_GE(missed, kRuns * 2 / 100);
}

TEST(RoundBootstrap, ten_twins_at_once_are_all_covered_in_about_95_percent_of_cases) {
  constexpr int kRuns = 50;
  std::mt19937_64 random(29);
  int any_missed = 0;
  for (int run = 0; run < kRuns; ++run) {
    bool missed = false;
    for (int pair = 0; pair < 10; ++pair) {
      const auto ratio = round_bootstrap(skewed(random, 16, 1000), skewed(random, 16, 1000), {0.95, 10}, {});
      ASSERT_TRUE(ratio && ratio->interval);
      missed = missed || ratio->interval->low > 1 || ratio->interval->high < 1;
    }
    any_missed += missed ? 1 : 0;
  }
  EXPECT_LE(any_missed, kRuns * 8 / 100);
}

}  // namespace
}  // namespace ecsbench::statistics
