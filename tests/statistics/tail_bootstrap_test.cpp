// Intervals of tails: against a plain computation of the same thing, and how often they cover the truth.
#include "harness/statistics/tail_bootstrap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/dice.hpp"
#include "harness/statistics/percentile.hpp"

namespace ecsbench::statistics {
namespace {

using Rounds = std::vector<std::vector<double>>;

constexpr Confidence kOne{0.95, 1};
constexpr double kSpread = 0.1;  // of log time

// Log-normal frames of median 1, whose rounds have a share of the variance of log time in common.
Rounds frames(Dice& dice, std::size_t rounds, std::size_t frames_a_round, double in_common = 0.1) {
  Rounds made(rounds, std::vector<double>(frames_a_round));
  for (auto& round : made) {
    const double shift = kSpread * std::sqrt(in_common) * dice.normal();
    for (double& time : round) time = std::exp(shift + kSpread * std::sqrt(1 - in_common) * dice.normal());
  }
  return made;
}

double true_quantile(double standard_deviations) {
  return std::exp(kSpread * standard_deviations);
}
const double kTrueP95 = true_quantile(1.6448536), kTrueP99 = true_quantile(2.3263479);

std::vector<double> together(const Rounds& rounds) {
  std::vector<double> all;
  for (const auto& round : rounds) all.insert(all.end(), round.begin(), round.end());
  return all;
}

bool holds(const Interval& interval, double value) {
  return interval.low <= value && value <= interval.high;
}

// The same intervals the long way: frames copied together and quantiles of the copy, with the same drawings.
TailIntervals the_long_way(const Rounds& rounds, const Resampling& resampling) {
  std::mt19937_64 random(resampling.seed);
  AnyRound any(rounds.size());
  std::vector<double> p95, p99, largest, p99_to_median;
  for (std::size_t at = 0; at < resampling.replicates; ++at) {
    std::vector<double> drawn;
    for (std::size_t turn = 0; turn < rounds.size(); ++turn) {
      const auto& round = rounds[any(random)];
      drawn.insert(drawn.end(), round.begin(), round.end());
    }
    p95.push_back(*quantile(drawn, 0.95));
    p99.push_back(*quantile(drawn, 0.99));
    largest.push_back(*maximum(drawn));
    p99_to_median.push_back(p99.back() / *median(drawn));
  }
  const double tail = expanded_tail(kOne.tail(), rounds.size());
  const auto ordered = *sorted(together(rounds));
  const auto wide = [&](std::vector<double> replicates, double share, double by) {
    const Interval found = percentile_interval(std::move(replicates), tail);
    const Ranks ranks = *quantile_ranks(ordered.size(), share, kOne);
    return Interval{std::min(found.low, ordered[ranks.low - 1] / by),
                    std::max(found.high, ordered[ranks.high - 1] / by)};
  };
  return {wide(p95, 0.95, 1), wide(p99, 0.99, 1), percentile_interval(largest, tail),
          wide(p99_to_median, 0.99, *median(ordered))};
}

void expect_near(const Interval& found, const Interval& expected) {
  EXPECT_NEAR(found.low, expected.low, 1e-12);
  EXPECT_NEAR(found.high, expected.high, 1e-12);
}

TEST(TailBootstrap, agrees_with_frames_that_are_copied_and_sorted_for_each_drawing) {
  Dice dice(5);
  for (const std::size_t frames_a_round : {62u, 100u}) {
    Rounds rounds = frames(dice, 8, frames_a_round, 0.5);
    for (double& time : rounds[3]) time = std::round(10 * time) / 10;  // ties, within a round and between rounds
    rounds[4] = rounds[3];
    rounds[5].resize(7);  // rounds need not be equally long
    const Resampling few{200, 42};
    const auto found = tail_bootstrap(rounds, kOne, few);
    ASSERT_TRUE(found && found->p95 && found->p99 && found->p99_to_median);
    const TailIntervals expected = the_long_way(rounds, few);
    expect_near(*found->p95, *expected.p95);
    expect_near(*found->p99, *expected.p99);
    expect_near(found->largest, expected.largest);
    expect_near(*found->p99_to_median, *expected.p99_to_median);
  }
}

TEST(TailBootstrap, a_percentile_without_enough_frames_has_no_interval) {
  const auto short_of_p95 = tail_bootstrap(Rounds(71, {1.0}), kOne, {});
  ASSERT_TRUE(short_of_p95);
  EXPECT_FALSE(short_of_p95->p95);
  EXPECT_FALSE(short_of_p95->p99);
  const auto enough = tail_bootstrap(Rounds(72, {1.0}), kOne, {});
  ASSERT_TRUE(enough && enough->p95);
  EXPECT_FALSE(enough->p99);
  EXPECT_FALSE(tail_bootstrap(Rounds(367, {1.0}), kOne, {})->p99);
  EXPECT_TRUE(tail_bootstrap(Rounds(368, {1.0}), kOne, {})->p99);
}

TEST(TailBootstrap, a_handful_of_rounds_has_no_interval_at_all) {
  EXPECT_FALSE(tail_bootstrap(Rounds(5, std::vector<double>(200, 1.0)), kOne, {}));
  EXPECT_TRUE(tail_bootstrap(Rounds(6, std::vector<double>(200, 1.0)), kOne, {}));
}

TEST(TailBootstrap, what_is_no_time_has_none) {
  for (const double wrong :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Rounds rounds(10, std::vector<double>(40, 1.0));
    rounds[7][3] = wrong;
    EXPECT_FALSE(tail_bootstrap(rounds, kOne, {})) << wrong;
  }
  Rounds hollow(10, std::vector<double>(40, 1.0));
  hollow[2].clear();
  EXPECT_FALSE(tail_bootstrap(hollow, kOne, {}));
}

TEST(TailBootstrap, the_same_seed_gives_the_same_intervals) {
  Dice dice(7);
  const Rounds rounds = frames(dice, 24, 40, 0.5);
  const auto once = tail_bootstrap(rounds, kOne, {2000, 1}), again = tail_bootstrap(rounds, kOne, {2000, 1});
  const auto other = tail_bootstrap(rounds, kOne, {2000, 2});
  EXPECT_EQ(once->p95, again->p95);
  EXPECT_EQ(once->p99, again->p99);
  EXPECT_NE(once->p95, other->p95);
}

TEST(TailBootstrap, the_interval_of_the_largest_ends_at_the_largest) {
  Rounds rounds(20, std::vector<double>(40, 1.0));
  rounds[3][5] = 9;  // drawn or not: e^-1 of the drawings lack it
  const auto found = tail_bootstrap(rounds, kOne, {});
  EXPECT_EQ(found->largest, (Interval{1, 9}));
  for (auto& round : rounds) round[0] = 9;
  EXPECT_EQ(tail_bootstrap(rounds, kOne, {})->largest, (Interval{9, 9}));
}

TEST(TailBootstrap, a_burst_in_one_round_widens_what_independent_frames_would_not) {
  Dice dice(8);
  Rounds rounds = frames(dice, 24, 40, 0);
  for (std::size_t at = 0; at < 40; ++at) rounds[9][at] *= 3;  // 4 % of all frames, but one event
  const auto found = tail_bootstrap(rounds, kOne, {});
  const auto ordered = *sorted(together(rounds));
  const Ranks independent = *quantile_ranks(ordered.size(), 0.99, kOne);
  EXPECT_GT(ordered[independent.low - 1], 2) << "frame by frame, one would be sure of the burst";
  EXPECT_LT(found->p99->low, 1.5) << "a run without that round is likely";
}

TEST(TailBootstrap, covers_the_true_tails_in_about_95_percent_of_cases) {
  constexpr std::uint64_t kSeed = 31;
  constexpr int kRuns = 400;
  std::printf("  coverage simulated with seed %llu\n", static_cast<unsigned long long>(kSeed));
  Dice dice(kSeed);
  int p95 = 0, p99 = 0, relative = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto found = tail_bootstrap(frames(dice, 30, 40), kOne, {400, static_cast<std::uint64_t>(run)});
    ASSERT_TRUE(found && found->p95 && found->p99 && found->p99_to_median);
    p95 += holds(*found->p95, kTrueP95) ? 1 : 0;
    p99 += holds(*found->p99, kTrueP99) ? 1 : 0;
    relative += holds(*found->p99_to_median, kTrueP99) ? 1 : 0;
  }
  for (const int covered : {p95, p99, relative}) {
    EXPECT_GE(covered, kRuns * 90 / 100);
    EXPECT_LE(covered, kRuns * 99 / 100);
  }
}

}  // namespace
}  // namespace ecsbench::statistics
