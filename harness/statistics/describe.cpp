// Sorted copies, and what is read off them.
#include "harness/statistics/describe.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace ecsbench::statistics {
namespace {

double quantile_of_sorted(std::span<const double> ordered, double share) {
  const double position = static_cast<double>(ordered.size() - 1) * share;
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 == ordered.size()) return ordered[below];
  return std::lerp(ordered[below], ordered[below + 1], position - std::floor(position));
}

}  // namespace

std::optional<std::vector<double>> sorted(std::span<const double> values) {
  const auto finite = [](double value) { return std::isfinite(value); };
  if (values.empty() || !std::all_of(values.begin(), values.end(), finite)) return std::nullopt;
  std::vector<double> ordered(values.begin(), values.end());
  std::sort(ordered.begin(), ordered.end());
  return ordered;
}

std::optional<double> median(std::span<const double> values) {
  const auto ordered = sorted(values);
  if (!ordered) return std::nullopt;
  const std::size_t count = ordered->size();
  return std::midpoint((*ordered)[(count - 1) / 2], (*ordered)[count / 2]);
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
  const auto ordered = sorted(values);
  if (!ordered) return std::nullopt;
  return quantile_of_sorted(*ordered, share);
}

std::optional<double> minimum(std::span<const double> values) {
  return quantile(values, 0);
}

std::optional<double> maximum(std::span<const double> values) {
  return quantile(values, 1);
}

}  // namespace ecsbench::statistics
