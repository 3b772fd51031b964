#include "harness/statistics/trend.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {
namespace {

constexpr std::size_t kFewest = 6, kMost = 256;

// REQUIRES: all values are finite.
std::vector<double> condensed(std::span<const double> values) {
  if (values.size() <= kMost) return {values.begin(), values.end()};
  std::vector<double> medians;
  for (std::size_t stretch = 0; stretch < kMost; ++stretch) {
    const std::size_t begin = stretch * values.size() / kMost, end = (stretch + 1) * values.size() / kMost;
    medians.push_back(*median(values.subspan(begin, end - begin)));
  }
  return medians;
}

// Per step from one value to the next.
double median_slope(const std::vector<double>& values) {
  std::vector<double> slopes;
  slopes.reserve(values.size() * (values.size() - 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
    }
  }
  return *median(slopes);
}

}  // namespace

std::optional<double> relative_drift(std::span<const double> times) {
  if (times.size() < kFewest) return std::nullopt;
  std::vector<double> logs;
  logs.reserve(times.size());
  for (const double time : times) {
    if (!(time > 0 && std::isfinite(time))) return std::nullopt;
    logs.push_back(std::log(time));
  }
  const std::vector<double> values = condensed(logs);
  const double drift = std::expm1(median_slope(values) * static_cast<double>(values.size() - 1));
  return std::isfinite(drift) ? std::optional(drift) : std::nullopt;
}

}  // namespace ecsbench::statistics
