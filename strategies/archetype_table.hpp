// ArchetypeTable: the rows of all entities with exactly the same components, a column for each.
//
//   mask {Position, Velocity, Frozen}         Frozen is a tag: a bit of the mask, no column
//
//   row            0    1    2
//   positions    [ p4 | p0 | p7 |    |    ]   each column begins at a cache line;
//   velocities   [ v4 | v0 | v7 |    |    ]   all lie one behind the other in one block
//   marks        [ .. | .. | .. |    |    ]   for each tracked component one such column more (marks.hpp)
//   indices      [ 4  | 0  | 7  |    |    ]   whose row it is
//
//   erase row 0:   the last row fills the hole
//                [ p7 | p0 |    |    |    ]
//
// Invariants (checked by consistent(), but (2), which the lifetimes of values show)
//   (1) a column is there exactly for each component of the mask that is no tag, once there is room for a row, and one
//       of marks for each that is tracked; columns and indices lie in the block, aligned, without overlap;
//   (2) values [0, size) of each column are living objects, those behind are raw memory;
//   (3) every array has room for capacity() rows: they grow together or, if memory is short, not at all.
// Cost        append, erase_row, move_row: O(components of the world) tests + O(columns) moves; growth: doubling.
// Memory      4 B + the components, a row, and 16 B for each tracked one; at most 63 B of padding an array. One block for all arrays makes a small
//             table's columns neighbours; the blocks of many small tables lie side by side in a slab (slab.hpp).
// References  live until a row of the table comes or goes.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/marks.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/slab.hpp"
#include "strategies/upkeep.hpp"

namespace ecs {

template <Component... Cs>
class ArchetypeTable {
  static constexpr std::size_t kComponents = sizeof...(Cs);
  static constexpr std::size_t kAlignment = std::max({kCacheLine, alignof(Index), alignof(Cs)...});

 public:
  using Bits = Mask<kComponents>;

  // Where tables get their memory; outlives them.
  using Memory = Slab<kAlignment>;

