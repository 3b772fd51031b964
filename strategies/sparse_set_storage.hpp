// SparseSet: one component type, stored densely, found by entity index.
//
//   sparse_    entity index -> row     [ 2  .  0  .  1 ]     . is kNoRow
//   indices_   row -> entity index     [ 2  4  0 ]
//   values_    row -> component        [ c2 c4 c0 ]
//   marks_     row -> added, changed   [ .. .. .. ]      of a tracked component only (marks.hpp)
//
//   remove(2)  the last row fills the hole: indices_ [ 0  4 ], values_ [ c0 c4 ], sparse_ [ 0  .  .  .  1 ]
//
// Invariants (checked by consistent())
//   (1) indices_ and values_ have room for room_ rows; the first size_ of them hold an index and a living value;
//   (2) sparse_[indices_[r]] == r for every row r below size_;
//   (3) every other cell of sparse_ is kNoRow;
//   (4) marks_ has room for as many, and those of a row lie in the same row;
//   (5) if in_order_, indices_ grows from row to row.
// Cost        append O(1) amortised; remove O(1), moves one row; find O(1), two dependent loads; each: sequential.
// Memory      4 B per entity index below the highest held + (4 B + sizeof(C)) per component held (16 B more if tracked); a tag has no values.
// References  live until the next append or remove.
//
// It knows neither handles nor locks: the world that owns it does.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/index_array.hpp"
#include "strategies/marks.hpp"
#include "strategies/memory.hpp"
#include "strategies/pool_rows.hpp"
#include "strategies/strategy.hpp"

