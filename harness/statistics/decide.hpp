// How many values would likely decide what is inconclusive?
//
// An interval narrows with the square root of what it is made from. It decides once it no longer crosses a bound of the
// tolerance (verdict.hpp): the end that reaches across must come back to the bound.
//
//                1      1+T
//   -------------|-------[----x----]------->    x the estimate, in logarithms
//                    |-d-|                      d from the estimate to the bound,
//               |----h---|                      h from the estimate to the end beyond it: (h / d)^2 times as many values
//
// Likely, not surely: the estimate moves too, and with it d. An estimate on the bound would take any number.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

// So many in all, rounded up to two digits, where an interval made from `values` crosses a bound of the tolerance.
// Nothing where it crosses none, or where ten thousand times as many would not do.
// REQUIRES: 0 < low <= median <= high, tolerance >= 0, values > 0.
[[nodiscard]] std::optional<std::uint64_t> values_to_decide(double median, const Interval& interval, double tolerance,
                                                            std::uint64_t values);

}  // namespace ecsbench::statistics
