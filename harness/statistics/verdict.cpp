// An interval against a tolerance.
#include "harness/statistics/verdict.hpp"

#include <algorithm>
#include <cassert>

#include "harness/statistics/paired_ratio.hpp"

namespace ecsbench::statistics {

double tolerance(double threshold, const std::optional<Interval>& control) {
  assert(threshold >= 0);
  if (!control) return threshold;
  const auto half_width = relative_half_width(*control);
  assert(half_width);
  const double bias = std::max(control->high, 1 / control->low) - 1;
  return std::max({threshold, 2 * *half_width, bias});
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
