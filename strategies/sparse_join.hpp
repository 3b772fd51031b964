// SparseJoin: walks a list of entity indices and finds the row of each in several pools.
//
//   list       [ 2  4  0  7  9  3 ... ]      a pool's own indices (then that pool leads), or one kept by somebody else
//   pool 0       0  1  2  3  4  5            the leader itself: row i
//   pool 1       5  6  7  8  | 1  0          four rows line up from row 5 on; after them each row is looked up
//
//   next()     a run: the matches lie side by side in every pool; their values make a plain loop
//              or a block: match i lies in row base(k) + listed(k)[i] of pool k
//
// The rows of a pool are found in the cheapest way that holds:
//   range      list and pool hold every index of a range in order: they line up as far as both reach; nothing is compared
//   lined up   from the row of the first entity on, the pool's indices equal the list's: a vectorised compare, a line of
//              32 at a time; equal lines that follow each other become one run
//   offset     the pool is a range, the list is not: row = index - first, so that the list itself says the rows
//   look-up    rows are gathered from sparse_ into a small array before any value is touched, so that the look-ups do not
//              wait for each other; what misses drops out
// A join compares no generations: despawn purges at once, so that whatever has a row is alive.
//
// Measured at 200,000 rows (ratio to the hand-written loop of the same run): ranges 1.0x the dense loop; lined up 1.6x;
// offset 1.1x to 1.6x the gather through an index list; look-ups on both sides scrambled 2.7x the gather.
// Cost    per row at most 4 B of the list and 4 B of each pool's indices (lined up) or sparse_ (looked up).
// Memory  2 KiB per pool, on the stack.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "strategies/entity.hpp"
#include "strategies/index_list.hpp"
#include "strategies/pool_rows.hpp"

namespace ecs {

// Keeps every entity.
struct KeepAll {
  static constexpr bool kDrops = false;
  [[nodiscard]] static constexpr bool drops(Index) { return false; }
};

// Drops entities that have any of `excluded`. Asking the masks costs one byte an entity for all excluded pools together.
template <class Bits>
struct DropByMask {
  static constexpr bool kDrops = true;
  const Bits* masks;
  Bits excluded;
  [[nodiscard]] bool drops(Index index) const { return !masks[index].matches(Bits{}, excluded); }
};

namespace join {

inline constexpr std::size_t kBlockRows = 512;  // 128 cost 0.3 ns more per match where nothing lines up
inline constexpr Index kMiss = static_cast<Index>(kNoRow);

inline constexpr std::array<Index, kBlockRows> kCounting = [] {
  std::array<Index, kBlockRows> rows{};
  for (std::size_t i = 0; i < kBlockRows; ++i) rows[i] = static_cast<Index>(i);
  return rows;
}();
inline constexpr std::array<Index, kBlockRows> kMissing = [] {
  std::array<Index, kBlockRows> rows{};
  rows.fill(kMiss);
  return rows;
}();

}  // namespace join

// The first kRequired pools must hold an entity for it to match; the rest are optional.
template <std::size_t kRequired, std::size_t kPools, class Keep>
class SparseJoin {
  static_assert(kRequired >= 1 && kRequired <= kPools);

 public:
  static constexpr std::size_t kLineRows = IndexList::kLine;
  static constexpr std::size_t kFirstWindowRows = 64;
  static constexpr std::size_t kLastWindowRows = 4096;
  static constexpr std::size_t kBlockRows = join::kBlockRows;
  static constexpr std::size_t kNoLead = kPools;
  using Pools = std::array<PoolRows, kPools>;

  // `lead` is the pool whose own indices are walked, or kNoLead. `drops_any`: may the filter drop anything at all? List
  // and pools are referred to.
  SparseJoin(const IndexList& list, std::size_t lead, const Pools& pools, const Keep& keep, bool drops_any)
      : list_{list}, lead_{lead}, pools_{pools}, keep_{keep}, drops_any_{Keep::kDrops && drops_any} {
    list_is_range_ = list_.is_range();
    for (std::size_t k = 0; k < kPools; ++k) is_range_[k] = pools_[k].is_range();
  }

  // Leaves out what stands before this place of the list. REQUIRES: nothing was walked yet
  void begin_at(std::size_t place) { at_ = place; }

