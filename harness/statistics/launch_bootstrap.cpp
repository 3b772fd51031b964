// Draws launches, draws their rounds, keeps the median of the medians, reads off the expanded tails.
#include "harness/statistics/launch_bootstrap.hpp"

#include <cstddef>
#include <random>
#include <utility>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/ratio_of_logs.hpp"

namespace ecsbench::statistics {
namespace {

using ValuesByLaunch = std::vector<std::vector<double>>;

Interval resampled(const ValuesByLaunch& launches, const Confidence& confidence, const Resampling& resampling) {
  std::mt19937_64 random(resampling.seed);
  AnyRound any(launches.size());
  std::vector<double> replicates(replicates_drawn(resampling, confidence)), medians(launches.size()), room;
  for (double& replicate : replicates) {
    for (double& median : medians) median = drawn_median(launches[any(random)], random, room);
    replicate = middle_of(medians);
  }
  return percentile_interval(std::move(replicates), expanded_tail(confidence.tail(), launches.size()));
}

}  // namespace

std::optional<MedianEstimate> launch_bootstrap(std::span<const std::vector<double>> launches,
                                               const Confidence& confidence, const Resampling& resampling) {
  ValuesByLaunch logs;
  std::vector<double> medians;
  for (const std::vector<double>& launch : launches) {
    const auto log = logarithms(launch);
    if (!log) return std::nullopt;
    medians.push_back(*median(*log));
    logs.push_back(*log);
  }
  if (medians.empty()) return std::nullopt;
  MedianEstimate found{*median(medians), std::nullopt};
  if (logs.size() >= rounds_needed(confidence)) found.interval = resampled(logs, confidence, resampling);
  return exponential(found);
}

}  // namespace ecsbench::statistics
