// Allocations: how often a thread has asked operator new for memory, whoever asked: a storage, a visitor, a library.
//
// The program's operator new is replaced by one that counts and otherwise does what the usual one does: malloc. Every other
// form of it (arrays, nothrow) ends in the two that are replaced, also in shared objects. What is taken without it (malloc,
// mmap) is not seen. A sanitizer keeps its own operator new: then nothing is counted.
// Cost  one addition to a number of the thread. A new and a delete of 64 bytes take 18 ns here and 21 with the usual one,
//       which lies a jump further away.
#pragma once

#include <cstdint>

namespace ecsbench {

// Whether this program counts: false under a sanitizer that watches the heap.
[[nodiscard]] bool counts_allocations();

// By the calling thread, since it began. REQUIRES: counts_allocations()
[[nodiscard]] std::uint64_t allocations_of_this_thread();

}  // namespace ecsbench
