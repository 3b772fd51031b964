// Pivot: a sweep at a glance. Where a workload was measured at several points of an axis, its points become columns.
//
//   move/same-order · ns per match by entities
//
//     strategy       1 000   32 000   1 000 000
//     fits              L1       L2          L3      the smallest cache that holds the payload, "memory" where none does
//     ─────────────────────────────────────────
//     limit          0.105    0.118       0.227
//     archetype      0.108    0.121       0.231
//     bitset         0.142    0.139       0.244
//
// The axis is what has the most points: entities, threads, or a parameter. What else varies makes pivots of its own, so that
// within one pivot only one thing changes. Strategies stand in the order of their last column, lines by hand first.
#pragma once

#include <cstddef>
#include <string>

#include "harness/report/result.hpp"

namespace ecsbench {

// One after another, each ended by an empty line; empty where nothing was swept.
[[nodiscard]] std::string pivots(const Result& result, std::size_t width, bool colour);

}  // namespace ecsbench
