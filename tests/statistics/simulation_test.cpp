// The promises of the method where the truth is known, and whether the simulation could tell a method that breaks them.
#include "harness/statistics/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "harness/statistics/claim.hpp"
#include "harness/statistics/describe.hpp"
#include "harness/statistics/simulated_claims.hpp"

namespace ecsbench::statistics {
namespace {

constexpr std::uint64_t kSeed = 7;

double lag_one(const std::vector<double>& values) {
  double product = 0, square = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    product += values[i] * values[i + 1];
    square += values[i] * values[i];
  }
  return product / square;
}

TEST(Simulation, every_promise_of_the_method_holds) {
  for (const Claim& claim : simulated_claims()) {
    EXPECT_TRUE(claim.holds()) << claim.text << ": " << claim.seen.hits << " of " << claim.seen.of;
  }
}

TEST(Simulation, would_notice_intervals_that_miss) {
  RatioModel dependent;
  dependent.autocorrelation = 0.7;
  EXPECT_LT(coverage(dependent, 72, 2'000, kSeed).share(), 0.9);
}

TEST(Simulation, would_notice_false_findings) {
  SimulatedContest contest;
  contest.threshold = 0;
  EXPECT_GT(false_findings(contest, 2'000, kSeed).hits, 0U);  // the level is 95 %, not 100 %
  contest.noise.skew = 0;
  const NoiseModel unpaired{0.05, 0, 0, 0, 0, 0};
  EXPECT_LT(false_findings({unpaired, 24, 1, 0}, 2'000, kSeed).share(), 0.05);
}

TEST(Simulation, a_loud_clock_hides_three_per_cent_and_a_quiet_one_does_not) {
  EXPECT_LT(slowdowns_found({kLoudClock}, 1.03, 200, kSeed).share(), 0.05);
  EXPECT_GE(slowdowns_found({kQuietClock}, 1.03, 200, kSeed).share(), 0.95);
}

TEST(Simulation, two_per_cent_is_within_the_tolerance) {
  EXPECT_LE(slowdowns_found({kQuietClock}, 1.02, 200, kSeed).share(), 0.05);
}

TEST(Simulation, twice_the_time_is_always_found) {
  EXPECT_EQ(slowdowns_found({kLoudClock}, 2, 200, kSeed).hits, 200U);
}

TEST(Simulation, one_seed_gives_one_answer) {
  const RatioModel model;
  EXPECT_EQ(coverage(model, 24, 500, 1).hits, coverage(model, 24, 500, 1).hits);
  EXPECT_NE(coverage(model, 24, 500, 1).hits, coverage(model, 24, 500, 2).hits);
}

TEST(NoiseModel, what_all_share_cancels_in_a_ratio) {
  Dice dice(kSeed);
  const NoiseModel shared_only{0, 0, 0.5, 0.1, 0, 0};
  const std::vector<double> twins{1, 3};
  const auto rounds = simulate_rounds(shared_only, twins, 50, dice);
  ASSERT_EQ(rounds.size(), 2U);
  for (std::size_t round = 0; round < 50; ++round) EXPECT_NEAR(rounds[1][round] / rounds[0][round], 3, 1e-12);
}

TEST(NoiseModel, skewing_keeps_the_median_and_the_order) {
  EXPECT_EQ(skewed(0, 0.5), 0);
  EXPECT_EQ(skewed(1.5, 0), 1.5);
  EXPECT_GT(skewed(1, 0.5), -skewed(-1, 0.5));
}

TEST(NoiseModel, neighbours_are_correlated_as_asked) {
  Dice dice(kSeed);
  EXPECT_NEAR(lag_one(autocorrelated(100'000, 0.1, dice)), 0.1, 0.01);
  EXPECT_NEAR(lag_one(autocorrelated(100'000, 0, dice)), 0, 0.01);
}

TEST(Dice, normal_numbers_have_mean_0_and_deviation_1) {
  Dice dice(kSeed);
  std::vector<double> values;
  for (int i = 0; i < 100'000; ++i) values.push_back(dice.normal());
  EXPECT_NEAR(*median(values), 0, 0.02);
  EXPECT_NEAR(*scaled_mad(values), 1, 0.02);
}

TEST(Claim, is_held_at_its_bound_and_not_beyond) {
  Claim claim{"", {95, 100}, Bound::kAtLeast, 0.95};
  EXPECT_TRUE(claim.holds());
  claim.seen.hits = 94;
  EXPECT_FALSE(claim.holds());
  claim.slack = 0.02;
  EXPECT_TRUE(claim.holds());
  Claim most{"", {5, 100}, Bound::kAtMost, 0.05};
  EXPECT_TRUE(most.holds());
  most.seen.hits = 6;
  EXPECT_FALSE(most.holds());
}

TEST(Claim, the_slack_is_three_standard_errors) {
  EXPECT_NEAR(slack_of(0.95, 10'000), 0.0065, 0.0001);
}

}  // namespace
}  // namespace ecsbench::statistics
