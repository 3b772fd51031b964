// How much longer an inconclusive comparison would have to run.
#include "harness/statistics/decide.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ecsbench::statistics {
namespace {

// An interval from so many to so many per cent of a log unit around an estimate, the bounds at 2 %.
std::optional<std::uint64_t> needed(double median_log, double below, double above, std::uint64_t values) {
  const Interval interval{std::exp(median_log - below), std::exp(median_log + above)};
  return values_to_decide(std::exp(median_log), interval, std::expm1(0.02), values);
}

TEST(Decide, half_as_wide_takes_four_times_as_many) {
  EXPECT_EQ(needed(0.03, 0.02, 0.02, 24), 96U);   // from 0.01: the lower end must come up to 0.02
  EXPECT_EQ(needed(-0.03, 0.02, 0.02, 24), 96U);  // the same below
  EXPECT_EQ(needed(0.01, 0.02, 0.02, 24), 96U);   // on its way to "same"
}

TEST(Decide, the_end_that_crosses_the_bound_is_what_counts) {
  EXPECT_EQ(needed(0.03, 0.015, 0.9, 20), 45U);
  EXPECT_EQ(needed(0.0, 0.03, 0.04, 20), 80U);  // both ends cross: the farther one
}

TEST(Decide, the_number_is_rounded_up_to_two_digits) {
  EXPECT_EQ(needed(0.03, 0.023, 0.023, 24), 130U);  // 126.96
}

TEST(Decide, nothing_is_promised_on_the_bound_or_where_nothing_is_crossed) {
  EXPECT_FALSE(needed(0.02, 0.01, 0.01, 24));
  EXPECT_FALSE(needed(0.02 + 1e-6, 0.01, 0.01, 24));
  EXPECT_FALSE(needed(0.05, 0.01, 0.01, 24));
  EXPECT_FALSE(needed(0.0, 0.01, 0.01, 24));
}

}  // namespace
}  // namespace ecsbench::statistics
