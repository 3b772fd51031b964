// Launches as replicates: what differs between them is in the interval.
#include "harness/statistics/launch_bootstrap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace ecsbench::statistics {
namespace {

using Launches = std::vector<std::vector<double>>;

constexpr Confidence kOne{0.95, 1};
constexpr Resampling kQuick{400, 42};

// Rounds of half a per cent around each launch's own time.
Launches around(const std::vector<double>& times, std::mt19937_64& random, std::size_t rounds = 16) {
  std::normal_distribution<double> noise(0, 0.005);
  Launches launches;
  for (const double time : times) {
    launches.emplace_back();
    for (std::size_t round = 0; round < rounds; ++round) launches.back().push_back(time * std::exp(noise(random)));
  }
  return launches;
}

TEST(LaunchBootstrap, the_interval_knows_what_differs_between_launches) {
  std::mt19937_64 random(1);
  const auto alike = launch_bootstrap(around({100, 100, 100, 100, 100, 100}, random), kOne, kQuick);
  const auto apart = launch_bootstrap(around({90, 95, 100, 105, 110, 115}, random), kOne, kQuick);
  ASSERT_TRUE(alike && alike->interval && apart && apart->interval);
  EXPECT_LT(alike->interval->high / alike->interval->low, 1.01);
  EXPECT_GT(apart->interval->high / apart->interval->low, 1.1);
  EXPECT_NEAR(apart->median, std::sqrt(100.0 * 105), 1);
}

TEST(LaunchBootstrap, one_wild_launch_moves_neither_the_median_nor_both_ends) {
  std::mt19937_64 random(2);
  const auto found = launch_bootstrap(around({100, 100, 100, 100, 100, 100, 100, 100, 300}, random), kOne, kQuick);
  EXPECT_NEAR(found->median, 100, 1);
  EXPECT_LT(found->interval->high, 110);
}

TEST(LaunchBootstrap, fewer_launches_than_the_confidence_needs_give_a_median_alone) {
  std::mt19937_64 random(3);
  EXPECT_FALSE(launch_bootstrap(around({1, 2, 3, 4, 5}, random), kOne, kQuick)->interval);
  EXPECT_TRUE(launch_bootstrap(around({1, 2, 3, 4, 5, 6}, random), kOne, kQuick)->interval);
  EXPECT_FALSE(launch_bootstrap(around({1, 2, 3, 4, 5, 6}, random), {0.95, 2}, kQuick)->interval);
}

TEST(LaunchBootstrap, there_is_none_for_what_is_no_time) {
  EXPECT_FALSE(launch_bootstrap({}, kOne, kQuick));
  EXPECT_FALSE(launch_bootstrap(Launches{{1}, {}}, kOne, kQuick));
  EXPECT_FALSE(launch_bootstrap(Launches{{1}, {0}}, kOne, kQuick));
}

TEST(LaunchBootstrap, the_seed_repeats_the_interval) {
  std::mt19937_64 random(4);
  const Launches launches = around({90, 95, 100, 105, 110, 115}, random);
  const auto once = launch_bootstrap(launches, kOne, kQuick);
  EXPECT_EQ(once->interval, launch_bootstrap(launches, kOne, kQuick)->interval);
  EXPECT_NE(once->interval, launch_bootstrap(launches, kOne, {400, 7})->interval);
}

// Of 600 simulated intervals 30 may miss, of 5 % promised; more than 48 come by chance once in 1000 times.
TEST(LaunchBootstrap, misses_the_true_median_of_launches_no_oftener_than_promised) {
  constexpr int kRuns = 600;
  std::mt19937_64 random(5);
  std::normal_distribution<double> placement(0, 0.04);
  for (const std::size_t count : {5U, 6U, 7U, 8U}) {
    int missed = 0, given = 0;
    for (int run = 0; run < kRuns; ++run) {
      std::vector<double> times;
      for (std::size_t launch = 0; launch < count; ++launch) times.push_back(std::exp(placement(random)));
      const auto found = launch_bootstrap(around(times, random, 6), kOne, kQuick);
      if (!found->interval) continue;
      ++given;
      missed += found->interval->low > 1 || found->interval->high < 1 ? 1 : 0;
    }
    RecordProperty("missed_of_" + std::to_string(count), missed);
    EXPECT_EQ(given, count < 6 ? 0 : kRuns) << count << " launches";
    EXPECT_LE(missed, 48) << count << " launches";
    EXPECT_GE(missed, given > 0 ? 1 : 0) << count << " launches: the interval is wider than it need be";
  }
}

}  // namespace
}  // namespace ecsbench::statistics
