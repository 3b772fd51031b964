// CacheModel: what a sequence of addresses would miss in caches of a given geometry. Arithmetic, no measurement.
//
//   address  ->  line  ->  [ L1 ]  -- miss ->  [ L2 ]  -- miss ->  [ L3 ]  -- miss ->  memory
//
//   a level    sets x ways lines; a line's set is its number modulo the sets; the least recently used way is given up
//
// What is left out, and so must be known of a count:
//   - no prefetcher: a miss that hardware would have hidden by fetching ahead is a miss here;
//   - levels neither include nor exclude each other: each keeps what it was last asked for, and what one gives up stays in
//     the others;
//   - a store is a load: its line is fetched, and writing back is not counted;
//   - a cache belongs to the sequence alone, also where a real one is shared; addresses are taken as physical.
//
// Invariants (checked by consistent())
//   (1) every line of a set belongs to that set;
//   (2) no set holds a line twice;
//   (3) the lines of a set stand before its empty places, the last used first.
// Cost        a touch: as many comparisons as ways in each level that is asked.
// Memory      8 B for each line that the caches hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ecsbench {

struct CacheGeometry {
  std::uint64_t size_bytes = 0;
  std::uint64_t line_bytes = 64;
  std::uint64_t ways = 8;
};

// At least one set of at least one way, and lines of 64 to 4096 bytes, a power of two.
[[nodiscard]] bool can_be_modelled(const CacheGeometry& geometry);

// One level: which lines it holds, the last used of each set first.
class ModelledCache {
 public:
  // REQUIRES: can_be_modelled(geometry)
  explicit ModelledCache(const CacheGeometry& geometry);

  // Was the line there? It is now, as the last used of its set.
  bool touch(std::uint64_t line) {
    std::uint64_t* const set = lines_.data() + set_of(line) * ways_;
    const std::uint64_t wanted = line + 1;
    if (set[0] == wanted) return true;
    std::uint64_t carried = set[0];
    for (std::size_t way = 1; way < ways_; ++way) {
      const std::uint64_t held = set[way];
      set[way] = carried;
      if (held == wanted) return set[0] = wanted, true;
      carried = held;
    }
    set[0] = wanted;
    return false;
  }

  [[nodiscard]] std::uint64_t sets() const { return sets_; }
  [[nodiscard]] bool consistent() const;

 private:
  [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const { return is_power_ ? line & (sets_ - 1) : line % sets_; }

  std::uint64_t ways_, sets_;
  bool is_power_;                     // sets_ is a power of two
  std::vector<std::uint64_t> lines_;  // sets x ways; line + 1, 0 where none is held
};

// What was counted since the last call of count_anew().
struct CacheCounts {
  std::uint64_t accesses = 0;         // touches, as they came
  std::vector<std::uint64_t> misses;  // by level, L1 first
};

class CacheModel {
 public:
  // The levels from L1 outwards. REQUIRES: at least one; all with lines of one size, see ModelledCache.
  explicit CacheModel(std::span<const CacheGeometry> levels);

  // One load or store of so many bytes: all lines that it reaches. REQUIRES: bytes > 0.
  void touch(std::uint64_t address, std::uint64_t bytes) {
    ++counts_.accesses;
    const std::uint64_t last = (address + bytes - 1) >> line_shift_;
    for (std::uint64_t line = address >> line_shift_; line <= last; ++line) touch_line(line);
  }

  // From here on everything is counted from 0. What the caches hold stays.
  void count_anew();

  [[nodiscard]] const CacheCounts& counts() const { return counts_; }
  [[nodiscard]] bool consistent() const;

 private:
  void touch_line(std::uint64_t line) {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if (levels_[level].touch(line)) return;
      ++counts_.misses[level];
    }
  }

  std::vector<ModelledCache> levels_;
  unsigned line_shift_;
  CacheCounts counts_;
};

}  // namespace ecsbench
