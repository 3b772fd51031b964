// IdMaps: which index has which id, and which id whose index it is. Entries of those alone who have one.
//
//   entries        0           1           2
//   ids_         [ 5f2c..17  | 0b11..9a  | e4d0..03 ]      16 B each
//   owners_      [ 7         | 2         | 4        ]      4 B each: entity index
//   by_id_       cells, found by a hash of the id:      [ . 2 . 0 1 . ]     a cell is the number of an entry;
//   by_owner_    cells, found by a hash of the index:   [ 1 . . 2 0 . ]     . is kNoEntry
//
// Cells are probed one after the other (IdCells). The last entry fills the gap of one that goes, so that the entries are
// always numbered 0 to size() - 1: a snapshot numbers entities by them.
//
// Invariants (checked by consistent())
//   (1) no id stands twice in ids_, no index twice in owners_, and no id is null;
//   (2) each table holds each entry's number once, and nothing else;
//   (3) a cell is reached from its hash without a gap;
//   (4) a quarter of the cells is free.
// Cost        look-ups, insert, erase: O(1). erase never allocates.
// Memory      20 B an entry, and 2 * 4 B * 4/3 for the cells: 31 B, and what growth leaves over.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/memory.hpp"
#include "strategies/upkeep.hpp"

namespace ecs {

using EntryNumber = std::uint32_t;
inline constexpr EntryNumber kNoEntry = std::numeric_limits<EntryNumber>::max();

// Numbers of entries, each near the cell that the hash of its key names. hash_of(number) gives that of an entry.
class IdCells {
 public:
  IdCells() = default;
  // Room for n numbers, three quarters of the cells at most.
  explicit IdCells(std::size_t n) : cells_{n == 0 ? 0 : n + n / 3 + 1} { clear(); }

  [[nodiscard]] std::size_t bytes() const { return cells_.bytes(); }
  void clear() noexcept { std::fill_n(cells_.data(), cells_.capacity(), kNoEntry); }
  [[nodiscard]] IdCells clone() const {
    IdCells copy;
    copy.cells_ = cells_.copied(cells_.capacity());
    return copy;
  }

  // The number for which is_it(number) holds, or kNoEntry.
  template <class IsIt>
  [[nodiscard]] EntryNumber find(std::uint32_t hash, IsIt is_it) const {
    if (cells_.capacity() == 0) return kNoEntry;
    std::size_t cell = home(hash);
    while (cells_[cell] != kNoEntry && !is_it(cells_[cell])) cell = next(cell);
    return cells_[cell];
  }

  // REQUIRES: a free cell
  void insert(std::uint32_t hash, EntryNumber number) noexcept { cells_[place_of(hash, kNoEntry)] = number; }
  // REQUIRES: `from` is here
  void renumber(std::uint32_t hash, EntryNumber from, EntryNumber to) noexcept { cells_[place_of(hash, from)] = to; }

  // Those behind the gap move up, unless that would put them before their home: (3). REQUIRES: number is here
  template <class HashOf>
  void erase(std::uint32_t hash, EntryNumber number, HashOf hash_of) noexcept {
    std::size_t gap = place_of(hash, number);
    for (std::size_t cell = next(gap); cells_[cell] != kNoEntry; cell = next(cell)) {
      if (distance(home(hash_of(cells_[cell])), cell) < distance(gap, cell)) continue;
      cells_[gap] = cells_[cell];
      gap = cell;
    }
    cells_[gap] = kNoEntry;
  }

  [[nodiscard]] std::size_t held() const {
    return cells_.capacity() -
           static_cast<std::size_t>(std::count(cells_.data(), cells_.data() + cells_.capacity(), kNoEntry));
  }

 private:
  // hash / 2^32 of the way along the cells, however many there are.
  [[nodiscard]] std::size_t home(std::uint32_t hash) const { return std::uint64_t{hash} * cells_.capacity() >> 32; }
  [[nodiscard]] std::size_t next(std::size_t cell) const { return cell + 1 == cells_.capacity() ? 0 : cell + 1; }
  [[nodiscard]] std::size_t distance(std::size_t from, std::size_t to) const {
    return to >= from ? to - from : to + cells_.capacity() - from;
  }
  [[nodiscard]] std::size_t place_of(std::uint32_t hash, EntryNumber number) const noexcept {
    std::size_t cell = home(hash);
    while (cells_[cell] != number) cell = next(cell);
    return cell;
  }

