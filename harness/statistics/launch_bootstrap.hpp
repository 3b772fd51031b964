// What is true of a program, when each launch of it reads something else? Launches are drawn, then rounds.
//
// Where memory lies is the same for all rounds of a launch and another in the next, so that launches are the real
// replicates, and the rounds of one only tell how well that launch is known. A replicate draws launches with replacement
// and, within each that was drawn, its rounds; its value is the median of the launches' medians:
//
//   launch   1 [101 99 100]  2 [120 121 119]  3 [99 100 98]  4 [103 102 101]  5 [100 99 101]
//   drawn    3   1   5   5   2        medians 99 100 99 101 120      replicate 100
//
// The interval runs between the replicates that leave expanded_tail() outside (resampling.hpp): so few launches would look
// surer than they are. It is approximate: of 6, 7 and 8
// launches it misses the true median in 3.2, 2.2 and 2.0 % of cases where 5 % are promised (simulated, 6 000 intervals each).
// Fewer launches than rounds_needed() give none: the range of five misses the median in 6 % of cases.
// Source  Davison & Hinkley, Bootstrap Methods and their Application: hierarchical data.
// Cost    O(replicates * rounds of all launches). Deterministic: the same seed and data give the same interval.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/statistics/median_interval.hpp"
#include "harness/statistics/resampling.hpp"

namespace ecsbench::statistics {

// One list a launch, one value a round: times or ratios above zero. The interval is absent below rounds_needed();
// nullopt where there is no launch, an empty one, or a value that is zero, negative or not finite.
[[nodiscard]] std::optional<MedianEstimate> launch_bootstrap(std::span<const std::vector<double>> launches,
                                                             const Confidence& confidence,
                                                             const Resampling& resampling);

}  // namespace ecsbench::statistics
