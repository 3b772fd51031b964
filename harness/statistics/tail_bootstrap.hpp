// How sure are the tails of the frame times? By rounds.
//
//   round 0   5 5 6 5 5 9      drawn 0 2 2   ->  5 5 6 5 5 9 5 7 5 5 5 5 5 7 5 5 5 5   its p95, p99, largest, p99 / median
//   round 1   5 5 5 5 5 5      drawn 1 0 1   ->  ...                                   are one replicate each
//   round 2   5 7 5 5 5 5
//
// A disturbance hits frames that stand together, so that whole rounds are drawn again and not frames (resampling.hpp).
// Left to itself such an interval is too narrow for few rounds, and ends too low where few frames lie beyond a percentile:
// of independent frames it held the p99 in 88 to 93 % of cases, not 95. So the tails that are left out are those of
// Student's t (expanded_tail), and no interval is narrower than order statistics give it for independent frames
// (quantile_ranks). It stays approximate. Simulated, log-normal frames, 2 000 runs each; 20 to 100 rounds of 16 to 40 frames:
//
//   share of the variance of log time       true p95 within     p99                p99 / median
//   that a whole round has in common  0     95.7 to 97.5 %      96.7 to 98.2 %     97.1 to 98.2 %
//                                   1/10    93.5 to 95.7 %      94.4 to 97.1 %     95.9 to 98.0 %
//                                   3/10    90.5 to 93.0 %      88.8 to 95.5 %     93.2 to 97.1 %
//
// No drawing holds a longer frame than was seen: the interval of the largest ends at the largest. What it tells is how
// much of it hangs on single rounds.
// Cost    for n frames in r rounds: one sort; then a replicate sums a few marks of r counts each and walks the frames between
//         two of them. Deterministic: the same seed and data give the same intervals.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/statistics/median_interval.hpp"
#include "harness/statistics/resampling.hpp"

namespace ecsbench::statistics {

// Absent where there are too few frames for the percentile itself: 72 for p95, 368 for p99 (percentile.hpp).
struct TailIntervals {
  std::optional<Interval> p95, p99;
  Interval largest;
  std::optional<Interval> p99_to_median;
};

// Of the frames of all rounds together. nullopt with fewer rounds than rounds_needed(), and where a round has no frame or
// a time is zero, negative or not finite.
[[nodiscard]] std::optional<TailIntervals> tail_bootstrap(std::span<const std::vector<double>> rounds,
                                                          const Confidence& confidence, const Resampling& resampling);

}  // namespace ecsbench::statistics
