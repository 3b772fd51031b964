// How many values a quantile needs, from q^n.
#include "harness/statistics/percentile.hpp"

#include <cassert>
#include <cmath>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {

std::size_t values_needed(double share, double level) {
  assert(share > 0 && share < 1 && level > 0 && level < 1);
  return static_cast<std::size_t>(std::ceil(std::log((1 - level) / 2) / std::log(share)));
}

std::optional<double> supported_quantile(std::span<const double> values, double share, double level) {
  if (values.size() < values_needed(share, level)) return std::nullopt;
  return quantile(values, share);
}

}  // namespace ecsbench::statistics
