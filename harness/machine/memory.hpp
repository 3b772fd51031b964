// How much memory there is, and how much of it this process may still take: asked before a run that
// would not fit, so that it is refused with a sentence and not killed half way.
//
//   available = min( what the kernel could hand out now,
//                    what each control group on the way up to the root still allows,
//                    what the limit on the address space (ulimit -v) still allows )
//
// Swap is not counted: a benchmark that swaps measures the disk.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/machine/machine.hpp"

namespace ecsbench {

// Bytes of memory the machine has; empty when unreadable.
[[nodiscard]] std::optional<std::uint64_t> memory_total_bytes(const Machine& machine);

// Bytes this process may still take; empty when nothing says. Reads control groups of version 1 and
// 2; memory that a group only uses for files it could drop counts as free.
[[nodiscard]] std::optional<std::uint64_t> memory_available_bytes(const Machine& machine);

}  // namespace ecsbench
