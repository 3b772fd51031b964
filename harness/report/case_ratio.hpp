// The ratio of one case in two files, by whatever the files hold of it.
#pragma once

#include <string>

#include "harness/report/compare_results.hpp"
#include "harness/report/match_cases.hpp"
#include "harness/statistics/median_interval.hpp"

namespace ecsbench {

// Fills in all but tolerance and verdict. `reason` is set where there is no interval, and says why. `family`: the level
// and the number of cases that are compared at once.
[[nodiscard]] ComparedCase case_ratio(const MatchedCase& matched, const statistics::Confidence& family,
                                      const CompareSettings& settings);

}  // namespace ecsbench
