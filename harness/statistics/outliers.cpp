#include "harness/statistics/outliers.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {

std::optional<Outliers> outliers(std::span<const double> times) {
  constexpr double kMildReach = 1.5, kSevereReach = 3;
  constexpr double kLeastReach = 0.01;
  std::vector<double> logs;
  logs.reserve(times.size());
  for (const double time : times) logs.push_back(time > 0 ? std::log(time) : NAN);
  const auto first = quantile(logs, 0.25), third = quantile(logs, 0.75);
  if (!first || !third) return std::nullopt;

  Outliers counted;
  for (const double value : logs) {
    const double beyond = std::max(*first - value, value - *third);
    if (beyond > std::max(kSevereReach * (*third - *first), kLeastReach)) {
      ++counted.severe;
    } else if (beyond > std::max(kMildReach * (*third - *first), kLeastReach)) {
      ++counted.mild;
    }
  }
  return counted;
}

}  // namespace ecsbench::statistics
