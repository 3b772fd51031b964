// Is a number too good to be true?
//
// A frame must move its bytes through the memory system, and there is a ceiling to how quickly that goes: the larger of
// two probes, STREAM's triad and an update in place, on the same machine with a working set of the same size. A case that
// claims clearly more has not done the work: most likely the compiler removed it. 1.3 leaves room for the probes' own
// scatter and for better code than theirs.
//
// Whatever disturbs the processor during a probe lowers its figure, and a ceiling too low accuses honest loops; so the
// probe is repeated, up to kHearings times, before anybody is accused.
#pragma once

#include <algorithm>
#include <concepts>
#include <optional>

namespace ecsbench {

inline constexpr double kImpossibleShare = 1.3;
inline constexpr int kHearings = 20;

struct Plausibility {
  double claimed_gb_per_s = 0;  // 10^9 bytes
  double share_of_ceiling = 0;  // 1 is as quick as the ceiling
  bool impossible = false;      // share_of_ceiling > kImpossibleShare
};

// nullopt where there is nothing to judge by: an input that is zero, negative or not finite.
[[nodiscard]] std::optional<Plausibility> judge_plausibility(double bytes_per_frame, double frame_ns,
                                                             double ceiling_gb_per_s);

// The same, but asks for the ceiling anew before it calls anything impossible. `ceiling_gb_per_s` is raised to the
// highest answer. Cost: nothing where the first ceiling will do, else up to kHearings probes.
template <std::invocable Probe>
[[nodiscard]] std::optional<Plausibility> judge_after_hearings(double bytes_per_frame, double frame_ns,
                                                               double& ceiling_gb_per_s, Probe probe) {
  auto judged = judge_plausibility(bytes_per_frame, frame_ns, ceiling_gb_per_s);
  for (int hearing = 0; judged && judged->impossible && hearing < kHearings; ++hearing) {
    ceiling_gb_per_s = std::max<double>(ceiling_gb_per_s, probe());
    judged = judge_plausibility(bytes_per_frame, frame_ns, ceiling_gb_per_s);
  }
  return judged;
}

}  // namespace ecsbench
