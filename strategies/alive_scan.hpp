// AliveScanWorld: parallel arrays indexed by the entity itself, and a flag that is tested at each step.
//
//   index        0    1    2    3    4    5           1 is free, and 3; 0, 2 and 4 have a Velocity
//   flags_     [ PV |    | PV |    | PV | P  ]        what an entity has: one byte for up to 8 components
//   positions  [ p0 |    | p2 |    | p4 | p5 ]
//   velocities [ v0 |    | v2 |    | v4 |    ]
//   free slots        3         .                     1 leads to 3: the free list lies in the slots (slot_pool.hpp)
//
// A loop tests the flags of every index ever used, a line of 64 at a time, and makes a word of bits of the answers: all ones
// are a run of rows, and lines that follow each other are one; else each bit is a match, and no branch asked who.
//
// Invariants (checked by consistent())
//   (1) bit C of flags_[i] is set exactly when entity i is alive and has C: a free slot has no flag;
//   (2) the value of C at i is a living object exactly when that bit is set (the lifetimes of values show it);
//   (3) every array has room for all indices below flags_.room(), and no living index is at or above it.
// Cost        insert, remove, has, get: O(1), nothing moves; each: O(highest index), a byte for each.
// Memory      sized to the highest index: sizeof(C) for each index ever used and each component, held or not, 1 B for the
//             flags and 8 B for handle and free list.
// References  live until the component is removed or the arrays grow (spawn beyond capacity).
// Cures       hash_map.hpp hashes for each look-up: here the index is the place. Shown by: get/shuffled, move/scrambled.
// Shows       what it costs to ask each of many whether it takes part: move/ten-percent, view/one-match. block_list.hpp gives
//             back the memory of the dead, bitset.hpp skips 64 flags, or 4,096, with one look.
// Not offered: sort (Sortable): an entity lies where its index says.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/bitmap.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/hand_over.hpp"
#include "strategies/index_array.hpp"
#include "strategies/marks.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/query.hpp"
#include "strategies/slot_pool.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"
#include "strategies/world_over.hpp"

namespace ecs {

template <Component... Cs>
class AliveScanStorage {
  using Bits = Mask<sizeof...(Cs)>;
  using Word = Bitmap::Word;
  static constexpr std::size_t kLine = Bitmap::kWordBits;

 public:
  using Pool = SlotPool;
  static constexpr std::size_t kLongestRun = kMostEntities;

  AliveScanStorage() = default;
  AliveScanStorage(AliveScanStorage&& other) noexcept { swap(other); }
  AliveScanStorage& operator=(AliveScanStorage&& other) noexcept {
    AliveScanStorage taken{std::move(other)};
    swap(taken);
    return *this;
  }
  ~AliveScanStorage() { (destroy_values<Cs>(), ...); }

  void begin(Index index) {
    if (index >= flags_.room()) [[unlikely]]
      fit(grown(flags_.room(), index + std::size_t{1}));
  }
  template <Component C>
  C* add(Index index, [[maybe_unused]] C&& value, Tick now) noexcept {
    flags_[index].set(kNumber<C>);
    column<C>().marks.born(index, now);
    if constexpr (!Tag<C>) std::construct_at(place<C>(index), std::move(value));
    return place<C>(index);
  }
  template <class C>
  void remove(Index index) noexcept {
    flags_[index].reset(kNumber<C>);
    if constexpr (!Tag<C>) std::destroy_at(place<C>(index));
  }
  void drop(Index index) noexcept { ((has<Cs>(index) ? remove<Cs>(index) : void()), ...); }

  template <class C>
  [[nodiscard]] bool has(std::size_t index) const {
    return index < flags_.room() && flags_.data()[index].test(kNumber<C>);
  }
  template <class C>
  [[nodiscard]] C* find(Index index) const {
    return has<C>(index) ? held_place(place<C>(index)) : nullptr;
  }
  // Where a value is, or would be. For a tag: its one object. REQUIRES: index < room
  template <class C>
  [[nodiscard]] C* place([[maybe_unused]] std::size_t index) const {
    if constexpr (Tag<C>) {
      return tag_object<C>();
    } else {
      return column<C>().values.data() + index;
    }
  }
  template <class C>
  [[nodiscard]] Marks* marks(std::size_t index) const {
    return column<C>().marks.at(index);
  }
  [[nodiscard]] Bits mask(Index index) const { return flags_.get(index); }

