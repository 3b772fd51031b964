// SlotBlock: sixteen entities side by side, one block of a BlockListWorld: who lives, who has what, and where the values are.
//
//   living_      1    1    1    1   ...          a word; when it becomes 0, the values' memory goes back to a slab (slab.hpp)
//   held_        1    1    0    1   ...          a word for each component
//   values_  *
//            '->   Position   [ p0 | p1 |    | p3 | ...     ]     with holes; tags have none
//                  marks      [ .. | .. |    | .. | ...     ]     of a tracked component only (marks.hpp)
//
// Invariants
//   (1) a bit of a component's word is set only where that of living_ is;
//   (2) values_ is memory exactly where living_ is not 0;
//   (3) a value is a living object exactly when its bit is set.
// Cost        everything O(1), of one slot; matching: O(components of the query), of all sixteen, and no value is touched.
// Memory      10 B and 2 B a component; where anybody lives 16 times all components, held or not.
// References  live until remove or drop of that very value.
//
// The slab belongs to the world: a block that ends with it ends its values, and leaves their memory to the slab's end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/filter.hpp"
#include "strategies/marks.hpp"
#include "strategies/memory.hpp"
#include "strategies/slab.hpp"
#include "strategies/strategy.hpp"

namespace ecs {

template <Component... Cs>
class SlotBlock {
 public:
  static constexpr std::size_t kSlots = 16;

 private:
  struct NoRoom {};
  template <class C>
  struct Room {
    alignas(C) std::byte bytes[kSlots * sizeof(C)];
  };
  struct NoMarks {};
  template <class C>
  struct KeptMarks {
    std::array<Marks, kSlots> marks;
  };
  template <class C>
  struct Column : std::conditional_t<Tag<C>, NoRoom, Room<C>>, std::conditional_t<kTracked<C>, KeptMarks<C>, NoMarks> {
    Column() {}  // not = default: all bytes would be zeroed first
  };
  using Values = std::tuple<Column<Cs>...>;
  static constexpr std::size_t kAlignment = std::max(kCacheLine, alignof(Values));
  static constexpr std::size_t kLines = (sizeof(Values) + kAlignment - 1) / kAlignment;

 public:
  using Memory = Slab<kAlignment>;
  using Word = std::uint16_t;  // a bit a slot
  static constexpr Word kFull = 0xFFFF;

  SlotBlock() = default;
  SlotBlock(SlotBlock&& other) noexcept
      : values_{std::exchange(other.values_, nullptr)},
        held_{std::exchange(other.held_, {})},
        living_{std::exchange(other.living_, Word{0})} {}
  SlotBlock& operator=(SlotBlock&&) = delete;
  ~SlotBlock() { (remove_all<Cs>(), ...); }

  [[nodiscard]] Word living() const { return living_; }
  // Throws bad_alloc and changes nothing.
  void begin(std::size_t slot, Memory& memory) {
    if (living_ == 0) [[unlikely]]
      values_ = made(memory);
    living_ = static_cast<Word>(living_ | bit(slot));
  }
  // The last one out closes the door (2). Of a slot in which nobody lives: nothing.
  void drop(std::size_t slot, Memory& memory) noexcept {
    if (living_ == 0) return;
    ((has<Cs>(slot) ? remove<Cs>(slot) : void()), ...);
    living_ = static_cast<Word>(living_ & ~bit(slot));
    if (living_ == 0) memory.give_back(reinterpret_cast<Line*>(std::exchange(values_, nullptr)), kLines);
  }

  template <class C>
  [[nodiscard]] Word holders() const {
    return held_[kNumber<C>];
  }
  template <class C>
  [[nodiscard]] bool has(std::size_t slot) const {
    return (holders<C>() & bit(slot)) != 0;
  }
  // Where a value is, or would be. For a tag: its one object. REQUIRES: somebody lives in the block
  template <class C>
  [[nodiscard]] C* place([[maybe_unused]] std::size_t slot) const {
    if constexpr (Tag<C>) {
      return tag_object<C>();
    } else {
      return reinterpret_cast<C*>(std::get<Column<C>>(*values_).bytes) + slot;
    }
  }
  // nullptr if C is untracked. REQUIRES: as above
  template <class C>
  [[nodiscard]] Marks* marks([[maybe_unused]] std::size_t slot) const {
    if constexpr (kTracked<C>) {
      return std::get<Column<C>>(*values_).marks.data() + slot;
    } else {
      return nullptr;
    }
  }

