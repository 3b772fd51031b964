// Medians of logarithms, and back by exp.
#include "harness/statistics/paired_ratio.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ecsbench::statistics {

std::optional<MedianEstimate> paired_ratio(std::span<const double> contender, std::span<const double> baseline,
                                           const Confidence& confidence) {
  assert(contender.size() == baseline.size());
  std::vector<double> logs;
  logs.reserve(contender.size());
  for (std::size_t round = 0; round < contender.size(); ++round) {
    if (!(contender[round] > 0 && baseline[round] > 0)) return std::nullopt;
    logs.push_back(std::log(contender[round]) - std::log(baseline[round]));
  }
  auto estimate = estimate_median(logs, confidence);
  if (!estimate || !std::isfinite(std::exp(estimate->median))) return std::nullopt;
  estimate->median = std::exp(estimate->median);
  if (estimate->interval) {
    estimate->interval = Interval{std::exp(estimate->interval->low), std::exp(estimate->interval->high)};
    if (!std::isfinite(estimate->interval->high)) estimate->interval.reset();
  }
  return estimate;
}

std::optional<double> relative_half_width(const Interval& ratio) {
  if (!(ratio.low > 0 && ratio.high >= ratio.low && std::isfinite(ratio.high))) return std::nullopt;
  return std::sqrt(ratio.high / ratio.low) - 1;
}

}  // namespace ecsbench::statistics
