// EntityPool: gives out handles, says which are alive, takes them back.
//
//   generations_   index -> generation     [ 3  2  1  4 ]    odd: alive, even: dead, 0: retired for good
//   free_          dead, reusable          [ 1  3 ]          last in, first out
//
//   spawn  ->  {3, 5}     the slot on top of free_, its generation made odd again
//
// Invariants (checked by consistent())
//   (1) free_ holds each index with an even generation above 0 exactly once, and nothing else;
//   (2) size() is the number of odd generations;
//   (3) a generation only ever grows: after the last odd value the slot is retired (generation 0) and never reused, so
//       a stale handle can never fit again.
// Cost        spawn, despawn, alive: O(1), one array each. Nothing is searched.
// Memory      4 B an index ever used, and 4 B for each dead one. free_ grows when entities die: a despawn that finds no
//             memory for it retires the slot instead, and so never throws.
//
// Generations stand alone, 4 bytes an entity: a random checked look-up touches 16 of them a cache line (8 would fit if
// the mask lay beside it, 4 with table and row).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/memory.hpp"

namespace ecs {

// kLastGeneration is the last one issued, an odd number; tests narrow it to see a slot retire.
template <Generation kLastGeneration = std::numeric_limits<Generation>::max()>
class BasicEntityPool {
  static_assert(kLastGeneration % 2 == 1, "the last generation must be odd: odd means alive");

 public:
  static constexpr std::size_t kMostEntities = std::numeric_limits<Index>::max();  // one index is kNoRow

  BasicEntityPool() = default;
  BasicEntityPool(const BasicEntityPool&) = default;
  BasicEntityPool& operator=(const BasicEntityPool&) = default;
  BasicEntityPool(BasicEntityPool&& other) noexcept  // leaves an empty pool behind
      : generations_{std::exchange(other.generations_, {})},
        free_{std::exchange(other.free_, {})},
        alive_{std::exchange(other.alive_, 0)} {}
  BasicEntityPool& operator=(BasicEntityPool&& other) noexcept {
    generations_ = std::exchange(other.generations_, {});
    free_ = std::exchange(other.free_, {});
    alive_ = std::exchange(other.alive_, 0);
    return *this;
  }

  [[nodiscard]] std::size_t size() const { return alive_; }
  [[nodiscard]] std::size_t slots() const { return generations_.size(); }  // indices ever used

  // One past the highest living index. O(dead slots above it).
  [[nodiscard]] std::size_t living_slots() const {
    std::size_t slots = generations_.size();
    while (slots > 0 && (generations_[slots - 1] & 1u) == 0) --slots;
    return slots;
  }

  [[nodiscard]] bool alive(Entity entity) const {
    return (entity.generation & 1u) != 0 && entity.index < generations_.size() &&
           generations_[entity.index] == entity.generation;
  }
  [[nodiscard]] bool alive_at(Index index) const { return (generations_[index] & 1u) != 0; }

  // The handle of a living entity by its index. REQUIRES: alive_at(index)
  [[nodiscard]] Entity handle(Index index) const { return {index, generations_[index]}; }
  [[nodiscard]] const Generation* generations() const { return generations_.data(); }

  // Room for `n` more spawns, after which they cannot throw. Throws bad_alloc, or length_error at the end of the index
  // range; changes nothing then.
  void reserve_more(std::size_t n) {
    const std::size_t slots = slots_after(n);
    if (n > kMostEntities || slots > kMostEntities) refuse_more_entities();
    if (slots > generations_.capacity()) [[unlikely]]
      grow(slots, n);
  }
  // Room for n entities in all. Throws as reserve_more does.
  void reserve(std::size_t n) {
    if (n > kMostEntities) refuse_more_entities();
    generations_.reserve(n);
  }

  // How many slots there are after n more spawns.
  [[nodiscard]] std::size_t slots_after(std::size_t n) const {
    return generations_.size() + (n > free_.size() ? n - free_.size() : 0);
  }

  // The index that spawn number i from now will take, as long as nothing dies in between.
  [[nodiscard]] Index index_after(std::size_t i) const {
    if (i < free_.size()) return free_[free_.size() - 1 - i];
    return static_cast<Index>(generations_.size() + (i - free_.size()));
  }