  template <class...>
  void make_room(std::size_t slots, std::size_t n) {
    if (slots > flags_.room()) fit(grown_by(flags_.room(), slots, n));
  }
  template <class C>
  void remove_all() noexcept {
    destroy_values<C>();
    for (std::size_t i = 0; i < flags_.room(); ++i) flags_[static_cast<Index>(i)].reset(kNumber<C>);
  }
  void clear() noexcept {
    (destroy_values<Cs>(), ...);
    flags_.blank_all();
  }
  void reserve(std::size_t n) {
    if (n > flags_.room()) fit(n);
  }
  // Memory may be short for any of the smaller arrays: the flags, which say how far one may look, go first.
  void shrink_to_fit(std::size_t slots) {
    flags_.resize(slots);
    (resize_column<Cs>(slots), ...);
  }

  [[nodiscard]] AliveScanStorage clone() const {
    AliveScanStorage copy;
    copy.fit(flags_.room());
    (copy_column<Cs>(copy), ...);
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const {
    const std::size_t held = (std::size_t{0} + ... + (Tag<Cs> ? 0 : holders<Cs>() * sizeof(Cs)));
    const std::size_t owned = (std::size_t{0} + ... + column<Cs>().values.bytes());
    const std::size_t marks = (std::size_t{0} + ... + column<Cs>().marks.bytes());
    return {held, flags_.room() * sizeof(Bits) + marks, owned - held};
  }

  [[nodiscard]] bool consistent(const SlotPool& pool) const {
    if (pool.living_slots() > flags_.room() || !(has_room<Cs>() && ...)) return false;
    for (std::size_t i = 0; i < flags_.room(); ++i) {
      const auto index = static_cast<Index>(i);
      if ((i >= pool.slots() || !pool.alive_at(index)) && !flags_[index].empty()) return false;
    }
    return true;
  }

  template <class Asked, class Sink>
  [[gnu::always_inline]] void all(const SlotPool& pool, Sink& sink, Tick now) const {
    const Lane lane{*this, pool};
    const HandOver<Asked, Lane, Sink> matches{sink, lane, now};
    const std::size_t slots = std::min(pool.slots(), flags_.room());
    std::size_t first = 0, end = 0;  // rows that match, side by side, not yet handed over
    for (std::size_t at = 0; at < slots; at += kLine) {
      const Word word = matching_line<Asked>(pool, at, std::min(kLine, slots - at));
      if (word == Bitmap::kFull) {
        if (first == end) first = at;
        end = at + kLine;
        continue;
      }
      if (first != end && !matches.run(first, end - first)) return;
      first = end;
      if (!some_of_line<Sink::kWantsRuns>(word, at, matches)) return;
    }
    if (first != end) static_cast<void>(matches.run(first, end - first));
  }

 private:
  template <class C>
  static constexpr std::size_t kNumber = number_of<C, Cs...>();

  struct NoValues {
    [[nodiscard]] static std::size_t bytes() { return 0; }
  };
  template <class C>
  struct Column {
    [[no_unique_address]] std::conditional_t<Tag<C>, NoValues, Buffer<C>> values;
    [[no_unique_address]] MarkColumn<C> marks;
  };
  template <class C>
  [[nodiscard]] Column<C>& column() {
    return std::get<Column<C>>(columns_);
  }
  template <class C>
  [[nodiscard]] const Column<C>& column() const {
    return std::get<Column<C>>(columns_);
  }

  // What HandOver finds at an index.
  struct Lane {
    const AliveScanStorage& storage;
    const SlotPool& pool;

    template <class C>
    [[nodiscard]] bool has(std::size_t index) const {
      return storage.template has<C>(index);
    }
    template <class C>
    [[nodiscard]] C* place(std::size_t index) const {
      return storage.template place<C>(index);
    }
    template <class C>
    [[nodiscard]] Marks* marks(std::size_t index) const {
      return storage.template marks<C>(index);
    }
    [[nodiscard]] Entity entity(std::size_t index) const { return pool.handle(static_cast<Index>(index)); }
  };

  // The flags alone decide, but for a view that requires nothing: a free slot has nothing, too.
  template <class Asked>
  [[nodiscard]] [[gnu::always_inline]] bool takes_part([[maybe_unused]] const SlotPool& pool, std::size_t index) const {
    const bool asked = Asked::matches(flags_.data()[index]);
    if constexpr (Asked::kRequired.empty()) {
      return asked && pool.alive_at(static_cast<Index>(index));
    } else {
      return asked;
    }
  }
  // Which of n neighbours match? A byte for each first, so that the compiler tests 32 flags at once.
  template <class Asked>
  [[nodiscard]] Word matching_line(const SlotPool& pool, std::size_t at, std::size_t n) const {
    std::array<std::uint8_t, kLine> answers{};
    std::uint8_t many = 0;
    for (std::size_t i = 0; i < n; ++i) {
      answers[i] = takes_part<Asked>(pool, at + i) ? 1 : 0;
      many = static_cast<std::uint8_t>(many + answers[i]);
    }
    if (many == 0) return 0;
    return many == kLine ? Bitmap::kFull : bits_of(answers);
  }
  // Bytes of 0 and 1 as bits. Of eight, a multiplication by the sum of 2^(56 - 7 i) moves byte i to bit i of the highest.
  [[nodiscard]] static Word bits_of(const std::array<std::uint8_t, kLine>& bytes) {
    static_assert(std::endian::native == std::endian::little, "byte 0 is taken for the lowest");
    constexpr Word kToBits = 0x0102040810204080u;
    Word word = 0;
    for (std::size_t i = 0; i < kLine; i += sizeof(Word)) {
      Word eight = 0;
      std::memcpy(&eight, bytes.data() + i, sizeof(eight));
      word |= (eight * kToBits >> 56) << i;
    }
    return word;
  }
  // False to stop.
  template <bool kWantsRuns, class Matches>
  [[nodiscard]] [[gnu::always_inline]] static bool some_of_line(Word word, std::size_t at, const Matches& matches) {
    if constexpr (kWantsRuns) {
      return Bitmap::runs_of(word, at, [&](std::size_t first, std::size_t n) { return matches.run(first, n); });
    } else {
      for (; word != 0; word &= word - 1) {
        if (!matches.one(at + static_cast<std::size_t>(std::countr_zero(word)))) return false;
      }
      return true;
    }
  }

  // Room in every array for indices below `slots`; the flags come last, since they say how far one may look.
  void fit(std::size_t slots) {
    if (slots > flags_.room()) note_growth();
    (resize_column<Cs>(slots), ...);
    flags_.resize(slots);
  }
  // REQUIRES: none at or above `slots` is held
  template <class C>
  void resize_column(std::size_t slots) {
    Column<C>& held = column<C>();
    MarkColumn<C> marks = held.marks.resized(slots);
    if constexpr (!Tag<C>) {
      Buffer<C> fresh{slots};
      if constexpr (std::is_trivially_copyable_v<C>) {
        relocate_many(held.values.data(), std::min(slots, held.values.capacity()), fresh.data());
      } else {
        for_each_holder<C>([&](std::size_t i) { relocate(held.values.data() + i, fresh.data() + i); });
      }
      held.values = std::move(fresh);
    }
    held.marks = std::move(marks);
  }
  // A flag is set when its value lives, so that a copy half made ends well.
  template <class C>
  void copy_column(AliveScanStorage& copy) const {
    copy.template column<C>().marks = column<C>().marks.resized(flags_.room());
    for_each_holder<C>([&](std::size_t i) {
      if constexpr (!Tag<C>) std::construct_at(copy.template place<C>(i), std::as_const(*place<C>(i)));
      copy.flags_[static_cast<Index>(i)].set(kNumber<C>);
    });
  }

  template <class C, class Visit>
  void for_each_holder(Visit visit) const {
    for (std::size_t i = 0; i < flags_.room(); ++i) {
      if (flags_.data()[i].test(kNumber<C>)) visit(i);
    }
  }
  template <class C>
  [[nodiscard]] std::size_t holders() const {
    std::size_t many = 0;
    for_each_holder<C>([&](std::size_t) { ++many; });
    return many;
  }
  template <class C>
  void destroy_values() noexcept {
    if constexpr (!std::is_trivially_destructible_v<C>) {
      for_each_holder<C>([&](std::size_t i) { std::destroy_at(place<C>(i)); });
    }
  }
  template <class C>
  [[nodiscard]] bool has_room() const {
    if (column<C>().marks.capacity() < flags_.room()) return false;
    return Tag<C> || column<C>().values.bytes() >= flags_.room() * sizeof(C);
  }

  void swap(AliveScanStorage& other) noexcept {
    std::swap(flags_, other.flags_);
    std::swap(columns_, other.columns_);
  }

  IndexArray<Bits> flags_;
  std::tuple<Column<Cs>...> columns_;
};

template <Component... Cs>
using AliveScanWorld = WorldOver<AliveScanStorage, Cs...>;

static_assert(Complete<AliveScanWorld>);

}  // namespace ecs