  // Finds the next matches; false when there are no more.
  [[nodiscard]] bool next() {
    matches_ = 0;
    while (matches_ == 0 && at_ < list_.size) {
      const std::size_t lined_up = lined_up_rows();
      is_run_ = lined_up != 0;
      if (is_run_) {
        take_run(lined_up);
      } else {
        take_block();
      }
    }
    return matches_ != 0;
  }

  [[nodiscard]] std::size_t size() const { return matches_; }
  [[nodiscard]] bool is_run() const { return is_run_; }
  // Of a run: the first row in pool k; kNoRow if optional pool k has none of the matches.
  [[nodiscard]] Row first(std::size_t k) const { return first_[k]; }
  // Of a block: where the rows of its matches stand. A loop over them copies it, and so keeps it in registers.
  struct Rows {
    std::array<std::size_t, kPools> base;
    std::array<const Index*, kPools> listed;

    // The row of match i in pool k; kNoRow if k is optional and has it not.
    [[nodiscard]] Row row(std::size_t k, std::size_t i) const { return row_at(base[k] + listed[k][i]); }
  };
  [[nodiscard]] const Rows& rows() const { return rows_; }
  // The entities of pool 0 from a row on.
  [[nodiscard]] const Index* indices(Row row) const { return pools_[0].indices + at(row); }

  // Of the matches of a block from i on, how many happen to lie side by side? At least 1.
  [[nodiscard]] std::size_t run_from(std::size_t i) const {
    std::size_t n = 1;
    while (i + n < matches_ && follows(i + n)) ++n;
    return n;
  }

 private:
  // How a pool's row of the next listed entity goes on from there.
  enum class Fit : std::uint8_t { kApart, kAbsent, kRange, kCompare };
  static constexpr Index kMiss = join::kMiss;

  // Rows from at_ on that lie side by side in every pool; 0 if there is not a line of them.
  std::size_t lined_up_rows() {
    std::size_t limit = list_.size - at_;
    if (drops_any_) limit = std::min(limit, kBlockRows);
    bool apart = false;
    bool compare = false;
    for (std::size_t k = 0; k < kPools; ++k) {
      const Fit fit = place_first(k);
      if (first_[k] != kNoRow) limit = std::min(limit, pools_[k].size - at(first_[k]));
      compares_[k] = fit == Fit::kCompare;
      compare |= compares_[k];
      apart |= fit == Fit::kApart;
    }
    if (apart) return 0;
    return compare ? equal_rows(limit) : limit;
  }

  // Compares window by window, so that where one pool differs soon, little was compared in vain in the others.
  [[nodiscard]] std::size_t equal_rows(std::size_t limit) const {
    std::size_t rows = 0;
    std::size_t window = kFirstWindowRows;
    for (bool equal = true; equal && rows < limit; window = std::min(window * 2, kLastWindowRows)) {
      const std::size_t wanted = std::min(window, limit - rows);
      std::size_t same = wanted;
      for (std::size_t k = 0; k < kPools; ++k) {
        if (compares_[k]) same = same_rows(k, rows, same);
      }
      rows += same;
      equal = same == wanted;
    }
    return rows;
  }

  // Of the n rows from at_ + offset on, how many are of the same entities as in pool k? All, or whole lines.
  [[nodiscard]] std::size_t same_rows(std::size_t k, std::size_t offset, std::size_t n) const {
    const Index* const listed = list_.indices + at_ + offset;
    const Index* const held = pools_[k].indices + at(first_[k]) + offset;
    std::size_t same = 0;
    while (same + kLineRows <= n && line_equals(listed + same, held + same)) same += kLineRows;
    return n - same < kLineRows && std::equal(listed + same, listed + n, held + same) ? n : same;
  }
  [[nodiscard]] static bool line_equals(const Index* a, const Index* b) {
    Index differences = 0;
    for (std::size_t i = 0; i < kLineRows; ++i) differences |= a[i] ^ b[i];
    return differences == 0;
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

  void take_run(std::size_t n) {
    matches_ = drops_any_ ? keep_undropped(n) : n;
    is_run_ = matches_ == n;
    at_ += n;
    block_rows_ = kLineRows;
  }

  // Lists which of n lined-up rows the filter leaves: the same for every pool.
  std::size_t keep_undropped(std::size_t n) {
    const Index* const listed = list_.indices + at_;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      found_[0][kept] = static_cast<Index>(i);
      kept += keep_.drops(listed[i]) ? 0u : 1u;
    }
    for (std::size_t k = 0; k < kPools; ++k) {
      const bool absent = first_[k] == kNoRow;
      rows_.base[k] = absent ? 0 : at(first_[k]);
      rows_.listed[k] = absent ? join::kMissing.data() : found_[0].data();
    }
    return kept;
  }

