#include "harness/report/why_no_percentile.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "harness/statistics/percentile.hpp"

namespace ecsbench {

std::string why_no_percentile(const CaseResult& entry, double share) {
  if (entry.frame_ns.group_size > 1)
    return "frames too short for the clock are timed in groups, whose means hide the tail";
  const std::size_t needed = statistics::values_needed(share);
  if (entry.launches > 1) {
    return fmt::format("a launch has fewer than the {} steady frames of a p{:.0f}: a larger --time-budget gives them",
                       needed, share * 100);
  }
  if (entry.frames < needed) {
    return fmt::format("p{:.0f} needs {} steady frames: a larger --time-budget gives them", share * 100, needed);
  }
  return "not measured";
}

}  // namespace ecsbench
