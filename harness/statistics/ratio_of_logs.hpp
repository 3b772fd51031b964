// From times to logarithms, and from a difference of logarithms back to a ratio.
//
//   1000 ns, 1020 ns  ->  6.908, 6.928  ->  difference 0.0198  ->  ratio 1.02
//
// The logarithm makes "a against b" and "b against a" the same statement: swapping the two inverts the result exactly.
// Cost  O(n).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

// nullopt for an empty list and where a value is zero, negative or not finite: it has no logarithm.
[[nodiscard]] std::optional<std::vector<double>> logarithms(std::span<const double> values);

// The estimate and its interval by exp. nullopt where the ratio is too large for a double; without an interval where
// only that is.
[[nodiscard]] std::optional<MedianEstimate> exponential(const MedianEstimate& difference);

}  // namespace ecsbench::statistics
