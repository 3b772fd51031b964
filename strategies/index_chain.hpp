// IndexChain: a list of entity indices, each once, in an array that has a link for each index: nothing is allocated while
// it grows, so that a search or a death never fails half-way.
//
//   chain        4 -> 0 -> 2
//   index        0  1  2  3  4
//   next_      [ 2  .  2  .  0 ]      the last one leads to itself; . is not in the chain
//
// Invariant (checked by consistent())
//   (1) from first_ on, the links lead through all that have one, to last_.
// Cost    append, insert_after, has: O(1); release: O(length). Memory: 4 B an index.
#pragma once

#include <cassert>
#include <cstddef>
#include <limits>

#include "strategies/entity.hpp"
#include "strategies/memory.hpp"

namespace ecs {

class IndexChain {
 public:
  static constexpr Index kNone = std::numeric_limits<Index>::max();

  // Room for indices below `slots`. Throws bad_alloc and changes nothing.
  void fit(std::size_t slots) {
    if (slots > next_.size()) next_.resize(slots, kNone);
  }

  [[nodiscard]] bool empty() const { return first_ == kNone; }
  [[nodiscard]] bool has(Index index) const { return index < next_.size() && next_[index] != kNone; }
  [[nodiscard]] Index first() const { return first_; }
  // kNone behind the last. REQUIRES: has(index)
  [[nodiscard]] Index next(Index index) const { return next_[index] == index ? kNone : next_[index]; }

  // REQUIRES: !has(index), and room for it, here and below
  void append(Index index) noexcept {
    assert(index < next_.size() && !has(index));
    next_[index] = index;
    if (empty()) {
      first_ = index;
    } else {
      next_[last_] = index;
    }
    last_ = index;
  }
  // REQUIRES: has(place)
  void insert_after(Index place, Index index) noexcept {
    assert(index < next_.size() && has(place) && !has(index));
    if (place == last_) return append(index);
    next_[index] = next_[place];
    next_[place] = index;
  }
  // All leave.
  void release() noexcept {
    for (Index index = first_; index != kNone;) {
      const Index following = next(index);
      next_[index] = kNone;
      index = following;
    }
    first_ = last_ = kNone;
  }

  // REQUIRES: empty()
  void shrink_to_fit(std::size_t slots) {
    if (slots < next_.size()) next_.resize(slots);
    next_.shrink_to_fit();
  }
  [[nodiscard]] std::size_t used_bytes() const { return next_.size() * sizeof(Index); }
  [[nodiscard]] std::size_t owned_bytes() const { return next_.capacity() * sizeof(Index); }

  [[nodiscard]] bool consistent() const {
    std::size_t linked = 0;
    for (const Index link : next_) linked += link != kNone ? 1u : 0u;
    Index last = kNone;
    for (Index index = first_; index != kNone && linked != 0; index = next(index), --linked) last = index;
    return linked == 0 && last == last_;
  }

 private:
  Vector<Index> next_;
  Index first_ = kNone;
  Index last_ = kNone;
};

}  // namespace ecs
