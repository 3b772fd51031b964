// Draws rounds, keeps the differences of the medians, reads off their tails.
#include "harness/statistics/round_bootstrap.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/ratio_of_logs.hpp"

namespace ecsbench::statistics {
namespace {

Interval resampled(std::span<const double> contender, std::span<const double> baseline, const Confidence& confidence,
                   const Resampling& resampling) {
  std::mt19937_64 random(resampling.seed);
  std::vector<double> replicates(replicates_drawn(resampling, confidence)), room;
  for (double& replicate : replicates) {
    replicate = drawn_median(contender, random, room);
    replicate -= drawn_median(baseline, random, room);
  }
  return percentile_interval(std::move(replicates), confidence.tail());
}

}  // namespace

std::optional<MedianEstimate> round_bootstrap(std::span<const double> contender, std::span<const double> baseline,
                                              const Confidence& confidence, const Resampling& resampling) {
  const auto later = logarithms(contender), earlier = logarithms(baseline);
  if (!later || !earlier) return std::nullopt;
  MedianEstimate difference{*median(*later) - *median(*earlier), std::nullopt};
  if (std::min(later->size(), earlier->size()) >= rounds_needed(confidence)) {
    difference.interval = resampled(*later, *earlier, confidence, resampling);
  }
  return exponential(difference);
}

}  // namespace ecsbench::statistics
