// The frames of one case over its launches: what a table shows of median, percentiles and tails.
//
//   launch   1            2            3            over all
//   p99      1.9 [1.8 2.1]  1.7 [1.6 1.8]  2.4 [2.2 2.9]    1.9 [1.6 2.9]
//
//   - a point is the median of the launches' own, and n/a where one of them has none; min and max are those of all;
//   - an interval is their range: from the lowest end to the highest, n/a where one of them has none;
//   - outliers are counted together; rounds that were disturbed and events have no place in common, and are left out.
#pragma once

#include <span>

#include "harness/report/result.hpp"

namespace ecsbench {

// What `rounds` and `settling` hold is empty. REQUIRES: an entry
[[nodiscard]] FrameResult frames_over_launches(std::span<const CaseResult* const> entries);

}  // namespace ecsbench
