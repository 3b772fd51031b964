// Hodges-Lehmann and Mann-Whitney: published critical values, inversion, coverage on skewed data.
#include "harness/statistics/rank_shift.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

namespace ecsbench::statistics {
namespace {

constexpr Confidence kOne{0.95, 1};

using Values = std::vector<double>;

TEST(MannWhitney, three_against_three_is_the_distribution_counted_by_hand) {
  const Values ways{1, 1, 2, 3, 3, 3, 3, 2, 1, 1};  // of C(6, 3) = 20
  const Values found = mann_whitney_distribution(3, 3);
  ASSERT_EQ(found.size(), ways.size());
  for (std::size_t u = 0; u < ways.size(); ++u) EXPECT_NEAR(found[u], ways[u] / 20, 1e-12) << u;
}

TEST(MannWhitney, two_against_four_is_the_distribution_counted_by_hand) {
  const Values ways{1, 1, 2, 2, 3, 2, 2, 1, 1};  // of C(6, 2) = 15
  const Values found = mann_whitney_distribution(2, 4);
  ASSERT_EQ(found.size(), ways.size());
  for (std::size_t u = 0; u < ways.size(); ++u) EXPECT_NEAR(found[u], ways[u] / 15, 1e-12) << u;
  EXPECT_EQ(mann_whitney_distribution(4, 2).size(), ways.size());
}

TEST(MannWhitney, any_distribution_sums_to_one_and_is_symmetric) {
  for (const std::size_t contenders : {1U, 5U, 13U}) {
    const Values found = mann_whitney_distribution(contenders, 9);
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), 1, 1e-12);
    for (std::size_t u = 0; u < found.size(); ++u) EXPECT_NEAR(found[u], found[found.size() - 1 - u], 1e-12);
  }
}

// Two-sided critical values at 5 %, as in the tables of textbooks: the largest U that is significant.
TEST(MannWhitney, ranks_follow_the_published_table) {
  struct Row {
    std::size_t contenders, baselines, critical;
  };
  for (const auto& [m, n, critical] :
       {Row{5, 5, 2}, Row{6, 6, 5}, Row{5, 8, 6}, Row{8, 8, 13}, Row{10, 10, 23}, Row{20, 20, 127}}) {
    const auto rank = rank_shift_rank(m, n, kOne);
    ASSERT_TRUE(rank) << m << " " << n;
    EXPECT_EQ(*rank, critical + 1) << m << " " << n;
  }
  EXPECT_EQ(rank_shift_rank(3, 3, kOne), std::nullopt);  // 1 of 20 ways is 5 % on one side alone
}

TEST(MannWhitney, a_larger_family_needs_more_launches) {
  EXPECT_EQ(launches_needed(kOne), 4U);
  EXPECT_EQ(launches_needed({0.95, 6}), 5U);
  EXPECT_EQ(launches_needed({0.95, 7}), 6U);
  for (const std::size_t statements : {1U, 6U, 7U, 30U, 300U}) {
    const Confidence family{0.95, statements};
    const std::size_t needed = launches_needed(family);
    EXPECT_TRUE(rank_shift_rank(needed, needed, family));
    EXPECT_FALSE(rank_shift_rank(needed - 1, needed - 1, family));
  }
}

TEST(RankShift, twice_the_time_in_every_launch_is_a_ratio_of_two) {
  const auto shift = rank_shift(Values{200, 202, 198, 201, 199}, Values{100, 101, 99, 100.5, 99.5}, kOne);
  ASSERT_TRUE(shift && shift->interval);
  EXPECT_NEAR(shift->median, 2, 1e-9);
  EXPECT_LE(shift->interval->low, 2);
  EXPECT_GE(shift->interval->high, 2);
}

TEST(RankShift, the_interval_of_five_against_five_is_the_3rd_to_23rd_ratio) {
  // Powers: contenders 2^0, 2^5, ... against 2^0, 2^1, ... 2^4 give each exponent from -4 to 20 once.
  Values contender, baseline;
  for (const int exponent : {0, 5, 10, 15, 20}) contender.push_back(static_cast<double>(1 << exponent));
  for (const int exponent : {0, 1, 2, 3, 4}) baseline.push_back(static_cast<double>(1 << exponent));
  const auto shift = rank_shift(contender, baseline, kOne);
  ASSERT_TRUE(shift && shift->interval);
  EXPECT_NEAR(shift->median, 256, 1e-6);             // the 13th: 2^8
  EXPECT_NEAR(shift->interval->low, 0.25, 1e-9);     // the 3rd: 2^-2
  EXPECT_NEAR(shift->interval->high, 262144, 1e-3);  // the 23rd: 2^18
}

TEST(RankShift, swapping_the_two_inverts_the_ratio_and_its_interval) {
  const Values left{1, 5, 2, 8, 3, 9}, right{2, 3, 7, 1, 6};
  const auto forth = rank_shift(left, right, kOne), back = rank_shift(right, left, kOne);
  ASSERT_TRUE(forth && back && forth->interval && back->interval);
  EXPECT_NEAR(forth->median * back->median, 1, 1e-12);
  EXPECT_NEAR(forth->interval->low * back->interval->high, 1, 1e-12);
}

TEST(RankShift, too_few_launches_give_a_ratio_without_an_interval) {
  const auto shift = rank_shift(Values{2, 2, 2}, Values{1, 1, 1}, kOne);
  ASSERT_TRUE(shift);
  EXPECT_NEAR(shift->median, 2, 1e-12);
  EXPECT_EQ(shift->interval, std::nullopt);
}

TEST(RankShift, there_is_none_for_a_time_that_is_no_time) {
  for (const double wrong :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(rank_shift(Values{1, wrong}, Values{1, 1}, kOne)) << wrong;
    EXPECT_FALSE(rank_shift(Values{1, 1}, Values{wrong, 1}, kOne)) << wrong;
  }
  EXPECT_FALSE(rank_shift(Values{}, Values{1}, kOne));
}

TEST(RankShift, covers_the_true_ratio_of_skewed_launches_in_95_percent_of_cases) {
  constexpr int kRuns = 2000;
  constexpr double kTrue = 1.1;
  std::mt19937_64 random(19);
  std::exponential_distribution<double> delay(1 / 0.05);  // one-sided, as interference is
  int missed = 0;
  for (int run = 0; run < kRuns; ++run) {
    Values contender, baseline;
    for (int launch = 0; launch < 7; ++launch) {
      contender.push_back(kTrue * 1000 * (1 + delay(random)));
      baseline.push_back(1000 * (1 + delay(random)));
    }
    const auto shift = rank_shift(contender, baseline, kOne);
    ASSERT_TRUE(shift && shift->interval);
    missed += kTrue < shift->interval->low || kTrue > shift->interval->high ? 1 : 0;
  }
  EXPECT_LE(missed, kRuns * 55 / 1000);  // 3.8 % expected: 7 against 7 have no interval of exactly 95 %
  EXPECT_GE(missed, kRuns * 25 / 1000);  // and the interval is not needlessly wide
}

}  // namespace
}  // namespace ecsbench::statistics
