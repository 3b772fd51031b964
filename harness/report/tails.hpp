// The tails of a case's frames, from its samples: how sure p95, p99 and max are, which share is over a budget, and how many
// frames are outliers.
//
//   frames      . . . . . : : |   :     |       |            p95 [ ]   p99 [   ]   max [    ]
//   budgets             6.94    8.33         16.67 ms        share over each
//   outliers                  o   o     o       o            mild, severe; how many in rounds that were disturbed
//
// Frames timed in groups have no tail: none of the first two. Nothing is dropped.
// Cost  sorting, and 2000 drawings of whole rounds: 3 ms for 100 rounds of 40 frames.
#pragma once

#include <array>
#include <cstdint>

#include "harness/measure/samples.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// A frame at 60, 120 and 144 Hz, in ms as one says them.
inline constexpr std::array<double, 3> kBudgetsMs = {16.67, 8.33, 6.94};

struct TailRules {
  double level = 0.95;      // of each interval for itself
  std::uint64_t seed = 42;  // of the drawings
};

// Adds what depends on the tails to a result that holds median, p99 and the samples. REQUIRES: both are of one contestant
void add_tails(FrameResult& frame, const ContestantSamples& samples, const TailRules& rules);

}  // namespace ecsbench
