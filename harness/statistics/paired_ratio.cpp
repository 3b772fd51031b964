// Medians of differences of logarithms, and back by exp.
#include "harness/statistics/paired_ratio.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <vector>

#include "harness/statistics/ratio_of_logs.hpp"

namespace ecsbench::statistics {

std::optional<MedianEstimate> paired_ratio(std::span<const double> contender, std::span<const double> baseline,
                                           const Confidence& confidence) {
  assert(contender.size() == baseline.size());
  const auto later = logarithms(contender), earlier = logarithms(baseline);
  if (!later || !earlier) return std::nullopt;
  std::vector<double> logs(later->size());
  std::transform(later->begin(), later->end(), earlier->begin(), logs.begin(), std::minus<>());
  const auto estimate = estimate_median(logs, confidence);
  return estimate ? exponential(*estimate) : std::nullopt;
}

std::optional<double> relative_half_width(const Interval& ratio) {
  if (!(ratio.low > 0 && ratio.high >= ratio.low && std::isfinite(ratio.high))) return std::nullopt;
  return std::sqrt(ratio.high / ratio.low) - 1;
}

}  // namespace ecsbench::statistics
