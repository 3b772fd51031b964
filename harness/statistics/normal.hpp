// The standard normal distribution, as far as it is needed here: its tail and where that begins.
//
//   distance 1.96 <-> above 0.025
//
// Cost  some tens of erfc.
#pragma once

namespace ecsbench::statistics {

// P(a standard normal number > distance)
[[nodiscard]] double normal_above(double distance);

// The distance beyond which the share `above` lies, to the last digits of a double. REQUIRES: 0 < above <= 1/2
[[nodiscard]] double normal_quantile(double above);

}  // namespace ecsbench::statistics
