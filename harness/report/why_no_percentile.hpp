// The reason beside a percentile that a table cannot show.
#pragma once

#include <string>

#include "harness/report/result.hpp"

namespace ecsbench {

// "p99 needs 368 steady frames: a larger --time-budget gives them"; of several launches each needs as many. `share`: 0.99.
[[nodiscard]] std::string why_no_percentile(const CaseResult& entry, double share);

}  // namespace ecsbench
