// From how many values on a percentile is printed.
#include "harness/statistics/percentile.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace ecsbench::statistics {
namespace {

TEST(Percentile, the_values_needed_follow_from_the_binomial) {
  EXPECT_EQ(values_needed(0.90), 36u);
  EXPECT_EQ(values_needed(0.95), 72u);
  EXPECT_EQ(values_needed(0.99), 368u);
  EXPECT_EQ(values_needed(0.999), 3688u);
}

TEST(Percentile, a_surer_statement_needs_more_values) {
  EXPECT_GT(values_needed(0.95, 0.99), values_needed(0.95, 0.95));
}

TEST(Percentile, one_value_too_few_is_no_percentile) {
  EXPECT_EQ(supported_quantile(std::vector<double>(71, 5.0), 0.95), std::nullopt);
  EXPECT_EQ(supported_quantile(std::vector<double>(72, 5.0), 0.95), 5.0);
  EXPECT_EQ(supported_quantile(std::vector<double>(367, 5.0), 0.99), std::nullopt);
  EXPECT_EQ(supported_quantile(std::vector<double>(368, 5.0), 0.99), 5.0);
}

TEST(Percentile, two_ranks_bound_it_as_the_binomial_says) {
  constexpr Confidence kOne{0.95, 1};
  EXPECT_EQ(quantile_ranks(368, 0.99, kOne), (Ranks{360, 368}));
  EXPECT_EQ(quantile_ranks(4000, 0.99, kOne), (Ranks{3947, 3973}));
  EXPECT_EQ(quantile_ranks(72, 0.95, kOne), (Ranks{64, 72}));
  EXPECT_EQ(quantile_ranks(100, 0.05, kOne), (Ranks{1, 11}));
}

TEST(Percentile, the_ranks_of_the_median_are_those_of_the_sign_test) {
  for (std::size_t count = 1; count < 300; ++count) {
    const auto ranks = quantile_ranks(count, 0.5, {0.95, 3});
    const auto rank = median_interval_rank(count, {0.95, 3});
    ASSERT_EQ(ranks.has_value(), rank.has_value()) << count;
    if (!ranks) continue;
    EXPECT_EQ(*ranks, (Ranks{*rank, count + 1 - *rank})) << count;
  }
}

TEST(Percentile, there_are_ranks_from_the_number_of_values_on_that_is_needed) {
  for (const double share : {0.90, 0.95, 0.99}) {
    EXPECT_FALSE(quantile_ranks(values_needed(share) - 1, share, {0.95, 1})) << share;
    EXPECT_TRUE(quantile_ranks(values_needed(share), share, {0.95, 1})) << share;
  }
  EXPECT_FALSE(quantile_ranks(0, 0.5, {0.95, 1}));
  EXPECT_TRUE(quantile_ranks(100'000'000, 0.99, {0.95, 1}));
}

TEST(Percentile, nan_and_nothing_have_none) {
  std::vector<double> values(400, 5.0);
  values[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(supported_quantile(values, 0.95), std::nullopt);
  EXPECT_EQ(supported_quantile({}, 0.95), std::nullopt);
}

}  // namespace
}  // namespace ecsbench::statistics
