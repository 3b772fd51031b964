// The modelled misses of a block, for people; beside them what the processor counted, where it did.
//
//     cache model     loads,   lines    L1 data      L2      L3   L1 data   last level
//     per match      stores            misses  misses  misses   counted      counted
//     ───────────────────────────────────────────────────────────────────────────────
//     archetype        6.00   0.250     0.250   0.250       0     0.251       0.0012
//       L1 32 KiB 8 ways, ...; no prefetcher
#pragma once

#include <cstddef>
#include <string>

#include "harness/report/block.hpp"

namespace ecsbench {

// Empty where nobody asked. Where no case has counts, one line that says why.
[[nodiscard]] std::string modelled_table(const Block& block, std::size_t width, bool colour);

}  // namespace ecsbench
