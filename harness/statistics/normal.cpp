#include "harness/statistics/normal.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace ecsbench::statistics {

double normal_above(double distance) {
  return std::erfc(distance / std::numbers::sqrt2) / 2;
}

double normal_quantile(double above) {
  assert(above > 0 && above <= 0.5);
  double low = 0, high = 40;  // beyond 40 lies less than the least double
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (normal_above(middle) > above ? low : high) = middle;
  }
  return low;
}

}  // namespace ecsbench::statistics
