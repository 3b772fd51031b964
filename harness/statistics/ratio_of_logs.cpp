// Logarithms where all of them exist.
#include "harness/statistics/ratio_of_logs.hpp"

#include <cmath>

namespace ecsbench::statistics {

std::optional<std::vector<double>> logarithms(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  std::vector<double> logs;
  logs.reserve(values.size());
  for (const double value : values) {
    if (!(value > 0 && std::isfinite(value))) return std::nullopt;
    logs.push_back(std::log(value));
  }
  return logs;
}

std::optional<MedianEstimate> exponential(const MedianEstimate& difference) {
  MedianEstimate ratio{std::exp(difference.median), std::nullopt};
  if (!std::isfinite(ratio.median)) return std::nullopt;
  if (!difference.interval) return ratio;
  const Interval interval{std::exp(difference.interval->low), std::exp(difference.interval->high)};
  if (interval.low > 0 && std::isfinite(interval.high)) ratio.interval = interval;
  return ratio;
}

}  // namespace ecsbench::statistics
