// SparseJoin: walks one list of entity indices and finds the row of each in several pools, block by
// block.
//
//   led by     [ 2  4  0  7  9  3 ... ]      a pool's own indices, or a list kept by somebody else
//   pool 0     rows 0 1 2 3 4 5              the leader itself: row i
//   pool 1     rows 0 1 2 3 | 9 5            the first block lines up; after it each row is looked
//   up
//
// A block of kBlockRows rows is tried in three ways, cheapest first:
//   range      both lists hold every index of a range in order: they line up as far as both reach,
//   nothing is compared; lined up   the pool's indices beside the first row found equal the
//   leader's: one vectorised compare a block; look-up    the block's rows are gathered from sparse_
//   into a small local array, those that miss are dropped, and
//              only then are values touched: the look-ups do not wait for each other.
// Lined-up blocks that follow each other become one run. A join compares no generations: despawn
// purges at once, so that whatever has a row is alive.
//
// Cost    same order: 8 B of indices read per pool and row at most; else one 4 B load per pool and
// row. Memory  kBlockRows * 4 B per pool on the stack.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "strategies/entity.hpp"

namespace ecs {

// A list of entity indices, each once.
struct IndexList {
  const Index* indices = nullptr;
  std::size_t size = 0;
  bool ascending = true;  // false also if nobody knows

  // Does it hold every index from its first to its last, in order? Then row == index - first.
  [[nodiscard]] bool is_range() const {
    return ascending && size != 0 && indices[size - 1] - indices[0] + std::size_t{1} == size;
  }
};

// What a join sees of a pool: its rows in order, and the way from an index to a row.
struct PoolRows : IndexList {
  const Row* sparse = nullptr;
  std::size_t sparse_room = 0;

  PoolRows() = default;
  PoolRows(const Index* rows, std::size_t n, const Row* cells, std::size_t room, bool in_order)
      : IndexList{rows, n, in_order}, sparse{cells}, sparse_room{room} {}

  [[nodiscard]] Row row_of(Index index) const { return index < sparse_room ? sparse[index] : kNoRow; }
};

// Keeps every entity.
struct KeepAll {
  static constexpr bool kDrops = false;
  [[nodiscard]] static constexpr bool drops(Index) { return false; }
};

// Drops entities that have any of `excluded`. Asking the masks costs one byte an entity for all
// excluded pools together.
template <class Bits>
struct DropByMask {
  static constexpr bool kDrops = true;
  const Bits* masks;
  Bits excluded;
  [[nodiscard]] bool drops(Index index) const { return !masks[index].matches(Bits{}, excluded); }
};

// Of the pools that must match, the smallest leads; on a tie the one in id order, since walking the
// scrambled one costs 2.7 to 3.9 times the gather and walking the ordered one 1.6 to 2.5.
template <std::size_t kPools>
[[nodiscard]] std::size_t leading_pool(const std::array<PoolRows, kPools>& pools, std::size_t required) {
  std::size_t lead = 0;
  for (std::size_t k = 1; k < required; ++k) {
    const bool smaller = pools[k].size < pools[lead].size;
    const bool tidier = pools[k].size == pools[lead].size && pools[k].ascending && !pools[lead].ascending;
    if (smaller || tidier) lead = k;
  }
  return lead;
}

// The first kRequired pools must hold an entity for it to match; the rest are optional.
template <std::size_t kRequired, std::size_t kPools, class Keep>
class SparseJoin {
  static_assert(kRequired >= 1 && kRequired <= kPools);

 public:
  static constexpr std::size_t kBlockRows = 128;
  static constexpr std::size_t kNoLead = kPools;
  using Pools = std::array<PoolRows, kPools>;

  // `lead` is the pool whose own indices are walked, or kNoLead.
  SparseJoin(const IndexList& list, std::size_t lead, const Pools& pools, const Keep& keep, bool drops_any)
      : list_{list}, lead_{lead}, pools_{pools}, keep_{keep}, drops_any_{drops_any}, list_is_range_{list.is_range()} {
    for (std::size_t k = 0; k < kPools; ++k) is_range_[k] = pools_[k].is_range();
  }

  // Finds the next matches; false when there are no more.
  [[nodiscard]] bool next() {
    matches_ = 0;
    while (matches_ == 0 && at_ < list_.size) {
      matches_ = lined_up_rows();
      is_run_ = matches_ != 0;
      at_ += matches_;
      if (!is_run_) look_up_block();
    }
    return matches_ != 0;
  }

  [[nodiscard]] std::size_t matches() const { return matches_; }

  // The matches lie side by side in every pool, from row first(k) on (kNoRow: none of them is in
  // optional pool k).
  [[nodiscard]] bool is_run() const { return is_run_; }
  [[nodiscard]] Row first(std::size_t k) const { return first_[k]; }

  // The indices of pool 0 from a row on: whose matches they are.
  [[nodiscard]] const Index* indices(Row row) const { return pools_[0].indices + at(row); }

  // Else match i lies in row rows(k)[i] of pool k.
  [[nodiscard]] const Row* rows(std::size_t k) const { return rows_[k].data(); }

  // Of the listed matches from i on, how many happen to lie side by side? At least 1.
  [[nodiscard]] std::size_t run_from(std::size_t i) const {
    std::size_t n = 1;
    while (i + n < matches_ && follows(i + n)) ++n;
    return n;
  }

 private:
  // How a pool's first row of a block lies to the list's.
  enum class Fit : std::uint8_t { kApart, kAbsent, kRange, kCompare };

