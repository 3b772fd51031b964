// One unit for all times of a table, so that they line up and compare at a glance.
#pragma once

#include <string_view>
#include <vector>

namespace ecsbench {

struct TimeUnit {
  std::string_view name;  // "ms", "µs", "ns"
  double ns;
  int decimals;  // for three significant digits of the shortest time
};

// By the shortest of the medians, in ns; ms where there is none.
[[nodiscard]] TimeUnit time_unit(const std::vector<double>& medians_ns);

}  // namespace ecsbench
