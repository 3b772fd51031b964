// Claimed bytes a second against the ceiling's.
#include "harness/measure/plausibility.hpp"

#include <cmath>

namespace ecsbench {

std::optional<Plausibility> judge_plausibility(double bytes_per_frame, double frame_ns, double ceiling_gb_per_s) {
  for (const double given : {bytes_per_frame, frame_ns, ceiling_gb_per_s}) {
    if (!(given > 0 && std::isfinite(given))) return std::nullopt;
  }
  const double claimed_gb_per_s = bytes_per_frame / frame_ns;  // bytes a ns are 10^9 bytes a s
  const double share = claimed_gb_per_s / ceiling_gb_per_s;
  return Plausibility{claimed_gb_per_s, share, share > kImpossibleShare};
}

}  // namespace ecsbench
