// Trend: does a series of times rise or fall from its first round to its last?
//
//   round     1    2    3    4    5        slopes of all pairs of ln(time): their median is the trend,
//   time     10.0 10.1 99.0 10.3 10.4      and the one wild round has no say
//
// Source  Theil (1950), Sen (1968): the median of the slopes of all pairs; up to 29 % of the rounds may be wild.
// Cost    O(n^2) for n <= 256 rounds; a longer series is first condensed to medians of 256 neighbouring stretches.
#pragma once

#include <optional>
#include <span>

namespace ecsbench::statistics {

// The change of the fitted line from the first to the last value, relative: 0.05 is 5 % slower at the end, -0.05 is 5 %
// faster. nullopt for fewer than 6 values, and where one is zero, negative or not finite.
[[nodiscard]] std::optional<double> relative_drift(std::span<const double> times);

}  // namespace ecsbench::statistics
