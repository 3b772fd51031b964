// Random numbers that are the same with every compiler and standard library: SplitMix64 and a Fisher-Yates shuffle.
// (std::shuffle and the standard distributions are free to differ, and do.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "harness/workloads/digest.hpp"

namespace ecsbench {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_{mix(seed)} {}

  std::uint64_t next() { return mix(state_++); }

  // Uniform in [0, n) by multiply and shift; the bias is below n / 2^64. REQUIRES: n > 0
  std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64);
  }

 private:
  std::uint64_t state_;
};

// Fisher and Yates, from the back.
template <class Value>
void shuffle(std::vector<Value>& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[static_cast<std::size_t>(random.below(i))]);
  }
}

}  // namespace ecsbench
