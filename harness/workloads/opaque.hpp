// Two walls that the optimiser cannot see through, so that no frame is worked out ahead of time or left out.
//
// The same as benchmark::DoNotOptimize and ClobberMemory; six lines of our own because benchmark.h would cost every
// timed unit half a second to compile.
#pragma once

namespace ecsbench {

// A value that the compiler knows nothing about.
template <class Value>
[[nodiscard]] inline Value opaque(Value value) {
  asm volatile("" : "+g"(value));
  return value;
}

// Everything in memory may have been read and written here.
inline void clobber_memory() {
  asm volatile("" : : : "memory");
}

}  // namespace ecsbench
