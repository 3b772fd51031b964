// From how many values on a percentile is printed.
#include "harness/statistics/percentile.hpp"

#include <gtest/gtest.h>

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

TEST(Percentile, nan_and_nothing_have_none) {
  std::vector<double> values(400, 5.0);
  values[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(supported_quantile(values, 0.95), std::nullopt);
  EXPECT_EQ(supported_quantile({}, 0.95), std::nullopt);
}

}  // namespace
}  // namespace ecsbench::statistics
