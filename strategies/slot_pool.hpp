// SlotPool: gives out handles as EntityPool does, and keeps its free list in the free slots themselves.
//
//   slot            0   1   2   3   4
//   generations_  [ 3   2   1   4   1 ]     odd: alive, even: dead, 0: retired for good
//   next_         [ .   3   .   .   . ]     of a free slot: the next free one; of others: what it was when they were free
//                       ^
//   first_free_ = 1, then 3, then no more:  the next three spawns are {1, 3}, {3, 5}, {5, 1}
//
// A despawn pushes its slot, a spawn pops one: last in, first out. There is no list that would have to grow, so that a
// despawn never wants memory and never gives a slot up for want of it.
//
// Invariants (consistent() checks 1 and 2)
//   (1) the chain from first_free_ visits each slot with an even generation above 0 exactly once, and no other: dead_ of them;
//   (2) retired_ is the number of slots of generation 0, so that the living are slots_ - dead_ - retired_;
//   (3) a generation only ever grows: after the last odd value the slot is retired (generation 0) and never reused;
//   (4) between a spawn and the next despawn next_ still holds how the chain was: an undo needs no list of its own.
// Cost        spawn, despawn, alive: O(1).
// Memory      8 B an index ever used (EntityPool: 4 B, and 4 B for each dead one).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/id_pool.hpp"
#include "strategies/memory.hpp"

namespace ecs {

// kLastGeneration is the last one issued, an odd number; tests narrow it, and the number of indices.
template <Generation kLastGeneration = std::numeric_limits<Generation>::max(),
          std::size_t kIndices = std::numeric_limits<Index>::max()>
class BasicSlotPool {
  static_assert(kLastGeneration % 2 == 1, "the last generation must be odd: odd means alive");
  static constexpr Index kNone = std::numeric_limits<Index>::max();  // no slot has this index

 public:
  // A moment before some spawns, to ask about them, and to undo them.
  struct Mark {
    std::size_t slots;
    std::size_t dead;
    Index first_free;
  };

  BasicSlotPool() = default;
  BasicSlotPool(BasicSlotPool&& other) noexcept { swap(other); }  // leaves an empty pool behind
  BasicSlotPool& operator=(BasicSlotPool&& other) noexcept {
    BasicSlotPool taken{std::move(other)};
    swap(taken);
    return *this;
  }

  [[nodiscard]] std::size_t size() const { return slots_ - dead_ - retired_; }
  [[nodiscard]] std::size_t slots() const { return slots_; }  // indices ever used
  // One past the highest living index. O(dead slots above it).
  [[nodiscard]] std::size_t living_slots() const {
    std::size_t slots = slots_;
    while (slots > 0 && !alive_at(static_cast<Index>(slots - 1))) --slots;
    return slots;
  }

  [[nodiscard]] bool alive(Entity entity) const {
    return entity.index < slots_ && generations_[entity.index] == entity.generation && (entity.generation & 1u) != 0;
  }
  // REQUIRES: alive_at(entity.index)
  [[nodiscard]] bool is_handle_of_living(Entity entity) const {
    assert(alive_at(entity.index));
    return generations_[entity.index] == entity.generation;
  }
  // REQUIRES: index < slots()
  [[nodiscard]] bool alive_at(Index index) const { return (generations_[index] & 1u) != 0; }
  // REQUIRES: alive_at(index)
  [[nodiscard]] Entity handle(Index index) const { return {index, generations_[index]}; }

  // Room for n more spawns, after which they cannot throw; for n entities in all. Throw bad_alloc, or length_error at the
  // end of the index range, and change nothing.
  void reserve_more(std::size_t n) {
    const std::size_t slots = slots_after(n);
    if (n > kIndices || slots > kIndices) refuse_more_entities();
    if (slots > room()) resize(std::min(grown_by(room(), slots, n), kIndices));
  }
  void reserve(std::size_t n) {
    if (n > kIndices) refuse_more_entities();
    if (n > room()) resize(n);
  }
  [[nodiscard]] std::size_t slots_after(std::size_t n) const { return slots_ + (n > dead_ ? n - dead_ : 0); }

  // The index that the next spawn takes, with room made for it. Throws as reserve_more does.
  [[nodiscard]] Index next_with_room() {
    if (first_free_ != kNone) return first_free_;
    if (slots_ == room()) [[unlikely]]
      reserve_more(1);
    return static_cast<Index>(slots_);
  }
  // The spawn itself. REQUIRES: index is what next_with_room() gave, and nothing was spawned or despawned since
  Entity take(Index index) noexcept {
    if (first_free_ == kNone) {
      ++slots_;
      generations_[index] = 1;
      return {index, 1};
    }
    --dead_;
    first_free_ = next_[index];
    return {index, ++generations_[index]};
  }
  Entity spawn() { return take(next_with_room()); }

