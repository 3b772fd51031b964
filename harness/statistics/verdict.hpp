// Four answers to "is it faster?", read off the interval of a ratio and a tolerance T:
//
//            1/(1+T)      1      1+T
//   ---------[ . . . . . . . . . ]---------> ratio = contender's time / baseline's time
//    |--|                                     faster
//                 |----|                      same within T
//                                  |--|       slower
//          |-------|                          inconclusive: measure longer
//
// "Inconclusive" is not "same": the first says that the run cannot tell, the second that the
// difference is too small to matter. T is never below what the run can resolve: a strategy measured
// against its own copy (the control) comes out as same.
#pragma once

#include <optional>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

enum class Answer { kFaster, kSlower, kSame, kInconclusive };

// The largest of `threshold`, twice the relative half-width (paired_ratio.hpp) of the control's interval (its noise), and the
// distance of the interval's farther end from 1 (its bias, as from two copies that lie differently
// in memory). `threshold` alone where no control was measured. Relative: 0.02 is 2 %.
// REQUIRES: threshold >= 0; the control lies above zero and is finite.
[[nodiscard]] double tolerance(double threshold, const std::optional<Interval>& control);

// Inconclusive without an interval. REQUIRES: tolerance >= 0.
[[nodiscard]] Answer answer(const std::optional<Interval>& ratio, double tolerance);

}  // namespace ecsbench::statistics
