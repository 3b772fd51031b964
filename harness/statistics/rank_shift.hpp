// How much longer does a contender take than a baseline that was measured at another time? By launches.
//
// A launch is one run of a program: what differs from launch to launch (where memory lies, who else computes) differs
// between two files too, so the launches are what is counted. Every difference of the logarithms of a contender's and a
// baseline's launch is a guess at the shift; the middle one is the estimate (Hodges-Lehmann), the k-th from either end
// are the interval:
//
//   new 5 launches, old 5 launches   25 differences, sorted   d1 d2 [ d3 ... d13 ... d23 ] d24 d25
//
// k comes from the exact distribution of the Mann-Whitney statistic U, the number of pairs in which the contender is
// larger: an interval from the k-th difference misses the shift with probability 2 * P(U <= k - 1). Exact whatever the
// shape, as long as both have the same one; ties make it wider, never narrower.
// Source  Hodges & Lehmann (1963); Mann & Whitney (1947), whose recurrence gives P(U = u).
// Cost    O(m^2 n^2) for the distribution of m against n launches, O(m n log(m n)) for the differences.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

// P(U = u) for u = 0 ... m * n, where both samples come from one continuous distribution.
[[nodiscard]] std::vector<double> mann_whitney_distribution(std::size_t contenders, std::size_t baselines);

// Rank k >= 1, counted from either end, of the differences that bound the interval; nullopt when there are too few
// launches for the confidence.
[[nodiscard]] std::optional<std::size_t> rank_shift_rank(std::size_t contenders, std::size_t baselines,
                                                         const Confidence& confidence);

// Fewest launches on each side that give an interval at this confidence.
[[nodiscard]] std::size_t launches_needed(const Confidence& confidence);

// The shift as a ratio contender / baseline; below 1 the contender is faster. The interval is absent when there are too
// few launches for it; nullopt when a list is empty or holds a time that is zero, negative or not finite.
[[nodiscard]] std::optional<MedianEstimate> rank_shift(std::span<const double> contender,
                                                       std::span<const double> baseline, const Confidence& confidence);

}  // namespace ecsbench::statistics