  [[nodiscard]] Mark mark() const { return {slots_, dead_, first_free_}; }
  // Calls visit(index) for each spawn since the mark, oldest first. REQUIRES: no despawn since the mark
  template <class Visit>
  void for_each_since(const Mark& mark, Visit visit) const {
    Index reused = mark.first_free;
    for (std::size_t i = dead_; i < mark.dead; ++i) visit(std::exchange(reused, next_[reused]));
    for (std::size_t slot = mark.slots; slot < slots_; ++slot) visit(static_cast<Index>(slot));
  }
  // Ends all lives that began since the mark; the next spawns take the same indices in the same order: the chain is
  // linked anew from its old head on. REQUIRES: as above
  void undo_spawns(const Mark& mark) noexcept {
    const Index rest = first_free_;
    Index* link = &first_free_;
    for_each_since(mark, [&](Index index) {
      if (!end_life(index)) return;
      *link = index;
      link = next_.data() + index;
    });
    *link = rest;
  }

  // REQUIRES: alive(entity)
  void despawn(Entity entity) noexcept {
    assert(alive(entity));
    if (end_life(entity.index)) next_[entity.index] = std::exchange(first_free_, entity.index);
  }
  // Ends the lives of those that are alive, however often they are named; returns how many died.
  std::size_t despawn_many(std::span<const Entity> entities) noexcept {
    const std::size_t before = size();
    for (const Entity entity : entities) {
      if (alive(entity)) despawn(entity);
    }
    return before - size();
  }
  // Ends every life. Slots that were alive are reused first, lowest first.
  void clear() noexcept {
    for (std::size_t slot = slots_; slot-- > 0;) {
      const auto index = static_cast<Index>(slot);
      if (alive_at(index)) despawn(handle(index));
    }
  }

  // The same lives, and the same slots to be used again next. Throws bad_alloc.
  [[nodiscard]] BasicSlotPool clone() const {
    BasicSlotPool copy;
    copy.generations_ = generations_.copied(slots_);
    copy.next_ = next_.copied(slots_);
    copy.slots_ = slots_;
    copy.dead_ = dead_;
    copy.retired_ = retired_;
    copy.first_free_ = first_free_;
    return copy;
  }

  void shrink_to_fit() { resize(slots_); }

  [[nodiscard]] std::size_t used_bytes() const { return slots_ * (sizeof(Generation) + sizeof(Index)); }
  [[nodiscard]] std::size_t owned_bytes() const { return generations_.bytes() + next_.bytes(); }

  [[nodiscard]] bool consistent() const {
    if (slots_ > room()) return false;
    std::vector<bool> chained(slots_, false);
    std::size_t links = 0;
    for (Index index = first_free_; index != kNone; index = next_[index], ++links) {
      if (index >= slots_ || chained[index]) return false;
      chained[index] = true;
    }
    std::size_t retired = 0;
    for (std::size_t slot = 0; slot < slots_; ++slot) {
      const Generation generation = generations_[slot];
      if (chained[slot] != (generation % 2 == 0 && generation != 0)) return false;
      retired += generation == 0 ? 1u : 0u;
    }
    return links == dead_ && retired == retired_;
  }

 private:
  [[nodiscard]] std::size_t room() const { return std::min(generations_.capacity(), next_.capacity()); }
  void resize(std::size_t room) {
    generations_.resize(room, slots_);
    next_.resize(room, slots_);
  }

  // A life ends; false if its slot has no generation left and is retired (3).
  bool end_life(Index index) noexcept {
    Generation& generation = generations_[index];
    if (generation == kLastGeneration) [[unlikely]] {
      generation = 0;
      ++retired_;
      return false;
    }
    ++generation;
    ++dead_;
    return true;
  }

  void swap(BasicSlotPool& other) noexcept {
    std::swap(generations_, other.generations_);
    std::swap(next_, other.next_);
    std::swap(slots_, other.slots_);
    std::swap(dead_, other.dead_);
    std::swap(retired_, other.retired_);
    std::swap(first_free_, other.first_free_);
  }

  [[noreturn]] [[gnu::cold]] static void refuse_more_entities() {
    throw std::length_error{"no entity index is left: a world holds at most " + std::to_string(kIndices) +
                            " entities at a time"};
  }

  Buffer<Generation> generations_;
  Buffer<Index> next_;
  std::size_t slots_ = 0;
  std::size_t dead_ = 0;
  std::size_t retired_ = 0;
  Index first_free_ = kNone;
};

using SlotPool = WithIds<BasicSlotPool<>>;

}  // namespace ecs
