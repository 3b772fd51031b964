// MemoryTable: what each world owns, and what it took to get there.
//
//   memory         payload    index    slack    total     peak   over-   allocations
//                                                                head    a frame
//   archetype      16.0 MB  16.0 MB  0.00 MB  32.0 MB  32.0 MB  1.2 MB  0
#pragma once

#include <cstddef>
#include <string>

#include "harness/report/block.hpp"

namespace ecsbench {

// Begins with a blank line; "" where nobody says what it owns.
[[nodiscard]] std::string memory_table(const Block& block, std::size_t width, bool colour);

}  // namespace ecsbench