  Buffer<EntryNumber> cells_;
};

class IdMaps {
 public:
  IdMaps() = default;
  IdMaps(IdMaps&& other) noexcept { swap(other); }  // leaves empty maps behind
  IdMaps& operator=(IdMaps&& other) noexcept {
    IdMaps taken{std::move(other)};
    swap(taken);
    return *this;
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // REQUIRES: number < size()
  [[nodiscard]] const EntityId& id(EntryNumber number) const { return ids_[number]; }
  [[nodiscard]] Index owner(EntryNumber number) const { return owners_[number]; }

  [[nodiscard]] EntryNumber number_of(const EntityId& id) const {
    return by_id_.find(hash(id), [&](EntryNumber number) { return ids_[number] == id; });
  }
  [[nodiscard]] EntryNumber number_of(Index owner) const {
    return by_owner_.find(hash(owner), [&](EntryNumber number) { return owners_[number] == owner; });
  }

  // Throws bad_alloc, and nothing has changed. REQUIRES: neither is known, and id is not null
  void insert(Index owner, const EntityId& id) {
    assert(id != kNullId && number_of(id) == kNoEntry && number_of(owner) == kNoEntry);
    if (size_ == room_) [[unlikely]]
      reserve(grown(room_, size_ + 1));
    const auto number = static_cast<EntryNumber>(size_++);
    ids_[number] = id;
    owners_[number] = owner;
    by_id_.insert(hash(id), number);
    by_owner_.insert(hash(owner), number);
  }

  // Nothing happens if this index has no id.
  void erase(Index owner) noexcept {
    const EntryNumber gone = number_of(owner);
    if (gone == kNoEntry) return;
    by_id_.erase(hash(ids_[gone]), gone, [&](EntryNumber number) { return hash(ids_[number]); });
    by_owner_.erase(hash(owner), gone, [&](EntryNumber number) { return hash(owners_[number]); });
    const auto last = static_cast<EntryNumber>(--size_);
    if (gone == last) return;
    by_id_.renumber(hash(ids_[last]), last, gone);  // the last entry fills the gap
    by_owner_.renumber(hash(owners_[last]), last, gone);
    ids_[gone] = ids_[last];
    owners_[gone] = owners_[last];
  }
  void clear() noexcept {
    by_id_.clear();
    by_owner_.clear();
    size_ = 0;
  }

  // Room for n entries in all. Throws bad_alloc, and nothing has changed that could be seen.
  void reserve(std::size_t n) {
    if (n > room_) resize(n);
  }
  void shrink_to_fit() {
    if (size_ != room_) resize(size_);
  }

  // Throws bad_alloc.
  [[nodiscard]] IdMaps clone() const { return IdMaps{*this, size_}; }

  [[nodiscard]] std::size_t used_bytes() const {
    return size_ * (sizeof(EntityId) + sizeof(Index)) + by_id_.bytes() + by_owner_.bytes();
  }
  [[nodiscard]] std::size_t owned_bytes() const {
    return ids_.bytes() + owners_.bytes() + by_id_.bytes() + by_owner_.bytes();
  }

  [[nodiscard]] bool consistent() const {
    if (by_id_.held() != size_ || by_owner_.held() != size_) return false;
    for (EntryNumber number = 0; number < size_; ++number) {
      if (ids_[number] == kNullId) return false;
      if (number_of(ids_[number]) != number || number_of(owners_[number]) != number) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] static std::uint32_t hash(const EntityId& id) {
    const std::uint64_t mixed = (id.high ^ id.low * 0xC2B2AE3D27D4EB4Fu) * 0x9E3779B97F4A7C15u;
    return static_cast<std::uint32_t>(mixed >> 32);
  }
  [[nodiscard]] static std::uint32_t hash(Index owner) { return owner * 0x9E3779B9u; }

  // The entries of another, with this much room. REQUIRES: room >= other.size()
  IdMaps(const IdMaps& other, std::size_t room)
      : ids_{room}, owners_{room}, by_id_{room}, by_owner_{room}, size_{other.size_}, room_{room} {
    copy_many(other.ids_.data(), size_, ids_.data());
    copy_many(other.owners_.data(), size_, owners_.data());
    for (EntryNumber number = 0; number < size_; ++number) {
      by_id_.insert(hash(ids_[number]), number);
      by_owner_.insert(hash(owners_[number]), number);
    }
  }
  void resize(std::size_t room) {
    IdMaps resized{*this, room};
    if (room > room_) note_growth();
    swap(resized);
  }

  void swap(IdMaps& other) noexcept {
    std::swap(ids_, other.ids_);
    std::swap(owners_, other.owners_);
    std::swap(by_id_, other.by_id_);
    std::swap(by_owner_, other.by_owner_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

  Buffer<EntityId> ids_;
  Buffer<Index> owners_;
  IdCells by_id_;
  IdCells by_owner_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace ecs
