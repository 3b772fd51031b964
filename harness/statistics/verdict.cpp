// An interval against a tolerance.
#include "harness/statistics/verdict.hpp"

#include <algorithm>
#include <cassert>

namespace ecsbench::statistics {

double tolerance(double threshold, std::optional<double> control_half_width) {
  assert(threshold >= 0);
  return std::max(threshold, 2 * control_half_width.value_or(0));
}

Answer answer(const std::optional<Interval>& ratio, double tolerance) {
  assert(tolerance >= 0);
  const double lowest_same = 1 / (1 + tolerance);
  const double highest_same = 1 + tolerance;
  if (!ratio) return Answer::kInconclusive;
  if (ratio->high < lowest_same) return Answer::kFaster;
  if (ratio->low > highest_same) return Answer::kSlower;
  if (ratio->low >= lowest_same && ratio->high <= highest_same) return Answer::kSame;
  return Answer::kInconclusive;
}

}  // namespace ecsbench::statistics
