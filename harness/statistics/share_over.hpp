// Which share of the frames takes longer than a budget, and how sure is that?
//
//   budget 16.67 ms      round 0  . . . . . .     round 1  . . ! ! ! .     round 2  . . . . . .       3 of 18 are over
//
// The interval is Wilson's, which neither leaves 0 ... 1 nor has no width where nothing was over. It is made for independent
// frames; frames over a budget come in bursts. So it is given fewer frames than there are: n / d, where the design effect d
// is the variance of the share as the rounds show it, by the variance that n independent frames would have. Here
// d = 3.6, and 18 frames say as much as 5. Where none or all are over, nothing tells of bursts, and d is 1.
// Simulated, 24 rounds of 40 frames of which 5 % are over, 4 000 runs: holds the true share in 96.2 % of cases where frames
// are independent and in 94.0 % where they come in bursts of 8; without d in 45.9 %.
// Source  E. B. Wilson (1927), Probable inference; L. Kish (1965), Survey Sampling: the design effect.
// Cost    O(frames). No random number.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

struct ShareEstimate {
  double share = 0;
  std::optional<Interval> interval;  // absent with fewer rounds than rounds_needed() (resampling.hpp)
};

// nullopt where there is no frame.
[[nodiscard]] std::optional<ShareEstimate> share_over(std::span<const std::vector<double>> rounds, double budget,
                                                      const Confidence& confidence);

}  // namespace ecsbench::statistics
