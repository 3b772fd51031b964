// BlockListWorld: the arrays of alive_scan.hpp in blocks of 16 entities; a block in which nobody lives gives its memory back.
//
//   blocks_   by entity index / 16          0                     1       2
//             living                        1111 1111 1111 1111   0       1000 ...
//             Position                      1111 1111 1111 1111   0       1000 ...    a word of 16 bits each
//             Velocity                      1010 1010 1010 1010   0       0000 ...
//             values                        *                     null    *
//                                           |                             '--> [ p32 |     | ... ] and so on
//                                           '--> [ p0 | p1 | p2 | ... | p15 ]
//                                                [ v0 |    | v2 | ... |     ]
//
// A query ANDs the words of a block: 0 is skipped, all ones are 16 rows side by side, else each bit is a match.
//
// Invariants (checked by consistent())
//   (1) bit s of `living` is set exactly when entity s of the block is alive; each block is consistent in itself
//       (slot_block.hpp): has memory for values exactly when somebody lives, and a component only where he does.
// Memory for values comes from a slab (slab.hpp): what a block gives back serves the next that needs some, and where all
// blocks of an arena are free, it goes back to the system. A freed block remembers nothing, so the free list cannot lie in
// it: handles are those of entity_pool.hpp.
// Cost        insert, remove, has, get: O(1), get by two dependent loads, nothing moves; spawn and despawn besides: a block
//             of the slab for every 16; each: O(highest index / 16 + matches).
// Memory      (10 B + 2 B a component) / 16 and 4 B an index; 16 times all components where anybody lives, held or not.
// References  live until the component is removed: values never move, also when the world grows.
// Cures       alive_scan.hpp keeps room for all who ever lived, moves everything to grow, and tests each flag. Shown by:
//             move/ten-percent.
// Shows       what a pointer between index and place costs: get/shuffled, beside alive_scan.hpp. Where deaths leave one in 16
//             alive, nothing comes back. bitset.hpp keeps whole arrays, and looks at 64 with one word.
// Not offered: sort (Sortable): an entity lies where its index says.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "strategies/bitmap.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/hand_over.hpp"
#include "strategies/marks.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/slot_block.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"
#include "strategies/world_over.hpp"

namespace ecs {

template <Component... Cs>
class BlockListStorage {
  using Bits = Mask<sizeof...(Cs)>;
  using Block = SlotBlock<Cs...>;
  using Memory = typename Block::Memory;
  static constexpr std::size_t kSlots = Block::kSlots;

 public:
  using Pool = EntityPool;
  static constexpr std::size_t kLongestRun = kSlots;

  BlockListStorage() = default;
  BlockListStorage(BlockListStorage&&) noexcept = default;
  BlockListStorage& operator=(BlockListStorage&& other) noexcept {
    BlockListStorage taken{std::move(other)};
    std::swap(memory_, taken.memory_);
    std::swap(blocks_, taken.blocks_);
    return *this;
  }

  void begin(Index index) {
    if (memory_ == nullptr) [[unlikely]]
      memory_ = std::make_unique<Memory>();
    const std::size_t number = index / kSlots;
    if (number >= blocks_.size()) [[unlikely]]
      resize(number + 1);
    blocks_[number].begin(index % kSlots, *memory_);
  }
  template <Component C>
  C* add(Index index, C&& value, Tick now) noexcept {
    return blocks_[index / kSlots].add(index % kSlots, std::move(value), now);
  }
  template <class C>
  void remove(Index index) noexcept {
    blocks_[index / kSlots].template remove<C>(index % kSlots);
  }
  void drop(Index index) noexcept {
    if (index / kSlots < blocks_.size()) blocks_[index / kSlots].drop(index % kSlots, *memory_);
  }

  template <class C>
  [[nodiscard]] bool has(Index index) const {
    return index / kSlots < blocks_.size() && blocks_[index / kSlots].template has<C>(index % kSlots);
  }
  template <class C>
  [[nodiscard]] C* find(Index index) const {
    return has<C>(index) ? held_place(blocks_[index / kSlots].template place<C>(index % kSlots)) : nullptr;
  }
  template <class C>
  [[nodiscard]] Marks* marks(Index index) const {
    return blocks_[index / kSlots].template marks<C>(index % kSlots);
  }
  [[nodiscard]] Bits mask(Index index) const {
    Bits bits;
    ((has<Cs>(index) ? bits.set(number_of<Cs, Cs...>()) : void()), ...);
    return bits;
  }

