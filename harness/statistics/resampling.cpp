// How many rounds and replicates; what is drawn; which of the replicates bound an interval.
#include "harness/statistics/resampling.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "harness/statistics/normal.hpp"

namespace ecsbench::statistics {
namespace {

// Student's t beyond which as much lies as beyond the normal `z`, by the first terms of the expansion of Cornish and
// Fisher: within 0.2 % for 5 degrees of freedom or more and z up to 2.
double student_quantile(double z, double freedom) {
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom);
}

}  // namespace

std::size_t rounds_needed(const Confidence& confidence) {
  std::size_t rounds = 1;
  while (!median_interval_rank(rounds, confidence)) ++rounds;
  return rounds;
}

std::size_t replicates_drawn(const Resampling& resampling, const Confidence& confidence) {
  return std::max(resampling.replicates, static_cast<std::size_t>(std::ceil(1 / confidence.tail())) + 1);
}

double middle_of(std::vector<double>& values) {
  assert(!values.empty());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double drawn_median(std::span<const double> values, std::mt19937_64& random, std::vector<double>& room) {
  AnyRound any(values.size());
  room.resize(values.size());
  for (double& value : room) value = values[any(random)];
  return middle_of(room);
}

double expanded_tail(double tail, std::size_t rounds) {
  assert(rounds > 1);
  const double freedom = static_cast<double>(rounds - 1);
  const double stretch = std::sqrt(static_cast<double>(rounds) / freedom);
  return normal_above(stretch * student_quantile(normal_quantile(tail), freedom));
}

Interval percentile_interval(std::vector<double> replicates, double tail) {
  const auto outside = static_cast<std::ptrdiff_t>(tail * static_cast<double>(replicates.size()));
  const auto last = static_cast<std::ptrdiff_t>(replicates.size()) - 1 - outside;
  assert(outside <= last);
  std::nth_element(replicates.begin(), replicates.begin() + outside, replicates.end());
  if (last > outside) std::nth_element(replicates.begin() + outside + 1, replicates.begin() + last, replicates.end());
  return {replicates[static_cast<std::size_t>(outside)], replicates[static_cast<std::size_t>(last)]};
}

}  // namespace ecsbench::statistics
