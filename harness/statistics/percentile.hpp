// When is a percentile worth printing?
//
// A two-sided interval of the q-quantile has a finite upper end only if the largest of n
// independent values lies above the quantile often enough: P(all n below) = q^n <= (1 - level) / 2.
// At 95 % that takes
//
//   p90  36 values     p95  72     p99  368     p99.9  3688
//
// Below that, a "p99" is just the maximum under another name, and the answer is n/a.
// Source  Hahn & Meeker, Statistical Intervals.
// Cost    O(1) to judge, O(n log n) for the quantile.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ecsbench::statistics {

// Fewest values that support the quantile `share`. REQUIRES: 0 < share < 1, 0 < level < 1.
[[nodiscard]] std::size_t values_needed(double share, double level = 0.95);

// The quantile (see describe.hpp); nullopt where the values are too few for it or not finite.
[[nodiscard]] std::optional<double> supported_quantile(std::span<const double> values, double share,
                                                       double level = 0.95);

}  // namespace ecsbench::statistics
