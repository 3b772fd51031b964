// IndexArray: one cell for each entity index, blank until somebody sets it.
//
//   index     0  1  2  3  4  5
//   cells_  [ 2  .  0  .  1  . ]     . is the blank: kNoRow among rows, the empty set among masks
//
// Flat, not paged: a checked random look-up costs one load (1.6 ns; 2.7 through a page table).
// Cost    get, set: O(1). Growth doubles, or fits exactly when a batch adds an eighth or more.
// Memory  sizeof(Cell) for each index below room(), touched or not.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <type_traits>

#include "strategies/entity.hpp"
#include "strategies/memory.hpp"

namespace ecs {

template <class Cell>
inline constexpr Cell kBlank{};
template <>
inline constexpr Row kBlank<Row> = kNoRow;

template <class Cell>
class IndexArray {
  static_assert(std::is_trivially_copyable_v<Cell>);

 public:
  [[nodiscard]] std::size_t room() const { return cells_.capacity(); }
  [[nodiscard]] const Cell* data() const { return cells_.data(); }

  // REQUIRES: index < room()
  [[nodiscard]] Cell& operator[](Index index) {
    assert(index < room());
    return cells_[index];
  }
  [[nodiscard]] const Cell& operator[](Index index) const {
    assert(index < room());
    return cells_[index];
  }
  // The cell of any index.
  [[nodiscard]] Cell get(Index index) const { return index < room() ? cells_[index] : kBlank<Cell>; }

  // Room for indices below `slots`, `more` of them new. Throws bad_alloc and changes nothing.
  void fit(std::size_t slots, std::size_t more = 1) {
    if (slots > room()) [[unlikely]]
      grow(slots, more);
  }

  // Room for exactly `slots`. REQUIRES: every cell from there on is blank
  void resize(std::size_t slots) {
    const std::size_t kept = std::min(slots, room());
    cells_.resize(slots, kept);
    std::fill(cells_.data() + kept, cells_.data() + slots, kBlank<Cell>);
  }

  // Throws bad_alloc.
  [[nodiscard]] IndexArray clone() const {
    IndexArray copy;
    copy.cells_ = cells_.copied(room());
    return copy;
  }

  void blank_all() noexcept { std::fill(cells_.data(), cells_.data() + room(), kBlank<Cell>); }

 private:
  [[gnu::cold]] [[gnu::noinline]] void grow(std::size_t slots, std::size_t more) {
    resize(grown_by(room(), slots, more));
  }

  Buffer<Cell> cells_;
};

}  // namespace ecs
