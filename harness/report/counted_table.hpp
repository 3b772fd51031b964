// The counters of a block, for people: a second, small table below the times. Only where the processor counted.
//
//     counted     instruc-   cycles   instr. per   branch   L1 data   last level   counted
//     per match      tions                 cycle   misses    misses       misses
//     ────────────────────────────────────────────────────────────────────────────────────
//     archetype       1.31    0.840         1.56   0.0001     0.252       0.0312     100 %
#pragma once

#include <cstddef>
#include <string>

#include "harness/report/block.hpp"

namespace ecsbench {

// Empty where no case of the block has counters.
[[nodiscard]] std::string counted_table(const Block& block, std::size_t width, bool colour);

}  // namespace ecsbench
