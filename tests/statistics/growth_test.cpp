// The growth of a cost with the number of entities: known curves are told apart, also through noise.
#include "harness/statistics/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ecsbench::statistics {
namespace {

using Values = std::vector<double>;
const Values kSizes = {1000, 4000, 16'000, 64'000, 256'000};

Values costs_of(double (*cost)(double size)) {
  Values costs;
  for (const double size : kSizes) costs.push_back(cost(size));
  return costs;
}

TEST(Growth, a_cost_that_does_not_change_is_constant) {
  const auto growth = fit_growth(kSizes, costs_of([](double) { return 3.5; }));
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->shape, Shape::kConstant);
  EXPECT_DOUBLE_EQ(growth->coefficient, 3.5);
  EXPECT_NEAR(growth->relative_rms, 0, 1e-12);
}

TEST(Growth, a_cost_that_grows_by_as_much_with_each_doubling_is_logarithmic) {
  const auto growth = fit_growth(kSizes, costs_of([](double size) { return 0.25 * std::log2(size); }));
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->shape, Shape::kLogarithmic);
  EXPECT_NEAR(growth->coefficient, 0.25, 1e-12);
}

TEST(Growth, a_cost_that_doubles_with_the_size_is_linear) {
  const auto growth = fit_growth(kSizes, costs_of([](double size) { return 0.001 * size; }));
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->shape, Shape::kLinear);
  EXPECT_NEAR(growth->coefficient, 0.001, 1e-12);
}

TEST(Growth, a_constant_cost_is_found_through_noise_of_a_tenth) {
  const auto growth = fit_growth(kSizes, Values{3.3, 2.7, 3.0, 3.3, 2.8});
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->shape, Shape::kConstant);
  EXPECT_NEAR(growth->coefficient, 3.02, 1e-9);
  EXPECT_NEAR(growth->relative_rms, 0.0822, 0.0001);
}

TEST(Growth, fewer_than_three_sizes_tell_nothing) {
  EXPECT_FALSE(fit_growth(Values{1000, 2000}, Values{1, 2}));
  EXPECT_FALSE(fit_growth(Values{1000, 1000, 2000}, Values{1, 1, 2}));
  EXPECT_FALSE(fit_growth(Values{}, Values{}));
}

TEST(Growth, costs_that_are_none_tell_nothing) {
  EXPECT_FALSE(fit_growth(Values{1, 2, 3}, Values{1, 0, 1}));
  EXPECT_FALSE(fit_growth(Values{1, 2, 3}, Values{1, std::numeric_limits<double>::quiet_NaN(), 1}));
  EXPECT_FALSE(fit_growth(Values{0, 2, 3}, Values{1, 1, 1}));
}

TEST(Growth, one_entity_has_no_logarithm_and_is_fitted_all_the_same) {
  const auto growth = fit_growth(Values{1, 2, 4}, Values{2, 2, 2});
  ASSERT_TRUE(growth);
  EXPECT_EQ(growth->shape, Shape::kConstant);
}

}  // namespace
}  // namespace ecsbench::statistics
