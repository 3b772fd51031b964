// The larger of the factors that the two bounds ask for.
#include "harness/statistics/decide.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace ecsbench::statistics {
namespace {

// How many times as many values bring the interval back to one side of the bound; 1 where it lies there already.
double factor_for(double bound, double median, double low, double high) {
  if (bound <= low || bound >= high) return 1;
  const double reach = bound > median ? high - median : median - low;
  const double distance = std::abs(bound - median);
  return (reach / distance) * (reach / distance);  // infinite on the bound
}

std::uint64_t rounded_up(double count) {
  const double unit = std::pow(10, std::max(std::floor(std::log10(count)) - 1, 0.0));
  return static_cast<std::uint64_t>(std::ceil(count / unit - 1e-9) * unit);
}

}  // namespace

std::optional<std::uint64_t> values_to_decide(double median, const Interval& interval, double tolerance,
                                              std::uint64_t values) {
  assert(interval.low > 0 && interval.low <= median && median <= interval.high);
  assert(tolerance >= 0 && values > 0);
  constexpr double kMostTimes = 1e4;
  const double centre = std::log(median), low = std::log(interval.low), high = std::log(interval.high);
  const double bound = std::log1p(tolerance);
  const double factor = std::max(factor_for(bound, centre, low, high), factor_for(-bound, centre, low, high));
  if (!(factor > 1) || factor > kMostTimes) return std::nullopt;
  return rounded_up(static_cast<double>(values) * factor);
}

}  // namespace ecsbench::statistics
