// Medians, spread and quantiles against known values; nothing is said of no number.
#include "harness/statistics/describe.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <vector>

namespace ecsbench::statistics {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Values = std::vector<double>;

TEST(Describe, the_median_of_an_odd_number_of_values_is_the_middle_one) {
  EXPECT_EQ(median(Values{3, 1, 7, 2, 9}), 3);
}

TEST(Describe, the_median_of_an_even_number_of_values_is_the_mean_of_the_two_middle_ones) {
  EXPECT_EQ(median(Values{4, 1, 3, 2}), 2.5);
}

TEST(Describe, the_median_of_huge_values_does_not_overflow) {
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(median(Values{huge, huge}), huge);
}

TEST(Describe, one_value_is_its_own_median_with_no_spread) {
  EXPECT_EQ(median(Values{5}), 5);
  EXPECT_EQ(raw_mad(Values{5}), 0);
  EXPECT_EQ(quantile(Values{5}, 0.99), 5);
}

TEST(Describe, the_raw_mad_is_in_the_unit_of_the_values) {
  EXPECT_EQ(raw_mad(Values{3, 1, 7, 2, 9}), 2);
}

TEST(Describe, the_scaled_mad_is_the_raw_one_times_1_4826) {
  EXPECT_DOUBLE_EQ(scaled_mad(Values{3, 1, 7, 2, 9}).value(), 2.9652);
}

TEST(Describe, a_wild_value_moves_neither_median_nor_mad_far) {
  EXPECT_EQ(median(Values{1, 2, 3, 4, 1e9}), 3);
  EXPECT_EQ(raw_mad(Values{1, 2, 3, 4, 1e9}), 1);
}

// numpy.quantile([15, 20, 35, 40, 50], q) gives 20, 35, 29 and 48 for q = 0.25, 0.5, 0.4 and 0.95.
TEST(Describe, quantiles_are_those_of_numpy) {
  const Values values{50, 15, 40, 20, 35};
  EXPECT_DOUBLE_EQ(quantile(values, 0.25).value(), 20);
  EXPECT_DOUBLE_EQ(quantile(values, 0.50).value(), 35);
  EXPECT_DOUBLE_EQ(quantile(values, 0.40).value(), 29);
  EXPECT_DOUBLE_EQ(quantile(values, 0.95).value(), 48);
}

TEST(Describe, the_ends_are_the_quantiles_0_and_1) {
  EXPECT_EQ(minimum(Values{3, 1, 2}), 1);
  EXPECT_EQ(maximum(Values{3, 1, 2}), 3);
}

// 1.2e10 ns and a spread of a few: a sum of squares would have lost it.
TEST(Describe, a_small_spread_of_large_values_is_exact) {  // H107
  const Values values{1.2e10 + 3, 1.2e10, 1.2e10 + 4, 1.2e10 + 1, 1.2e10 + 2};
  EXPECT_EQ(median(values), 1.2e10 + 2);
  EXPECT_EQ(raw_mad(values), 1);
  EXPECT_DOUBLE_EQ(scaled_mad(values).value(), 1.4826);
  EXPECT_EQ(quantile(values, 0.75), 1.2e10 + 3);
  EXPECT_EQ(maximum(values).value() - minimum(values).value(), 4);
}

TEST(Describe, nothing_is_said_of_an_empty_list) {  // H073
  EXPECT_EQ(sorted({}), std::nullopt);
  EXPECT_EQ(median({}), std::nullopt);
  EXPECT_EQ(raw_mad({}), std::nullopt);
  EXPECT_EQ(scaled_mad({}), std::nullopt);
  EXPECT_EQ(quantile({}, 0.5), std::nullopt);
  EXPECT_EQ(minimum({}), std::nullopt);
  EXPECT_EQ(maximum({}), std::nullopt);
}

TEST(Describe, nothing_is_said_of_a_list_that_holds_no_number_somewhere) {
  for (const double wrong : {kNan, kInfinity, -kInfinity}) {
    const Values values{1, wrong, 3};
    EXPECT_EQ(sorted(values), std::nullopt);
    EXPECT_EQ(median(values), std::nullopt);
    EXPECT_EQ(raw_mad(values), std::nullopt);
    EXPECT_EQ(quantile(values, 0.5), std::nullopt);
    EXPECT_EQ(minimum(values), std::nullopt);
    EXPECT_EQ(maximum(values), std::nullopt);
  }
}

}  // namespace
}  // namespace ecsbench::statistics
