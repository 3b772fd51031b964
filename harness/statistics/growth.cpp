#include "harness/statistics/growth.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace ecsbench::statistics {
namespace {

double value_of(Shape shape, double size) {
  switch (shape) {
    case Shape::kConstant:
      return 1;
    case Shape::kLogarithmic:
      return std::log2(size);
    case Shape::kLinear:
      return size;
  }
  return 1;
}

Growth fitted(Shape shape, std::span<const double> sizes, std::span<const double> costs) {
  double squares = 0, products = 0, sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double value = value_of(shape, sizes[i]);
    squares += value * value;
    products += value * costs[i];
    sum += costs[i];
  }
  const double coefficient = products / squares;
  double residuals = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double residual = costs[i] - coefficient * value_of(shape, sizes[i]);
    residuals += residual * residual;
  }
  const auto count = static_cast<double>(sizes.size());
  return {shape, coefficient, std::sqrt(residuals / count) / (sum / count)};
}

bool can_be_fitted(std::span<const double> sizes, std::span<const double> costs) {
  const std::set<double> different(sizes.begin(), sizes.end());
  return different.size() >= kFewestSizes &&
         std::all_of(sizes.begin(), sizes.end(), [](double size) { return size >= 1; }) &&
         std::all_of(costs.begin(), costs.end(), [](double cost) { return std::isfinite(cost) && cost > 0; });
}

}  // namespace

std::optional<Growth> fit_growth(std::span<const double> sizes, std::span<const double> costs) {
  assert(sizes.size() == costs.size());
  if (!can_be_fitted(sizes, costs)) return std::nullopt;
  Growth best = fitted(Shape::kConstant, sizes, costs);
  for (const Shape shape : {Shape::kLogarithmic, Shape::kLinear}) {
    const Growth other = fitted(shape, sizes, costs);
    if (other.relative_rms < best.relative_rms) best = other;
  }
  return best;
}

}  // namespace ecsbench::statistics