  // REQUIRES: !has<C>(slot)
  template <class C>
  C* add(std::size_t slot, [[maybe_unused]] C&& value, [[maybe_unused]] Tick now) noexcept {
    if constexpr (!Tag<C>) std::construct_at(place<C>(slot), std::move(value));
    if constexpr (kTracked<C>) *marks<C>(slot) = {now, now};
    return held<C>(slot);
  }
  // REQUIRES: has<C>(slot)
  template <class C>
  void remove(std::size_t slot) noexcept {
    if constexpr (!Tag<C>) std::destroy_at(place<C>(slot));
    held_[kNumber<C>] = static_cast<Word>(held_[kNumber<C>] & ~bit(slot));
  }
  template <class C>
  void remove_all() noexcept {
    if constexpr (!std::is_trivially_destructible_v<C>) {
      for_each(holders<C>(), [&](std::size_t slot) { std::destroy_at(place<C>(slot)); });
    }
    held_[kNumber<C>] = 0;
  }

  // Becomes a copy. Throws bad_alloc, or what a copy throws: what has been copied by then is held. REQUIRES: nobody is in it
  void copy_from(const SlotBlock& other, Memory& memory) {
    if (other.living_ == 0) return;
    values_ = made(memory);
    living_ = other.living_;
    (copy_column<Cs>(other), ...);
  }

  // Which slots have all that a query requires and nothing that it excludes? Where it requires nothing: of those alive.
  template <class Asked>
  [[nodiscard]] Word matching() const {
    Word word = living_;
    if constexpr (!Asked::kRequired.empty()) word = kFull;
    Asked::kRequired.for_each([&](std::size_t number) { word = static_cast<Word>(word & held_[number]); });
    Asked::kExcluded.for_each([&](std::size_t number) { word = static_cast<Word>(word & ~held_[number]); });
    return word;
  }

  // Of the memory for values, what is used.
  [[nodiscard]] MemoryUse memory() const {
    if (living_ == 0) return {};
    const auto one = []<class C>(Word word, std::type_identity<C>) -> std::size_t {
      return Tag<C> ? 0 : static_cast<std::size_t>(std::popcount(word)) * sizeof(C);
    };
    const std::size_t held = (std::size_t{0} + ... + one(holders<Cs>(), std::type_identity<Cs>{}));
    constexpr std::size_t kMarks = kSlots * (std::size_t{0} + ... + (kTracked<Cs> ? sizeof(Marks) : 0));
    return {held, kMarks, 0};
  }
  // Invariants (1) and (2).
  [[nodiscard]] bool consistent() const {
    return (((holders<Cs>() & ~living_) == 0) && ...) && (values_ != nullptr) == (living_ != 0);
  }

 private:
  using Line = typename Memory::Line;
  template <class C>
  static constexpr std::size_t kNumber = number_of<C, Cs...>();
  [[nodiscard]] static constexpr unsigned bit(std::size_t slot) { return 1u << slot; }

  [[nodiscard]] static Values* made(Memory& memory) {
    return std::construct_at(reinterpret_cast<Values*>(memory.take(kLines)));
  }

  template <class C>
  C* held(std::size_t slot) noexcept {
    held_[kNumber<C>] = static_cast<Word>(held_[kNumber<C>] | bit(slot));
    return place<C>(slot);
  }
  template <class C>
  void copy_column(const SlotBlock& other) {
    for_each(other.template holders<C>(), [&](std::size_t slot) {
      if constexpr (!Tag<C>) std::construct_at(place<C>(slot), std::as_const(*other.template place<C>(slot)));
      if constexpr (kTracked<C>) *marks<C>(slot) = *other.template marks<C>(slot);
      held<C>(slot);
    });
  }
  template <class Visit>
  static void for_each(Word word, Visit visit) {
    for (unsigned rest = word; rest != 0; rest &= rest - 1) visit(static_cast<std::size_t>(std::countr_zero(rest)));
  }

  Values* values_ = nullptr;
  std::array<Word, sizeof...(Cs)> held_{};
  Word living_ = 0;
};

}  // namespace ecs
