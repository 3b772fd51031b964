// MemoryTable: what each world owns, and what it took to get there.
//
//   memory       payload     index    slack    total     peak   over-   allocations
//                                                                head       a frame
//   archetype     160 kB    160 kB   1.4 kB   322 kB   322 kB   388 B             0
//   boxed         560 kB    160 kB  80.1 kB   800 kB      n/a     n/a             0
#pragma once

#include <cstddef>
#include <string>

#include "harness/report/block.hpp"

namespace ecsbench {

// Begins with a blank line; "" where nobody says what it owns.
[[nodiscard]] std::string memory_table(const Block& block, std::size_t width, bool colour);

}  // namespace ecsbench