  Entity spawn() {
    if (!free_.empty()) {
      const Index index = free_.back();
      free_.pop_back();
      ++alive_;
      return {index, ++generations_[index]};
    }
    if (generations_.size() == kMostEntities) refuse_more_entities();
    generations_.push_back(1);
    ++alive_;
    return {static_cast<Index>(generations_.size() - 1), 1};
  }

  // n spawns at once; writes the indices that they took. REQUIRES: reserve_more(n)
  void spawn_many(std::size_t n, Index* taken) noexcept {
    const std::size_t reused = std::min(n, free_.size());
    for (std::size_t i = 0; i < reused; ++i) {
      taken[i] = free_.back();
      free_.pop_back();
      ++generations_[taken[i]];
    }
    std::iota(taken + reused, taken + n, static_cast<Index>(generations_.size()));
    generations_.resize(generations_.size() + (n - reused), 1);
    alive_ += n;
  }

  // REQUIRES: alive(entity)
  void despawn(Entity entity) noexcept {
    assert(alive(entity));
    --alive_;
    Generation& generation = generations_[entity.index];
    if (generation == kLastGeneration || !remember_free(entity.index)) {
      generation = 0;  // (3): used up, never again
    } else {
      ++generation;
    }
  }

  // Ends every life. Handles given out before stay stale. Slots are reused lowest first.
  void clear() noexcept {
    for (std::size_t i = generations_.size(); i-- > 0;) {
      const auto index = static_cast<Index>(i);
      if (alive_at(index)) despawn({index, generations_[index]});
    }
  }

  void shrink_to_fit() {
    generations_.shrink_to_fit();
    free_.shrink_to_fit();
  }

  [[nodiscard]] std::size_t used_bytes() const {
    return generations_.size() * sizeof(Generation) + free_.size() * sizeof(Index);
  }
  [[nodiscard]] std::size_t owned_bytes() const {
    return generations_.capacity() * sizeof(Generation) + free_.capacity() * sizeof(Index);
  }

  [[nodiscard]] bool consistent() const {
    std::vector<bool> listed(generations_.size(), false);
    for (const Index index : free_) {
      if (index >= generations_.size() || listed[index]) return false;
      listed[index] = true;
    }
    std::size_t odd = 0;
    for (std::size_t i = 0; i < generations_.size(); ++i) {
      const bool reusable = generations_[i] % 2 == 0 && generations_[i] != 0;
      if (listed[i] != reusable) return false;
      odd += generations_[i] % 2;
    }
    return odd == alive_;
  }

 private:
  [[gnu::cold]] [[gnu::noinline]] void grow(std::size_t slots, std::size_t n) {
    generations_.reserve(grown_by(generations_.capacity(), slots, n));
  }

  bool remember_free(Index index) noexcept {
    try {
      free_.push_back(index);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  [[noreturn]] [[gnu::cold]] static void refuse_more_entities() {
    throw std::length_error{"no entity index is left: a world holds at most " + std::to_string(kMostEntities) +
                            " entities at a time"};
  }

  Vector<Generation> generations_;
  Vector<Index> free_;
  std::size_t alive_ = 0;
};

using EntityPool = BasicEntityPool<>;

// The indices that the next n spawns will take, so that they can be undone in reverse. Costs 4 B for each slot that is
// reused; new slots follow each other.
class SpawnPlan {
 public:
  SpawnPlan(const EntityPool& pool, std::size_t n) : first_new_{static_cast<Index>(pool.slots())} {
    const std::size_t reused = n - (pool.slots_after(n) - pool.slots());
    reused_.reserve(reused);
    for (std::size_t i = 0; i < reused; ++i) reused_.push_back(pool.index_after(i));
  }
  [[nodiscard]] Index operator[](std::size_t i) const {
    return i < reused_.size() ? reused_[i] : static_cast<Index>(first_new_ + (i - reused_.size()));
  }

 private:
  std::vector<Index> reused_;
  Index first_new_;
};

}  // namespace ecs
