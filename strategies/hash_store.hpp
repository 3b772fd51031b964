// HashStore: one component of a HashMapWorld: values packed, found through a hash map from entity index to row.
//
//   rows_      { 2:0  4:1  0:2 }       entity index -> row
//   owners_    [ 2  4  0 ]             row -> entity index
//   values_    [ c2 c4 c0 ]            tags have none
//   marks_     [ .. .. .. ]            of a tracked component only (marks.hpp)
//
//   remove(2)  the last row fills the hole: owners_ [ 0  4 ], values_ [ c0 c4 ], rows_ { 4:1  0:0 }
//
// Invariants (checked by consistent())
//   (1) owners_ and values_ have room for room_ rows; the first size_ of them hold an index and a living value;
//   (2) rows_ maps owners_[r] to r for every row r below size_, and holds nothing else.
// Cost        add, remove, row_of: O(1), a hash each; add allocates a node; remove moves one row.
// Memory      4 B + a node of 16 B + about 8 B of buckets (and what the heap adds) for each held, and its value.
// References  live until the next add or remove.
//
// It is SparseSet (sparse_set_storage.hpp) but for the array that finds rows.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/marks.hpp"
#include "strategies/memory.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"

namespace ecs {

// The map's memory is counted like all other. A node is small: aligned to a cache line it would take four times as much.
template <class T>
struct NodeAllocator {
  using value_type = T;
  NodeAllocator() = default;
  template <class U>
  NodeAllocator(const NodeAllocator<U>&) noexcept {}

  T* allocate(std::size_t n) { return static_cast<T*>(memory::allocate(n * sizeof(T), alignof(T))); }
  void deallocate(T* block, std::size_t n) noexcept { memory::deallocate(block, n * sizeof(T), alignof(T)); }
  friend bool operator==(const NodeAllocator&, const NodeAllocator&) { return true; }
};

template <Component C>
class HashStore {
  using Cell = std::pair<const Index, Row>;
  using Map = std::unordered_map<Index, Row, std::hash<Index>, std::equal_to<Index>, NodeAllocator<Cell>>;