  // Matches from at_ on that lie side by side in every pool: whole blocks, or all that is left. 0
  // if there is no block.
  std::size_t lined_up_rows() {
    std::size_t limit = list_.size - at_;
    bool compare = Keep::kDrops && drops_any_;
    for (std::size_t k = 0; k < kPools; ++k) {
      fit_[k] = place_first(k);
      if (fit_[k] == Fit::kApart) return 0;
      if (fit_[k] != Fit::kAbsent) limit = std::min(limit, pools_[k].size - at(first_[k]));
      compare |= fit_[k] == Fit::kCompare;
    }
    if (!compare) return limit;
    std::size_t rows = 0;
    while (rows < limit) {
      const std::size_t block = std::min(kBlockRows, limit - rows);
      if (!block_lines_up(rows, block)) break;
      rows += block;
    }
    return rows;
  }

  Fit place_first(std::size_t k) {
    if (k == lead_) {
      first_[k] = row_at(at_);
      return Fit::kRange;
    }
    first_[k] = pools_[k].row_of(list_.indices[at_]);
    if (first_[k] == kNoRow) return k >= kRequired && pools_[k].size == 0 ? Fit::kAbsent : Fit::kApart;
    return list_is_range_ && is_range_[k] ? Fit::kRange : Fit::kCompare;
  }

  [[nodiscard]] bool block_lines_up(std::size_t offset, std::size_t n) const {
    const Index* const listed = list_.indices + at_ + offset;
    for (std::size_t k = 0; k < kPools; ++k) {
      if (fit_[k] != Fit::kCompare) continue;
      if (!same(listed, pools_[k].indices + at(first_[k]) + offset, n)) return false;
    }
    return !drops_some(listed, n);
  }

  [[nodiscard]] static bool same(const Index* a, const Index* b, std::size_t n) {
    if (a[n - 1] != b[n - 1]) return false;
    Index difference = 0;
    for (std::size_t i = 0; i < n; ++i) difference |= a[i] ^ b[i];
    return difference == 0;
  }

  [[nodiscard]] bool drops_some(const Index* listed, std::size_t n) const {
    if (!Keep::kDrops || !drops_any_) return false;
    bool some = false;
    for (std::size_t i = 0; i < n; ++i) some |= keep_.drops(listed[i]);
    return some;
  }

  // Gathers the rows of the next block and drops what does not match.
  void look_up_block() {
    const Index* const listed = list_.indices + at_;
    const std::size_t n = std::min(kBlockRows, list_.size - at_);
    bool all = true;
    for (std::size_t k = 0; k < kPools; ++k) {
      const bool all_found = look_up(k, listed, n);
      all &= all_found || k >= kRequired;
    }
    if (Keep::kDrops && drops_any_) all &= !drop(listed, n);
    at_ += n;
    matches_ = all ? n : keep_found(n);
  }

  // Fills rows_[k]; true if every index was found.
  bool look_up(std::size_t k, const Index* listed, std::size_t n) {
    std::array<Row, kBlockRows>& rows = rows_[k];
    const PoolRows& pool = pools_[k];
    if (k == lead_) {
      for (std::size_t i = 0; i < n; ++i) rows[i] = row_at(at_ + i);
      return true;
    }
    bool all = true;
    if (is_range_[k]) {
      const Index first = pool.indices[0];
      for (std::size_t i = 0; i < n; ++i) {
        const Index row = listed[i] - first;
        rows[i] = row < pool.size ? Row{row} : kNoRow;
        all &= row < pool.size;
      }
      return all;
    }
    for (std::size_t i = 0; i < n; ++i) {
      rows[i] = pool.row_of(listed[i]);
      all &= rows[i] != kNoRow;
    }
    return all;
  }

  // Marks what the filter drops as not found; true if there was any.
  bool drop(const Index* listed, std::size_t n) {
    bool any = false;
    for (std::size_t i = 0; i < n; ++i) {
      const bool drops = keep_.drops(listed[i]);
      rows_[0][i] = drops ? kNoRow : rows_[0][i];
      any |= drops;
    }
    return any;
  }

  // Moves the rows of those found in every required pool to the front; without a branch, since
  // nobody could predict it.
  std::size_t keep_found(std::size_t n) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      bool found = true;
      for (std::size_t k = 0; k < kPools; ++k) {
        found &= k >= kRequired || rows_[k][i] != kNoRow;
        rows_[k][kept] = rows_[k][i];
      }
      kept += found ? 1u : 0u;
    }
    return kept;
  }

  // Does listed match i lie in the row after that of match i - 1, in every pool?
  [[nodiscard]] bool follows(std::size_t i) const {
    bool follows = true;
    for (std::size_t k = 0; k < kPools; ++k) {
      const Row before = rows_[k][i - 1];
      follows &= rows_[k][i] == (before == kNoRow ? kNoRow : row_at(at(before) + 1));
    }
    return follows;
  }

  IndexList list_;
  std::size_t lead_;
  Pools pools_;
  [[no_unique_address]] Keep keep_;
  bool drops_any_;
  bool list_is_range_;
  std::array<bool, kPools> is_range_{};

  std::size_t at_ = 0;  // of list_: what comes before is done
  std::size_t matches_ = 0;
  bool is_run_ = false;
  std::array<Fit, kPools> fit_{};
  std::array<Row, kPools> first_{};
  std::array<std::array<Row, kBlockRows>, kPools> rows_;
};

}  // namespace ecs
