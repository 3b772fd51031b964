// What the bootstraps share: which replicates bound an interval, and what few rounds cost.
#include "harness/statistics/resampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "harness/statistics/normal.hpp"

namespace ecsbench::statistics {
namespace {

TEST(Resampling, the_interval_runs_between_the_replicates_that_leave_the_tail_outside) {
  std::vector<double> replicates;
  for (int value = 0; value < 2000; ++value) replicates.push_back(value);
  std::mt19937_64 random(3);
  std::shuffle(replicates.begin(), replicates.end(), random);
  EXPECT_EQ(percentile_interval(replicates, 0.025), (Interval{50, 1949}));
  EXPECT_EQ(percentile_interval(replicates, 0), (Interval{0, 1999}));
}

// R: pnorm(-sqrt(n / (n - 1)) * qt(0.975, n - 1)), for 24, 10 and 6 rounds.
TEST(Resampling, few_rounds_leave_less_outside) {
  EXPECT_NEAR(expanded_tail(0.025, 24), 0.01729, 0.0002);
  EXPECT_NEAR(expanded_tail(0.025, 10), 0.00855, 0.0002);
  EXPECT_NEAR(expanded_tail(0.025, 6), 0.00243, 0.0002);
  EXPECT_NEAR(expanded_tail(0.025, 100'000), 0.025, 0.0001);
}

TEST(Normal, quantile_and_tail_undo_each_other) {
  EXPECT_NEAR(normal_quantile(0.025), 1.959964, 1e-6);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-12);
  for (const double above : {0.5, 0.1, 0.001, 1e-12})
    EXPECT_NEAR(normal_above(normal_quantile(above)) / above, 1, 1e-9);
}

}  // namespace
}  // namespace ecsbench::statistics