 public:
  HashStore() = default;
  HashStore(HashStore&& other) noexcept { swap(other); }
  HashStore& operator=(HashStore&& other) noexcept {
    HashStore taken{std::move(other)};
    swap(taken);
    return *this;
  }
  ~HashStore() { destroy_values(); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Index* owners() const { return owners_.data(); }
  [[nodiscard]] Row row_of(Index index) const {
    const auto cell = rows_.find(index);
    return cell == rows_.end() ? kNoRow : cell->second;
  }
  // The value in a row; rows lie side by side. A tag has one object for all rows. REQUIRES: row != kNoRow
  [[nodiscard]] C* place([[maybe_unused]] Row row) const {
    if constexpr (Tag<C>) {
      return tag_object<C>();
    } else {
      return values_.data() + at(row);
    }
  }
  [[nodiscard]] Marks* marks(Row row) const { return marks_.at(at(row)); }

  // Throws bad_alloc and changes nothing that can be seen. REQUIRES: absent
  C* add(Index index, [[maybe_unused]] C&& value, Tick now) {
    if (size_ == room_) [[unlikely]]
      resize_rows(grown(room_, size_ + 1));
    const std::size_t buckets = rows_.bucket_count();
    rows_.emplace(index, row_at(size_));  // the last that may throw
    if (rows_.bucket_count() != buckets) [[unlikely]]
      note_growth();
    owners_[size_] = index;
    marks_.born(size_, now);
    if constexpr (!Tag<C>) std::construct_at(place(row_at(size_)), std::move(value));
    return place(row_at(size_++));
  }

  // False if it was absent.
  bool remove(Index index) noexcept {
    const auto cell = rows_.find(index);
    if (cell == rows_.end()) return false;
    const Row hole = cell->second;
    const Row last = row_at(--size_);
    rows_.erase(cell);
    if constexpr (!Tag<C>) std::destroy_at(place(hole));
    if (hole == last) return true;
    const Index moved = owners_[at(last)];
    owners_[at(hole)] = moved;  // the last row fills the hole,
    if constexpr (!Tag<C>) relocate(place(last), place(hole));
    marks_.move(at(last), at(hole));
    rows_.find(moved)->second = hole;  // which restores (2) for the row that moved
    return true;
  }
  void clear() noexcept {
    destroy_values();
    rows_.clear();
    size_ = 0;
  }

  // Room for `more` rows; for n in all. A node of the map is allocated when its entity comes. Throw bad_alloc.
  void make_room(std::size_t more) {
    const std::size_t rows = size_ + more;
    if (rows > room_) resize_rows(grown_by(room_, rows, more));
    if (rows > rows_.bucket_count()) rehash(grown_by(rows_.bucket_count(), rows, more));
  }
  void reserve(std::size_t n) {
    if (n > room_) resize_rows(n);
    if (n > rows_.bucket_count()) rehash(n);
  }
  void shrink_to_fit() {
    resize_rows(size_);
    rows_.rehash(0);
  }

  // Throws bad_alloc, or what a copy throws.
  [[nodiscard]] HashStore clone() const
    requires std::copy_constructible<C>
  {
    HashStore copy;
    copy.rows_ = rows_;
    copy.owners_ = owners_.copied(size_);
    copy.marks_ = marks_.resized(size_);
    if constexpr (!Tag<C>) copy.values_ = values_.copied(size_);
    copy.size_ = copy.room_ = size_;  // only now are there values that end with it
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const {
    MemoryUse use{0, size_ * (sizeof(Index) + MarkColumn<C>::kRowBytes) + map_bytes(), 0};
    std::size_t owned = owners_.bytes() + marks_.bytes() + map_bytes();
    if constexpr (!Tag<C>) {
      use.payload_bytes = size_ * sizeof(C);
      owned += values_.bytes();
    }
    use.slack_bytes = owned - use.payload_bytes - use.index_bytes;
    return use;
  }

  [[nodiscard]] bool consistent(const EntityPool& pool) const {
    if (size_ > room_ || room_ > owners_.capacity() || room_ > marks_.capacity()) return false;
    if constexpr (!Tag<C>) {
      if (room_ > values_.capacity()) return false;
    }
    for (std::size_t r = 0; r < size_; ++r) {
      if (row_of(owners_[r]) != row_at(r) || !pool.alive_at(owners_[r])) return false;
    }
    return rows_.size() == size_;
  }

 private:
  struct NoValues {};
  using Values = std::conditional_t<Tag<C>, NoValues, Buffer<C>>;

  // A node of the standard library here is a pointer and the cell; one bucket it has in itself.
  struct Node {
    void* next;
    Cell cell;
  };
  [[nodiscard]] std::size_t map_bytes() const {
    const std::size_t buckets = rows_.bucket_count();
    return rows_.size() * sizeof(Node) + (buckets == 1 ? 0 : buckets * sizeof(void*));
  }

  void destroy_values() noexcept {
    if constexpr (!Tag<C>) std::destroy_n(values_.data(), size_);
  }
  void rehash(std::size_t n) {
    rows_.reserve(n);
    note_growth();
  }
  void resize_rows(std::size_t rows) {
    owners_.resize(rows, size_);
    room_ = std::min(room_, rows);
    marks_.resize(rows, size_);
    if constexpr (!Tag<C>) values_.resize(rows, size_);
    room_ = rows;
  }
  void swap(HashStore& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(owners_, other.owners_);
    std::swap(values_, other.values_);
    std::swap(marks_, other.marks_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

  Map rows_;
  Buffer<Index> owners_;
  [[no_unique_address]] Values values_;
  [[no_unique_address]] MarkColumn<C> marks_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace ecs
