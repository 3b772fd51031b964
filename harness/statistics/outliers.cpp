#include "harness/statistics/outliers.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {

std::optional<Fences> Fences::around(std::span<const double> times) {
  std::vector<double> logs;
  logs.reserve(times.size());
  for (const double time : times) logs.push_back(time > 0 ? std::log(time) : NAN);
  const auto first = quantile(logs, 0.25), third = quantile(logs, 0.75);
  if (!first || !third) return std::nullopt;
  return Fences(*first, *third);
}

Fences::Place Fences::judge(double time) const {
  constexpr double kMildReach = 1.5, kSevereReach = 3;
  constexpr double kLeastReach = 0.01;
  const double beyond = std::max(first_ - std::log(time), std::log(time) - third_);
  if (beyond > std::max(kSevereReach * (third_ - first_), kLeastReach)) return Place::kSevere;
  return beyond > std::max(kMildReach * (third_ - first_), kLeastReach) ? Place::kMild : Place::kWithin;
}

std::optional<Outliers> outliers(std::span<const double> times) {
  const auto fences = Fences::around(times);
  if (!fences) return std::nullopt;
  Outliers counted;
  for (const double time : times) {
    const Fences::Place place = fences->judge(time);
    if (place == Fences::Place::kSevere) ++counted.severe;
    if (place == Fences::Place::kMild) ++counted.mild;
  }
  return counted;
}

}  // namespace ecsbench::statistics
