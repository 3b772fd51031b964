// Draws launches, draws their rounds, keeps the median of the medians, reads off the tails.
#include "harness/statistics/launch_bootstrap.hpp"

#include <algorithm>
#include <random>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/ratio_of_logs.hpp"

namespace ecsbench::statistics {
namespace {

using ValuesByLaunch = std::vector<std::vector<double>>;

double middle_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double drawn_median(const std::vector<double>& values, std::mt19937_64& random, std::vector<double>& room) {
  std::uniform_int_distribution<std::size_t> any(0, values.size() - 1);
  room.resize(values.size());
  for (double& value : room) value = values[any(random)];
  return middle_of(room);
}

Interval resampled(const ValuesByLaunch& launches, const Confidence& confidence, const Resampling& resampling) {
  std::mt19937_64 random(resampling.seed);
  std::uniform_int_distribution<std::size_t> any(0, launches.size() - 1);
  std::vector<double> replicates(replicates_drawn(resampling, confidence)), medians(launches.size()), room;
  for (double& replicate : replicates) {
    for (double& median : medians) median = drawn_median(launches[any(random)], random, room);
    replicate = middle_of(medians);
  }
  std::sort(replicates.begin(), replicates.end());
  const auto outside = static_cast<std::size_t>(confidence.tail() * static_cast<double>(replicates.size()));
  return {replicates[outside], replicates[replicates.size() - 1 - outside]};
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
  if (logs.size() >= kFewestLaunchesDrawn) found.interval = resampled(logs, confidence, resampling);
  return exponential(found);
}

}  // namespace ecsbench::statistics
