// The share of frames over a budget: what it is of, and how often its interval covers the truth.
#include "harness/statistics/share_over.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "harness/statistics/dice.hpp"

namespace ecsbench::statistics {
namespace {

using Rounds = std::vector<std::vector<double>>;

constexpr Confidence kOne{0.95, 1};

TEST(ShareOver, a_frame_of_exactly_the_budget_is_not_over_it) {
  const auto found = share_over(Rounds{{1, 2, 3}, {2, 2, 4}}, 2, kOne);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->share, 2.0 / 6);
}

TEST(ShareOver, there_is_none_without_frames_and_no_interval_of_a_handful_of_rounds) {
  EXPECT_FALSE(share_over(Rounds{}, 2, kOne));
  EXPECT_FALSE(share_over(Rounds(9), 2, kOne));
  EXPECT_FALSE(share_over(Rounds(5, {1, 3}), 2, kOne)->interval);
  EXPECT_TRUE(share_over(Rounds(6, {1, 3}), 2, kOne)->interval);
}

// Wilson's interval of 3 of 60: z = 1.959964, (p + z2/2n -+ z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n).
TEST(ShareOver, independent_frames_have_the_interval_of_wilson) {
  Rounds rounds(20, {1, 1, 1});
  rounds[2][0] = rounds[9][1] = rounds[15][2] = 5;
  const auto found = share_over(rounds, 2, kOne);
  ASSERT_TRUE(found && found->interval);
  EXPECT_DOUBLE_EQ(found->share, 0.05);
  EXPECT_NEAR(found->interval->low, 0.01714, 1e-5);
  EXPECT_NEAR(found->interval->high, 0.13700, 1e-5);
}

TEST(ShareOver, none_and_all_have_a_width) {
  const auto none = share_over(Rounds(20, {1, 1, 1}), 2, kOne), all = share_over(Rounds(20, {3, 3, 3}), 2, kOne);
  EXPECT_EQ(none->share, 0);
  EXPECT_EQ(none->interval->low, 0);
  EXPECT_NEAR(none->interval->high, 0.0602, 1e-4);  // z2 / (n + z2)
  EXPECT_EQ(all->interval->high, 1);
  EXPECT_NEAR(all->interval->low, 1 - 0.0602, 1e-4);
}

TEST(ShareOver, a_burst_in_one_round_says_less_than_as_many_frames_apart) {
  Rounds burst(24, std::vector<double>(40, 1.0)), apart = burst;
  burst[5].assign(40, 9.0);
  for (std::size_t at = 0; at < 40; ++at) apart[at % 24][at] = 9;
  const auto together = share_over(burst, 2, kOne), spread = share_over(apart, 2, kOne);
  EXPECT_DOUBLE_EQ(together->share, spread->share);
  EXPECT_GT(together->interval->high, 2 * spread->interval->high);
  EXPECT_LT(together->interval->low, spread->interval->low);
}

TEST(ShareOver, covers_the_true_share_in_about_95_percent_of_cases_in_bursts_as_well) {
  constexpr std::uint64_t kSeed = 37;
  constexpr double kTrue = 0.05;
  constexpr int kRuns = 1000;
  std::printf("  coverage simulated with seed %llu\n", static_cast<unsigned long long>(kSeed));
  Dice dice(kSeed);
  for (const std::size_t burst : {1u, 8u}) {
    int covered = 0;
    for (int run = 0; run < kRuns; ++run) {
      Rounds rounds(24, std::vector<double>(40, 1.0));
      for (auto& round : rounds) {
        for (std::size_t at = 0; at < round.size(); ++at) {
          const bool is_same_burst = at % burst != 0;
          round[at] = is_same_burst ? round[at - 1] : dice.uniform() < kTrue ? 9.0 : 1.0;
        }
      }
      const auto found = share_over(rounds, 2, kOne);
      covered += found->interval->low <= kTrue && kTrue <= found->interval->high ? 1 : 0;
    }
    EXPECT_GE(covered, kRuns * 91 / 100) << "bursts of " << burst;
    EXPECT_LE(covered, kRuns * 99 / 100) << "bursts of " << burst;
  }
}

}  // namespace
}  // namespace ecsbench::statistics
