#include "harness/report/time_unit.hpp"

#include <algorithm>

#include "harness/report/text.hpp"

namespace ecsbench {

TimeUnit time_unit(const std::vector<double>& medians_ns) {
  if (medians_ns.empty()) return {"ms", 1e6, 3};
  const double least = *std::min_element(medians_ns.begin(), medians_ns.end());
  TimeUnit unit = least >= 5e4 ? TimeUnit{"ms", 1e6, 0} : least >= 5e1 ? TimeUnit{"µs", 1e3, 0} : TimeUnit{"ns", 1, 0};
  unit.decimals = std::min(3, decimals_for({least / unit.ns}));
  return unit;
}

}  // namespace ecsbench