namespace ecs {

template <Component C>
class SparseSet {
 public:
  SparseSet() = default;
  SparseSet(SparseSet&& other) noexcept { swap(other); }
  SparseSet& operator=(SparseSet&& other) noexcept {
    SparseSet taken{std::move(other)};
    swap(taken);
    return *this;
  }
  ~SparseSet() { destroy_values(); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool has(Index index) const { return row_of(index) != kNoRow; }
  [[nodiscard]] Row row_of(Index index) const { return sparse_.get(index); }
  [[nodiscard]] const Index* indices() const { return indices_.data(); }

  // The value in a row; rows lie side by side. A tag has one object for all rows. REQUIRES: row != kNoRow
  [[nodiscard]] C* place(Row row) const {
    if constexpr (Tag<C>) {
      return tag_object<C>();
    } else {
      return values_.data() + at(row);
    }
  }
  // The i-th of values that lie side by side; a tag's one object.
  [[nodiscard]] static C& nth(C* first, [[maybe_unused]] std::size_t i) {
    if constexpr (Tag<C>) {
      return *first;
    } else {
      return first[i];
    }
  }
  [[nodiscard]] C* find(Index index) const {
    const Row row = row_of(index);
    if (row == kNoRow) [[unlikely]]
      return nullptr;
    return held_place(place(row));
  }

  // The marks of a row; nullptr if C is untracked. REQUIRES: row != kNoRow
  [[nodiscard]] Marks* marks(Row row) const { return marks_.at(at(row)); }

  [[nodiscard]] bool has_room(Index index) const { return index < sparse_.room() && size_ < room_; }
  [[nodiscard]] bool has_cells(std::size_t slots) const { return slots <= sparse_.room(); }

  // Room for `more` rows, for indices below `slots`. Throws bad_alloc; what is held stays as it is.
  void make_room(std::size_t more, std::size_t slots) {
    sparse_.fit(slots, more);
    if (size_ + more > room_) [[unlikely]]
      grow_rows(more);
  }

  // Room for exactly `n` rows, for indices below n, unless there is more already.
  void reserve(std::size_t n) {
    if (n > sparse_.room()) sparse_.resize(n);
    if (n > room_) resize_rows(n);
  }

  // `now` is what a tracked value is marked with. REQUIRES: !has(index), and room for it
  C* append(Index index, C&& value, Tick now = 0) noexcept {
    assert(!has(index) && size_ < room_);
    if (in_order_ && breaks_order(index)) [[unlikely]]
      in_order_ = false;  // written when it changes, not each time: the next append would wait for it
    indices_[size_] = index;
    sparse_[index] = row_at(size_);
    marks_.born(size_, now);
    return construct(row_at(size_++), std::move(value));
  }

  // A value-initialised value for each of these, side by side; returns the first. One loop an array is 1.4 times as fast
  // as appending one by one. REQUIRES: none is held, and room for all
  C* append_many(std::span<const Index> entities, Tick now = 0) noexcept
    requires std::is_nothrow_default_constructible_v<C>
  {
    assert(size_ + entities.size() <= room_);
    bool in_order = in_order_;
    Index last = size_ == 0 ? 0 : indices_[size_ - 1];
    for (std::size_t i = 0; i < entities.size(); ++i) {
      const Index index = entities[i];
      indices_[size_ + i] = index;
      sparse_[index] = row_at(size_ + i);
      in_order &= last <= index;
      last = index;
    }
    in_order_ = in_order;
    marks_.born(size_, entities.size(), now);
    C* const first = place(row_at(size_));
    if constexpr (!Tag<C>) std::uninitialized_value_construct_n(first, entities.size());
    size_ += entities.size();
    return first;
  }

  // REQUIRES: has(index)
  C* replace(Index index, C&& value, Tick now = 0) noexcept {
    written(index, now);
    return ecs::replace(place(row_of(index)), std::move(value));
  }

  // REQUIRES: has(index)
  void written(Index index, Tick now) noexcept { marks_.written(at(row_of(index)), now); }

  // REQUIRES: has(index)
  void remove(Index index) noexcept {
    assert(has(index));
    const Row hole = sparse_[index];
    const Row last = row_at(--size_);
    const Index moved = indices_[at(last)];
    indices_[at(hole)] = moved;  // the last row fills the hole,
    move_row(last, hole);
    marks_.move(at(last), at(hole));
    sparse_[moved] = hole;    // which restores (2) for the row that moved;
    sparse_[index] = kNoRow;  // (3) comes last, so that moved == index is right too.
    if (hole != last) in_order_ = false;
    if (size_ == 0) in_order_ = true;
  }

  void clear() noexcept {
    destroy_values();
    if (size_ > sparse_.room() / 8) {
      sparse_.blank_all();
    } else {
      for (std::size_t r = 0; r < size_; ++r) sparse_[indices_[r]] = kNoRow;
    }
    size_ = 0;
    in_order_ = true;
  }

  // Gives back every row not held and every cell above the highest index held.
  void shrink_to_fit() {
    resize_rows(size_);
    sparse_.resize(size_ == 0 ? 0 : *std::max_element(indices(), indices() + size_) + std::size_t{1});
  }

  // The same rows in the same order. Throws bad_alloc, or what a copy throws.
  [[nodiscard]] SparseSet clone() const
    requires std::copy_constructible<C>
  {
    SparseSet copy;
    copy.sparse_ = sparse_.clone();
    copy.indices_ = indices_.copied(size_);
    copy.marks_ = marks_.resized(size_);
    if constexpr (!Tag<C>) copy.values_ = values_.copied(size_);
    copy.size_ = copy.room_ = size_;  // only now are there values that end with it
    copy.in_order_ = in_order_;
    return copy;
  }

  // What a join needs to know; good until the next change.
  [[nodiscard]] PoolRows rows() const { return {indices_.data(), size_, sparse_.data(), sparse_.room(), in_order_}; }

  // Cells of indices at and above `slots`, the indices ever used, count as slack.
  [[nodiscard]] MemoryUse memory(std::size_t slots) const {
    const std::size_t cells = std::min(slots, sparse_.room());
    MemoryUse use{0, cells * sizeof(Row) + size_ * sizeof(Index), 0};
    use.index_bytes += size_ * MarkColumn<C>::kRowBytes;
    std::size_t owned = sparse_.room() * sizeof(Row) + indices_.bytes() + marks_.bytes();
    if constexpr (!Tag<C>) {
      use.payload_bytes = size_ * sizeof(C);
      owned += values_.bytes();
    }
    use.slack_bytes = owned - use.payload_bytes - use.index_bytes;
    return use;
  }

  [[nodiscard]] bool consistent() const {
    if (size_ > room_ || room_ > indices_.capacity() || room_ > marks_.capacity()) return false;
    if constexpr (!Tag<C>) {
      if (room_ > values_.capacity()) return false;
    }
    for (std::size_t r = 0; r < size_; ++r) {
      if (row_of(indices_[r]) != row_at(r)) return false;
    }
    if (in_order_ && !std::is_sorted(indices(), indices() + size_)) return false;
    const Row* const cells = sparse_.data();
    const auto held = std::count_if(cells, cells + sparse_.room(), [](Row row) { return row != kNoRow; });
    return static_cast<std::size_t>(held) == size_;
  }

 private:
  struct NoValues {};
  using Values = std::conditional_t<Tag<C>, NoValues, Buffer<C>>;

  C* construct([[maybe_unused]] Row row, [[maybe_unused]] C&& value) noexcept {
    if constexpr (Tag<C>) {
      return tag_object<C>();
    } else {
      return std::construct_at(place(row), std::move(value));
    }
  }

  void move_row([[maybe_unused]] Row last, [[maybe_unused]] Row hole) noexcept {
    if constexpr (!Tag<C>) {
      std::destroy_at(place(hole));
      if (hole != last) relocate(place(last), place(hole));
    }
  }

  [[nodiscard]] bool breaks_order(Index next) const { return size_ != 0 && next < indices_[size_ - 1]; }

  void destroy_values() noexcept {
    if constexpr (!Tag<C>) std::destroy_n(values_.data(), size_);
  }

  [[gnu::cold]] [[gnu::noinline]] void grow_rows(std::size_t more) { resize_rows(grown_by(room_, size_ + more, more)); }
  void resize_rows(std::size_t rows) {
    indices_.resize(rows, size_);
    room_ = std::min(room_, rows);
    marks_.resize(rows, size_);
    if constexpr (!Tag<C>) values_.resize(rows, size_);
    room_ = rows;
  }

  void swap(SparseSet& other) noexcept {
    std::swap(sparse_, other.sparse_);
    std::swap(indices_, other.indices_);
    std::swap(values_, other.values_);
    std::swap(marks_, other.marks_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    std::swap(in_order_, other.in_order_);
  }

  IndexArray<Row> sparse_;
  Buffer<Index> indices_;
  [[no_unique_address]] Values values_;
  [[no_unique_address]] MarkColumn<C> marks_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  bool in_order_ = true;  // rows stand in id order, for a join to know
};

}  // namespace ecs
