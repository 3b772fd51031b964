// How much longer does a contender take than a baseline that was measured beside it?
//
//   round         1      2      3     ...    the machine slows down from round to round: a drift
//   contender   200    210    231            its own median moves by 15 %,
//   baseline    100    105    115.5          but every ratio is 2: the drift hits both and cancels
//   ln(a/b)    .693   .693   .693            median, interval by order statistics, then exp
//
// The logarithm makes "a against b" and "b against a" the same statement: swapping the two inverts
// the result exactly.
// Answers nullopt where there is no ratio: no rounds, or a time that is zero, negative or not
// finite. No round is left out silently.
// Cost  O(n log n).
#pragma once

#include <optional>
#include <span>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

// Median over rounds of contender[r] / baseline[r], both in the same unit; below 1 the contender is
// faster. `confidence.statements` is the number of contenders compared at once. REQUIRES: both have
// one value for each round.
[[nodiscard]] std::optional<MedianEstimate> paired_ratio(std::span<const double> contender,
                                                         std::span<const double> baseline,
                                                         const Confidence& confidence);

// Half the width of a ratio's interval, relative and symmetric under inversion: sqrt(high / low)
// - 1. 0.01 reads "known to within 1 %". nullopt for an interval that does not lie above zero.
[[nodiscard]] std::optional<double> relative_half_width(const Interval& ratio);

}  // namespace ecsbench::statistics