  // Blocks grow while nothing lines up: one row out of place costs the look-ups of a line, disorder gets big blocks.
  void take_block() {
    const std::size_t n = std::min(block_rows_, list_.size - at_);
    bool all = !drops_any_;
    for (std::size_t k = 0; k < kPools; ++k) all &= find_rows(k, n) || k >= kRequired;
    matches_ = all ? n : select(n);
    at_ += n;
    block_rows_ = std::min(kBlockRows, block_rows_ * 2);
  }

  // Finds the rows of the next n listed entities in pool k; true if each has one.
  bool find_rows(std::size_t k, std::size_t n) {
    if (k == lead_) {
      rows_.base[k] = at_;
      rows_.listed[k] = join::kCounting.data();
      return true;
    }
    const Index* const listed = list_.indices + at_;
    if (is_range_[k] && lie_in(pools_[k], listed, n)) {
      rows_.base[k] = std::size_t{0} - pools_[k].indices[0];
      rows_.listed[k] = listed;
      return true;
    }
    if (compares_[k] && n <= pools_[k].size - at(first_[k]) && same_rows(k, 0, n) == n) {
      rows_.base[k] = at(first_[k]);
      rows_.listed[k] = join::kCounting.data();
      return true;
    }
    rows_.base[k] = 0;
    rows_.listed[k] = found_[k].data();
    return look_up(pools_[k], listed, n, found_[k].data());
  }

  // Are all of these indices in a pool that is a range?
  [[nodiscard]] static bool lie_in(const PoolRows& range, const Index* listed, std::size_t n) {
    const Index first = range.indices[0];
    Index farthest = 0;
    for (std::size_t i = 0; i < n; ++i) farthest = std::max(farthest, listed[i] - first);
    return farthest < range.size;
  }

  // The first loop has a way out, which keeps the compiler from gather instructions: plain loads are faster (2.2 for
  // 2.6 ns a match at ten per cent).
  [[nodiscard]] static bool look_up(const PoolRows& pool, const Index* listed, std::size_t n, Index* rows) {
    std::size_t i = 0;
    for (; i < n && pool.row_of(listed[i]) != kNoRow; ++i) rows[i] = static_cast<Index>(pool.sparse[listed[i]]);
    const bool all = i == n;
    for (; i < n; ++i) rows[i] = static_cast<Index>(pool.row_of(listed[i]));
    return all;
  }

  // Keeps the rows of those that are in every required pool and that the filter does not drop; no branch depends on
  // which they are, since nobody could predict it.
  std::size_t select(std::size_t n) {
    const Index* const listed = list_.indices + at_;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      bool found = !(drops_any_ && keep_.drops(listed[i]));
      for (std::size_t k = 0; k < kPools; ++k) {
        const Index row = rows_.listed[k][i];
        found &= k >= kRequired || row != kMiss;
        found_[k][kept] = row;
      }
      kept += found ? 1u : 0u;
    }
    for (std::size_t k = 0; k < kPools; ++k) rows_.listed[k] = found_[k].data();
    return kept;
  }

  [[nodiscard]] bool follows(std::size_t i) const {
    bool follows = true;
    for (std::size_t k = 0; k < kPools; ++k) {
      const Index before = rows_.listed[k][i - 1];
      follows &= rows_.listed[k][i] == (before == kMiss ? kMiss : before + 1);
    }
    return follows;
  }

  const IndexList& list_;
  std::size_t lead_;
  const Pools& pools_;
  [[no_unique_address]] Keep keep_;
  bool drops_any_;
  bool list_is_range_ = false;
  std::array<bool, kPools> is_range_{};

  std::size_t at_ = 0;  // of list_: what comes before is done
  std::size_t block_rows_ = kLineRows;
  std::size_t matches_ = 0;
  bool is_run_ = false;
  std::array<bool, kPools> compares_{};
  std::array<Row, kPools> first_{};
  Rows rows_{};
  std::array<std::array<Index, kBlockRows>, kPools> found_;
};

}  // namespace ecs
