// RealClock: the promises of the simulation, once more with the real clock, the real runner and a kernel of known times.
//
//   contestant   frames of one kernel, in one world     what must be said of it
//   kernel       100                                    the baseline
//   control      100                                    how noisy it is here and now
//   copy         100                                    neither faster nor slower
//   slowed       103                                    slower: 3 % more of the same work, by construction
//
// All four share one world, so that nothing differs but what is claimed to. A contest is judged by summarise(), as a run's
// table is. It can tell 3 % apart if the control alone says so: tolerance and half-width together stay below 3 %.
// Cost  about a second a contest.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/measure/clock.hpp"
#include "harness/report/result.hpp"
#include "harness/statistics/claim.hpp"

namespace ecsbench {

struct RealContest {
  double noise_floor = 0;  // how far the control's interval reaches from 1
  bool can_tell = false;   // 3 % apart
  Verdict copy = Verdict::kNone;
  Verdict slowed = Verdict::kNone;
};

// nullopt once `stop` is true. REQUIRES: the kernel is built and needs no restoring.
[[nodiscard]] std::optional<RealContest> hold_real_contest(Trial& kernel, std::uint64_t seed, const ClockFacts& clock,
                                                           const std::atomic<bool>* stop);

// How often a copy was called faster or slower, and how often the slowed one slower, among the contests that can tell.
// Undecided, with the noise floor, where fewer than half of the contests can. REQUIRES: at least one contest.
[[nodiscard]] std::vector<statistics::Claim> real_clock_claims(const std::vector<RealContest>& contests);

}  // namespace ecsbench
