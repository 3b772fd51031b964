// Is a number too good to be true?
//
// A frame must move its bytes through the memory system, and STREAM's triad, measured on the same
// machine with a working set of the same size, says how quickly that goes. A case that claims
// clearly more has not done the work: most likely the compiler removed it. 1.3 leaves room for the
// triad's own scatter and for better code than ours.
#pragma once

#include <optional>

namespace ecsbench {

inline constexpr double kImpossibleShare = 1.3;

struct Plausibility {
  double claimed_gb_per_s = 0;  // 10^9 bytes
  double share_of_triad = 0;    // 1 is as quick as the triad
  bool impossible = false;      // share_of_triad > kImpossibleShare
};

// nullopt where there is nothing to judge by: an input that is zero, negative or not finite.
[[nodiscard]] std::optional<Plausibility> judge_plausibility(double bytes_per_frame, double frame_ns,
                                                             double triad_gb_per_s);

}  // namespace ecsbench
