// IndexList: entity indices, each once, that a scan walks: the rows of a pool, or a list kept by a reactive world.
//
//   [ 4  5  6  7  9  1 ... ]      4 to 7 follow each other, so what is indexed by entity lies side by side
//
// It owns nothing: good until the next change of whoever keeps the indices.
#pragma once

#include <cstddef>

#include "strategies/entity.hpp"

namespace ecs {

struct IndexList {
  static constexpr std::size_t kLine = 32;  // rows compared at a time: two or four vector registers

  const Index* indices = nullptr;
  std::size_t size = 0;
  bool ascending = true;  // false also if nobody knows

  // Does it hold every index from its first to its last, in order? Then place == index - first.
  [[nodiscard]] bool is_range() const {
    return ascending && size != 0 && indices[size - 1] - indices[0] + std::size_t{1} == size;
  }

  // From `at` on, how many follow each other? All that are left, or whole lines.
  [[nodiscard]] std::size_t following_from(std::size_t at) const {
    if (is_range()) return size - at;
    const Index* const first = indices + at;
    std::size_t n = 0;
    while (at + n + kLine <= size && line_follows(first + n, first[0] + static_cast<Index>(n))) n += kLine;
    return n;
  }

 private:
  [[nodiscard]] static bool line_follows(const Index* line, Index expected) {
    Index differences = 0;
    for (std::size_t i = 0; i < kLine; ++i) differences |= line[i] ^ (expected + static_cast<Index>(i));
    return differences == 0;
  }
};

}  // namespace ecs
