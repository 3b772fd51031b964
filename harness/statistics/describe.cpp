// Copies in order, as far as it is needed.
#include "harness/statistics/describe.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace ecsbench::statistics {
namespace {

bool are_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

// What stands at `place` when the values are sorted, and after it: the rest is left in any order.
std::pair<double, double> neighbours(std::span<double> values, std::size_t place) {
  const auto here = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), here, values.end());
  const auto next = std::min_element(here + 1, values.end());
  return {*here, next == values.end() ? *here : *next};
}

}  // namespace

std::optional<std::vector<double>> sorted(std::span<const double> values) {
  if (values.empty() || !are_finite(values)) return std::nullopt;
  std::vector<double> ordered(values.begin(), values.end());
  std::sort(ordered.begin(), ordered.end());
  return ordered;
}

std::optional<double> median(std::span<const double> values) {
  if (values.empty() || !are_finite(values)) return std::nullopt;
  std::vector<double> copy(values.begin(), values.end());
  const auto [lower, upper] = neighbours(copy, (copy.size() - 1) / 2);
  return copy.size() % 2 == 1 ? lower : std::midpoint(lower, upper);
}

std::optional<double> raw_mad(std::span<const double> values) {
  const auto middle = median(values);
  if (!middle) return std::nullopt;
  std::vector<double> deviations(values.begin(), values.end());
  for (double& value : deviations) value = std::abs(value - *middle);
  return median(deviations);
}

std::optional<double> scaled_mad(std::span<const double> values) {
  const auto mad = raw_mad(values);
  if (!mad) return std::nullopt;
  return *mad * kSigmasPerMad;
}

std::optional<double> quantile(std::span<const double> values, double share) {
  assert(share >= 0 && share <= 1);
  if (values.empty() || !are_finite(values)) return std::nullopt;
  std::vector<double> copy(values.begin(), values.end());
  const double position = static_cast<double>(copy.size() - 1) * share;
  const auto [lower, upper] = neighbours(copy, static_cast<std::size_t>(position));
  return std::lerp(lower, upper, position - std::floor(position));
}

std::optional<double> minimum(std::span<const double> values) {
  if (values.empty() || !are_finite(values)) return std::nullopt;
  return *std::min_element(values.begin(), values.end());
}

std::optional<double> maximum(std::span<const double> values) {
  if (values.empty() || !are_finite(values)) return std::nullopt;
  return *std::max_element(values.begin(), values.end());
}

}  // namespace ecsbench::statistics
