// Samples: what the frame runner saw, as plain data.
//
//   contestant     round 0                          round 1              ...
//   archetype      settling 9 7 | steady 5 5 5 5    settling 8 6 | steady 5 5 6 5
//   boxed          settling 40  | steady 31         settling 42  | steady 30
//
// Every number is nanoseconds a frame. Where group_size is above 1, it is the mean of so many
// frames timed together, since one was too short for the clock: such samples have no tail.
//
// Invariants
//   (1) every contestant has the same number of rounds, and round r of all was measured together;
//   (2) every round has at least one steady sample.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ecsbench {

// What a storage does beside its work that makes one frame longer than the next.
enum class FrameCause { kGrowth, kNewTable, kListRebuild };

struct FrameEvent {
  std::uint64_t sample = 0;  // its place among the steady samples of its round, or among the settling ones
  bool is_settling = false;
  FrameCause what = FrameCause::kGrowth;
};

struct RoundSamples {
  std::vector<double> steady_ns;
  std::vector<double> settling_ns;      // the first of a block: another contestant had just filled the caches
  std::uint64_t disturbed = 0;          // blocks in which the thread was pushed aside or moved; 0 where nobody watched
  std::vector<FrameEvent> events = {};  // in order; a cause once a sample
  std::optional<std::uint64_t> allocations = {};  // in the steady frames; absent where nobody counted
};

struct ContestantSamples {
  std::string name;
  std::uint64_t group_size = 1;
  std::vector<RoundSamples> rounds;
  bool tells_events = false;  // the storage keeps count: no event then means that there was none
};

enum class MeasurementEnding { kAllRounds, kPrecise, kTimeBudget, kStopped };

struct Samples {
  std::vector<ContestantSamples> contestants;  // in the order in which they were given
  std::uint64_t rounds = 0;                    // of each contestant
  bool balanced = false;                       // only whole Williams squares, interleaved
  MeasurementEnding ending = MeasurementEnding::kAllRounds;
};

}  // namespace ecsbench
