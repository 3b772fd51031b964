// Modes: do the times fall into two heaps, with little between them?
//
//      count  |      #                    The best cut is the one that leaves the least variance within the two sides
//             |     ###          #        (Otsu). The heaps are two where they lie apart for their width:
//             |    #####   |    ###
//             +------------+-----------   D = distance of the means / standard deviation within      > 5
//              ln(time)   cut             and each holds 15 % of the times, and they are 2 % apart.
//
// Cut at its best place, one heap reads D = 2.6 (normal) to 3.5 (even). Of 200 times from a normal, even, exponential or
// log-normal distribution at most 1 of 2000 series read as two modes, and 1999 of 2000 did where 30 % of the times lie 6
// standard deviations off. A series that wanders far enough can read as two: look at the drift first (trend.hpp).
// Source  N. Otsu (1979), A threshold selection method from gray-level histograms.
// Cost    O(n log n) and a copy.
#pragma once

#include <optional>
#include <span>

namespace ecsbench::statistics {

struct TwoModes {
  double quick = 0, slow = 0;  // geometric means of the two heaps, in the unit of the times
  double slow_share = 0;       // of the times
};

// nullopt where there is one heap, fewer than 200 times, or a time that is zero, negative or not finite.
[[nodiscard]] std::optional<TwoModes> two_modes(std::span<const double> times);

}  // namespace ecsbench::statistics
