// When is a percentile worth printing?
//
// A two-sided interval of the q-quantile has a finite upper end only if the largest of n
// independent values lies above the quantile often enough: P(all n below) = q^n <= (1 - level) / 2.
// At 95 % that takes
//
//   p90  36 values     p95  72     p99  368     p99.9  3688
//
// Below that, a "p99" is just the maximum under another name, and the answer is n/a. From there on the number of values
// below the quantile is binomial (n, q), and two of the sorted values bound it:
//
//   n = 368, q = 0.99    from the 360th to the 368th       n = 4000    from the 3947th to the 3973rd
//
// Source  Hahn & Meeker, Statistical Intervals.
// Cost    O(1) to judge, O(n log n) for the quantile.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

// Fewest values that support the quantile `share`. REQUIRES: 0 < share < 1, 0 < level < 1.
[[nodiscard]] std::size_t values_needed(double share, double level = 0.95);

// The quantile (see describe.hpp); nullopt where the values are too few for it or not finite.
[[nodiscard]] std::optional<double> supported_quantile(std::span<const double> values, double share,
                                                       double level = 0.95);

// Ranks, from 1, of two of the sorted values.
struct Ranks {
  std::size_t low = 0, high = 0;
  friend bool operator==(const Ranks&, const Ranks&) = default;
};

// Between which of `count` independent values the quantile lies; nullopt where they are too few for an interval with two
// ends. REQUIRES: 0 < share < 1. Cost: O(sqrt(count)).
[[nodiscard]] std::optional<Ranks> quantile_ranks(std::size_t count, double share, const Confidence& confidence);

}  // namespace ecsbench::statistics
