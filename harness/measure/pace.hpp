// Pace: how many frames a block has, and how many rounds are run. Pure arithmetic, without a clock.
//
//   archetype, 1 ms a frame   [ss....................]     s  settling: kept, not counted
//   boxed, 10 ms a frame      [s---------s---------.---------.---------]     .  steady
//
// Blocks are equal in steady TIME, not in frames: a slow baseline would otherwise take most of the
// run. What follows from it:
//   - A frame shorter than 100 calls of the clock is timed in groups: the clock stays below 1 %.
//   - max(2, 5 %) groups before the steady ones are settling, but never more than are steady, of
//     which there is at least one. A slow contestant's block is two frames: one settling, one not.
//   - A frame of 100 ms or more stands alone, unsettled: filling any cache anew is little of it.
//   - A frame that uses its world up stands alone however short it is, and what restores the world
//     counts towards the length of the block, not towards the samples.
//   - Interleaved by frame, nothing settles: every frame meets the caches of another contestant.
// Rounds are whole Williams squares that fit into the time budget; one square is run even if it
// does not fit. To fit at least 24 rounds, blocks are shortened from 20 ms down to 1 ms.
// Cost  O(contestants).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ecsbench {

enum class Interleave {
  kBlock,  // contestants alternate block by block: warm caches, and drift hits all alike
  kFrame,  // they alternate frame by frame: cold caches
  kNone    // one after another: warm, but at the mercy of drift; ratios by round then pair nothing
};

struct Settings {
  // Exactly so many; absent: as many as budget and precision allow.
  std::optional<std::uint64_t> rounds;

  // Steady frames a block, at least; absent: by time. Who is timed in groups gets whole groups. Interleaved by frame,
  // all get as many groups as the smallest group needs to hold them.
  std::optional<std::uint64_t> frames;

  double time_budget_s = 3;
  Interleave interleave = Interleave::kBlock;
  std::uint64_t seed = 42;  // of the order
};

// What calibration found out about a contestant.
struct Speed {
  double frame_ns = 0;
  double prepare_ns = 0;     // untimed, but it uses up the budget
  bool is_restored = false;  // prepare() comes before each frame, not each block (Work::is_restored)
};

// One block of one contestant.
struct Pace {
  std::uint64_t group_size = 1;  // frames timed together
  std::uint64_t steady = 1;      // groups
  std::uint64_t settling = 0;    // groups before them
  bool is_restored = false;      // prepare() comes before each group, which is one frame
  friend bool operator==(const Pace&, const Pace&) = default;
};

struct Timetable {
  std::vector<Pace> paces;        // one a contestant
  std::uint64_t passes = 1;       // through the row in a round; above 1 only when interleaved by frame
  std::uint64_t rounds = 1;       // as far as one can tell beforehand
  std::uint64_t most_rounds = 1;  // a run of open length ends here, however much budget is left
};

inline constexpr double kLongestBlockNs = 20e6;
inline constexpr double kShortestBlockNs = 1e6;
inline constexpr double kLoneFrameNs = 100e6;
inline constexpr double kClockCallsPerGroup = 100;
inline constexpr std::uint64_t kMostGroupsPerBlock = 128;
inline constexpr std::size_t kFewestRounds = 24;
inline constexpr std::size_t kMostRounds = 480;  // unless more are asked for

// Frames timed together so that a group lasts at least 100 calls of the clock.
// REQUIRES: frame_ns > 0.
[[nodiscard]] std::uint64_t group_size_for(double frame_ns, double clock_cost_ns);

// Groups that come before `steady` steady ones: max(2, 5 %), but not more than `steady`.
[[nodiscard]] std::uint64_t settling_before(std::uint64_t steady);

// A block whose steady part lasts about block_ns. REQUIRES: frame_ns > 0.
[[nodiscard]] Pace pace_for(double frame_ns, double block_ns, double clock_cost_ns);

// How long one round takes, prepare() included. REQUIRES: a speed for each pace
[[nodiscard]] double round_ns(const Timetable& timetable, std::span<const Speed> speeds);

// REQUIRES: at least one contestant; every frame_ns > 0; rounds and frames, where given, above 0.
[[nodiscard]] Timetable make_timetable(std::span<const Speed> speeds, const Settings& settings, double clock_cost_ns);

}  // namespace ecsbench
