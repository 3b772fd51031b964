// Upkeep: what storages do beside the work that they are asked for, counted, so that a slow frame can be told its cause.
//
//   growth     an array moves to a larger place      [ a b c ] -> [ a b c . . . ]
//   table      a set of components gets its table    {P V}, and now {P V F}
//   rebuild    a list is filled anew                 [ 0 2 ] -> [ 0 1 2 5 ]
//
// Counted are all worlds of the program together, and the counts only grow: what a frame did is the difference of two
// readings between which one world alone was at work.
// Cost        one relaxed addition, on paths that take microseconds anyway; no world keeps anything for it.
#pragma once

#include <atomic>
#include <cstdint>

namespace ecs {

struct Upkeep {
  std::uint64_t growths = 0;
  std::uint64_t tables = 0;
  std::uint64_t rebuilds = 0;
};

struct UpkeepCount {
  std::atomic<std::uint64_t> growths{0};
  std::atomic<std::uint64_t> tables{0};
  std::atomic<std::uint64_t> rebuilds{0};
};
inline UpkeepCount upkeep_count;

inline void note_growth() noexcept {
  upkeep_count.growths.fetch_add(1, std::memory_order_relaxed);
}
inline void note_table() noexcept {
  upkeep_count.tables.fetch_add(1, std::memory_order_relaxed);
}
inline void note_rebuild() noexcept {
  upkeep_count.rebuilds.fetch_add(1, std::memory_order_relaxed);
}

[[nodiscard]] inline Upkeep upkeep_so_far() noexcept {
  return {upkeep_count.growths.load(std::memory_order_relaxed), upkeep_count.tables.load(std::memory_order_relaxed),
          upkeep_count.rebuilds.load(std::memory_order_relaxed)};
}

}  // namespace ecs
