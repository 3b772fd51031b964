// What any implementation must touch, beside what was timed: the third table of a block, for who doubts a number.
//
//     must touch   bytes per   lines per    GB/s   % of
//                      match       match           peak
//     ─────────────────────────────────────────────────
//     archetype         24.0       0.375     106     71
//
// Peak is the larger of triad and update at the block's own working set (machine/probes.hpp). Much above 100 % is impossible,
// and W20 says so.
#pragma once

#include <cstddef>
#include <string>

#include "harness/report/block.hpp"

namespace ecsbench {

// Empty where nobody knows what must be touched.
[[nodiscard]] std::string touched_table(const Block& block, std::size_t width, bool colour);

}  // namespace ecsbench
