// From the results of single launches to one result over them: what differs from launch to launch becomes visible.
//
//   launch                1       2       3            over all
//   archetype / boxed     0.152   0.149   0.157        0.152   from the lowest end of the three intervals to the highest
//   bitset / archetype    1.31    1.02    0.97         1.02    inconclusive: launches disagree
//
// Launches are the real replicates: where memory lies hits all rounds of one alike. So
//   - a value is the median of the launches' own medians;
//   - its interval is a bootstrap over launches, then rounds (statistics/launch_bootstrap.hpp), from as many launches on as
//     the confidence needs: 6 for one statement at 95 %, more for a table of many; below that it is a range, over the
//     intervals of all of them;
//   - T is the median of the launches' own, and so is the noise floor (the upper one of an even number);
//   - faster and slower are said only where the ratio lies on the same side of 1 in every launch.
// What a case holds beside that (memory, counters, what must be touched) is that of the launch whose median is the middle
// one. Of its frames: frames_over_launches.hpp.
// Cost  of a range none to speak of; else 2000 or more medians of all rounds for each value.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench {

struct LaunchesSummary {
  std::vector<CaseResult> cases;  // one for each that any launch holds
  std::vector<ComparisonResult> comparisons;
  std::vector<std::pair<std::string, Estimate>> controls;
  Estimate control;
};

// Each result is that of one launch, with its rounds (whole or their medians). Launches need not hold the same cases: an
// interrupted one lacks the last.
[[nodiscard]] LaunchesSummary summarise_launches(std::span<const Result> launches);

}  // namespace ecsbench