  ArchetypeTable(const Bits& mask, Memory& memory) : mask_{mask}, memory_{&memory} {}
  ArchetypeTable(ArchetypeTable&& other) noexcept
      : size_{std::exchange(other.size_, 0)},
        block_{std::exchange(other.block_, Block{})},
        mask_{other.mask_},
        memory_{other.memory_} {}
  ArchetypeTable& operator=(ArchetypeTable&&) = delete;
  ~ArchetypeTable() {
    clear();
    release(block_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return block_.capacity; }
  [[nodiscard]] const Bits& mask() const { return mask_; }
  [[nodiscard]] Index* indices() const { return block_.indices; }

  // Row 0 of a component; the one object of a tag; nullptr where the table does not hold C.
  template <OneOf<Cs...> C>
  [[nodiscard]] C* column() const {
    constexpr std::size_t kNumber = number_of<C, Cs...>();
    if constexpr (std::is_empty_v<C>) {
      return mask_.test(kNumber) ? tag_object<C>() : nullptr;
    } else {
      return static_cast<C*>(block_.columns[kNumber]);
    }
  }

  // The marks of row 0; nullptr where the table does not hold C, or C is untracked.
  template <OneOf<Cs...> C>
  [[nodiscard]] Marks* marks() const {
    if constexpr (kTracked<C>) {
      return block_.marks[kTrackedNumbers[number_of<C, Cs...>()]];
    } else {
      return nullptr;
    }
  }

  // The component of a row, or nullptr where the table does not hold C. REQUIRES: row < size()
  template <OneOf<Cs...> C>
  [[nodiscard]] C* find(Row row) const {
    assert(at(row) < size_);
    C* const first = column<C>();
    return std::is_empty_v<C> || first == nullptr ? first : first + at(row);
  }

  // Room for `more` rows, after which they cannot throw. Throws bad_alloc and changes nothing then.
  void make_room(std::size_t more) {
    if (size_ + more > capacity()) [[unlikely]]
      resize(grown(capacity(), size_ + more));
  }
  void shrink_to_fit() {
    if (size_ != capacity()) resize(size_);
  }

  // The rows of `original`, a table of the same components, in the same order. Throws bad_alloc, or what a copy throws,
  // and changes nothing then. REQUIRES: size() == 0
  void copy_rows(const ArchetypeTable& original) {
    if (original.size_ == 0) return;
    make_room(original.size_);
    copy_columns<Cs...>(original);
    for_each_marks([&]<class C>(Marks* marks) { copy_many(original.template marks<C>(), original.size_, marks); });
    copy_many(original.block_.indices, original.size_, block_.indices);
    size_ = original.size_;
  }

  // A new last row, marked with `now`. REQUIRES: room for it, and a value for each component of the mask but the tags
  template <class... Values>
  Row append(Index index, Tick now, Values&&... values) noexcept {
    assert(size_ < capacity());
    const Row row = row_at(size_);
    construct_row(row, now, std::forward<Values>(values)...);
    block_.indices[size_++] = index;
    return row;
  }

  // n new last rows of default values, whose indices the caller writes. If a default throws, there are none.
  // REQUIRES as append
  template <class... Given>
  void append_defaults(std::size_t n, Tick now) {
    assert(size_ + n <= capacity());
    const std::size_t before = size_;
    try {
      while (size_ < before + n) {
        construct_row(row_at(size_), now, Given{}...);
        ++size_;
      }
    } catch (...) {
      truncate(before);
      throw;
    }
  }

  // Starts the life of one component of a row, marked with `now`; a tag has none. REQUIRES: raw memory there
  template <OneOf<Cs...> C>
  C* construct(Row row, [[maybe_unused]] C&& value, [[maybe_unused]] Tick now) noexcept {
    if constexpr (kTracked<C>) marks<C>()[at(row)] = {now, now};
    if constexpr (std::is_empty_v<C>) {
      return tag_object<C>();
    } else {
      return std::construct_at(column<C>() + at(row), std::move(value));
    }
  }

  // Ends a row; the last one fills the hole. REQUIRES: row < size()
  void erase_row(Row row) noexcept {
    assert(at(row) < size_);
    const std::size_t hole = at(row);
    const std::size_t last = --size_;
    for_each_column([=]<class C>(C* values) {
      std::destroy_at(values + hole);
      if (hole != last) relocate(values + last, values + hole);
    });
    for_each_marks([=]<class C>(Marks* marks) { marks[hole] = marks[last]; });
    block_.indices[hole] = block_.indices[last];
  }

  // Takes a row out as erase_row does, but what both tables hold goes on living in a new last row of `target`. What
  // only the target holds is raw there: the caller constructs it.
  // REQUIRES: row < size(), room in target, and target is another table
  Row move_row(Row row, ArchetypeTable& target) noexcept {
    assert(at(row) < size_ && target.size_ < target.capacity() && this != &target);
    const std::size_t hole = at(row);
    const std::size_t last = --size_;
    const std::size_t arrival = target.size_++;
    for_each_column([&target, hole, last, arrival]<class C>(C* values) {
      if (C* const there = target.template column<C>()) {
        relocate(values + hole, there + arrival);
      } else {
        std::destroy_at(values + hole);
      }
      if (hole != last) relocate(values + last, values + hole);
    });
    for_each_marks([&target, hole, last, arrival]<class C>(Marks* marks) {
      if (Marks* const there = target.template marks<C>()) there[arrival] = marks[hole];
      marks[hole] = marks[last];
    });
    target.block_.indices[arrival] = block_.indices[hole];
    block_.indices[hole] = block_.indices[last];
    return row_at(arrival);
  }

  // All rows at once, in their order. REQUIRES as move_row, with room for all
  void move_all_rows(ArchetypeTable& target) noexcept {
    assert(target.size_ + size_ <= target.capacity() && this != &target);
    if (size_ == 0) return;
    for_each_column([&, n = size_]<class C>(C* values) {
      if (C* const there = target.template column<C>()) {
        relocate_many(values, n, there + target.size_);
      } else {
        std::destroy_n(values, n);
      }
    });
    for_each_marks([&, n = size_]<class C>(Marks* marks) {
      if (Marks* const there = target.template marks<C>()) relocate_many(marks, n, there + target.size_);
    });
    std::memcpy(target.block_.indices + target.size_, block_.indices, size_ * sizeof(Index));
    target.size_ += std::exchange(size_, 0);
  }

  // Ends all rows from `first` on; the memory stays. REQUIRES: first <= size()
  void truncate(std::size_t first) noexcept {
    for_each_column([first, n = size_ - first]<class C>(C* values) { std::destroy_n(values + first, n); });
    size_ = first;
  }
  void clear() noexcept { truncate(0); }

  [[nodiscard]] std::size_t payload_bytes() const {
    std::size_t row_bytes = 0;
    mask_.for_each([&](std::size_t number) { row_bytes += kSizes[number]; });
    return size_ * row_bytes;
  }
  [[nodiscard]] std::size_t index_bytes() const {
    std::size_t row_bytes = sizeof(Index);
    mask_.for_each([&](std::size_t number) { row_bytes += kMarkSizes[number]; });
    return size_ * row_bytes;
  }
  [[nodiscard]] bool consistent() const { return size_ <= capacity() && block_.laid_out_for(mask_); }

 private:
  static constexpr std::array<std::size_t, kComponents> kSizes{(std::is_empty_v<Cs> ? 0 : sizeof(Cs))...};
  static constexpr std::array<std::size_t, kComponents> kMarkSizes{(kTracked<Cs> ? sizeof(Marks) : 0)...};
  static constexpr std::size_t kTrackedOnes = (std::size_t{kTracked<Cs>} + ... + 0);
  // Number of a component -> its number among the tracked.
  static constexpr std::array<std::size_t, kComponents> kTrackedNumbers = [] {
    std::array<std::size_t, kComponents> numbers{};
    std::size_t next = 0;
    for (std::size_t c = 0; c < kComponents; ++c) {
      numbers[c] = next;
      next += kMarkSizes[c] != 0 ? 1u : 0u;
    }
    return numbers;
  }();

  // The arrays of one table in one piece of memory.
  struct Block {
    using Line = typename Memory::Line;

    Block() = default;
    // REQUIRES: rows > 0; `memory` has lines_of(mask, rows)
    Block(const Bits& mask, std::size_t rows, Line* memory) : first{memory}, capacity{rows} {
      const auto place_column = [this](std::size_t number, std::size_t line) { columns[number] = first + line; };
      const auto place_marks = [this](std::size_t number, std::size_t line) {
        marks[kTrackedNumbers[number]] = reinterpret_cast<Marks*>(first + line);
      };
      indices = reinterpret_cast<Index*>(first + lay_out(mask, rows, place_column, place_marks));
    }

    [[nodiscard]] static std::size_t lines_of(const Bits& mask, std::size_t rows) {
      const auto nowhere = [](std::size_t, std::size_t) {};
      return lay_out(mask, rows, nowhere, nowhere) + lines_for(rows * sizeof(Index));
    }

    [[nodiscard]] bool laid_out_for(const Bits& mask) const {
      if (capacity == 0) return first == nullptr && columns == decltype(columns){} && marks == decltype(marks){};
      const Block expected{mask, capacity, first};
      return columns == expected.columns && marks == expected.marks && indices == expected.indices;
    }

    Line* first = nullptr;
    std::array<void*, kComponents> columns{};                        // by component number
    [[no_unique_address]] std::array<Marks*, kTrackedOnes> marks{};  // by number among the tracked
    Index* indices = nullptr;
    std::size_t capacity = 0;

   private:
    [[nodiscard]] static std::size_t lines_for(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment; }
    // Calls column(number, first line) for each column of values, then marks for those of marks; gives the line behind
    // the last one.
    static std::size_t lay_out(const Bits& mask, std::size_t rows, auto column, auto marks) {
      std::size_t line = 0;
      const auto lay = [&](const std::array<std::size_t, kComponents>& sizes, auto& visit) {
        mask.for_each([&](std::size_t number) {
          if (sizes[number] == 0) return;
          visit(number, line);
          line += lines_for(rows * sizes[number]);
        });
      };
      lay(kSizes, column);
      if constexpr (kTrackedOnes != 0) lay(kMarkSizes, marks);
      return line;
    }
  };

  template <class... Values>
  [[gnu::always_inline]] void construct_row([[maybe_unused]] Row row, [[maybe_unused]] Tick now,
                                            Values&&... values) noexcept {
    (construct(row, std::move(values), now), ...);
  }

  // Column by column; one that fails ends those before it.
  template <class First, class... Rest>
  void copy_columns(const ArchetypeTable& original) {
    const std::size_t n = std::is_empty_v<First> || column<First>() == nullptr ? 0 : original.size_;
    copy_many(original.template column<First>(), n, column<First>());
    try {
      if constexpr (sizeof...(Rest) != 0) copy_columns<Rest...>(original);
    } catch (...) {
      std::destroy_n(column<First>(), n);
      throw;
    }
  }

  // REQUIRES: size() <= rows. Throws bad_alloc and changes nothing then.
  [[gnu::noinline]] void resize(std::size_t rows) {
    Block fresh = rows == 0 ? Block{} : Block{mask_, rows, memory_->take(Block::lines_of(mask_, rows))};
    if (rows > capacity()) note_growth();
    for_each_column([&fresh, n = size_]<class C>(C* values) {
      relocate_many(values, n, static_cast<C*>(fresh.columns[number_of<C, Cs...>()]));
    });
    for_each_marks([&fresh, n = size_]<class C>(Marks* marks) {
      relocate_many(marks, n, fresh.marks[kTrackedNumbers[number_of<C, Cs...>()]]);
    });
    if (size_ != 0) std::memcpy(fresh.indices, block_.indices, size_ * sizeof(Index));
    std::swap(block_, fresh);
    release(fresh);
  }

  void release(const Block& block) noexcept {
    if (block.first != nullptr) memory_->give_back(block.first, Block::lines_of(mask_, block.capacity));
  }

  // Calls visit(row 0 of the column) for each column of the table.
  template <class Visit>
  void for_each_column(const Visit& visit) const {
    (visit_column<Cs>(visit), ...);
  }
  template <class C, class Visit>
  [[gnu::always_inline]] void visit_column(const Visit& visit) const {
    if constexpr (!std::is_empty_v<C>) {
      if (C* const values = column<C>()) visit(values);
    }
  }

  // Calls visit<C>(marks of row 0) for each column of marks.
  template <class Visit>
  void for_each_marks(const Visit& visit) const {
    (visit_marks<Cs>(visit), ...);
  }
  template <class C, class Visit>
  [[gnu::always_inline]] void visit_marks([[maybe_unused]] const Visit& visit) const {
    if constexpr (kTracked<C>) {
      if (Marks* const first = marks<C>()) visit.template operator()<C>(first);
    }
  }

  std::size_t size_ = 0;
  Block block_;
  Bits mask_;
  Memory* memory_;
};

}  // namespace ecs