  // Room for the words: that for values is made when the first entity of a block comes.
  template <class...>
  void make_room(std::size_t slots, std::size_t n) {
    const std::size_t room = blocks_.capacity();
    if (blocks_for(slots) <= room) return;
    make_room_for_blocks(grown_by(room, blocks_for(slots), blocks_for(n)));
  }
  void reserve(std::size_t n) { make_room_for_blocks(blocks_for(n)); }
  void shrink_to_fit(std::size_t slots) {
    blocks_.resize(blocks_for(slots));
    blocks_.shrink_to_fit();
  }
  template <class C>
  void remove_all() noexcept {
    for (Block& block : blocks_) block.template remove_all<C>();
  }
  void clear() noexcept {
    blocks_.clear();
    memory_.reset();
  }

  [[nodiscard]] BlockListStorage clone() const {
    BlockListStorage copy;
    copy.memory_ = std::make_unique<Memory>();
    copy.blocks_.resize(blocks_.size());
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
      copy.blocks_[number].copy_from(blocks_[number], *copy.memory_);
    }
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const {
    const std::size_t words = blocks_.size() * sizeof(Block);
    MemoryUse values;
    for (const Block& block : blocks_) values += block.memory();
    const std::size_t owned = blocks_.capacity() * sizeof(Block) + (memory_ == nullptr ? 0 : memory_->owned_bytes());
    values.index_bytes += words;
    values.slack_bytes = owned - values.payload_bytes - values.index_bytes;
    return values;
  }

  [[nodiscard]] bool consistent(const EntityPool& pool) const {
    if (memory_ != nullptr && !memory_->consistent()) return false;
    std::size_t living = 0;
    for (std::size_t index = 0; index < blocks_.size() * kSlots; ++index) {
      const Block& block = blocks_[index / kSlots];
      if (!block.consistent()) return false;
      if ((unsigned{block.living()} >> index % kSlots & 1u) == 0) continue;
      if (index >= pool.slots() || !pool.alive_at(static_cast<Index>(index))) return false;
      ++living;
    }
    return living == pool.size();
  }

  template <class Asked, class Sink>
  [[gnu::always_inline]] void all(const EntityPool& pool, Sink& sink, Tick now) const {
    for (std::size_t number = 0; number < blocks_.size(); ++number) {
      const typename Block::Word word = blocks_[number].template matching<Asked>();
      const Slots slots{blocks_[number], pool, number * kSlots};
      const HandOver<Asked, Slots, Sink> matches{sink, slots, now};
      if (!hand_over<Sink::kWantsRuns>(word, matches)) return;
    }
  }

 private:
  void make_room_for_blocks(std::size_t n) {
    if (n <= blocks_.capacity()) return;
    blocks_.reserve(n);
    note_growth();
  }
  void resize(std::size_t n) {
    if (n > blocks_.capacity()) note_growth();
    blocks_.resize(n);
  }

  // What HandOver finds in a block.
  struct Slots {
    const Block& block;
    const EntityPool& pool;
    std::size_t first;  // index of slot 0

    template <class C>
    [[nodiscard]] bool has(std::size_t slot) const {
      return block.template has<C>(slot);
    }
    template <class C>
    [[nodiscard]] C* place(std::size_t slot) const {
      return block.template place<C>(slot);
    }
    template <class C>
    [[nodiscard]] Marks* marks(std::size_t slot) const {
      return block.template marks<C>(slot);
    }
    [[nodiscard]] Entity entity(std::size_t slot) const { return pool.handle(static_cast<Index>(first + slot)); }
  };

  // False to stop.
  template <bool kWantsRuns, class Matches>
  [[nodiscard]] [[gnu::always_inline]] static bool hand_over(typename Block::Word word, const Matches& matches) {
    if (word == Block::kFull) return matches.run(0, kSlots);
    if constexpr (kWantsRuns) {
      return Bitmap::runs_of(word, 0, [&](std::size_t first, std::size_t n) { return matches.run(first, n); });
    } else {
      for (unsigned rest = word; rest != 0; rest &= rest - 1) {
        if (!matches.one(static_cast<std::size_t>(std::countr_zero(rest)))) return false;
      }
      return true;
    }
  }

  [[nodiscard]] static std::size_t blocks_for(std::size_t slots) { return (slots + kSlots - 1) / kSlots; }

  std::unique_ptr<Memory> memory_;  // of the values; blocks are gone before it is
  Vector<Block> blocks_;
};

template <Component... Cs>
using BlockListWorld = WorldOver<BlockListStorage, Cs...>;

static_assert(Complete<BlockListWorld>);

}  // namespace ecs
