// Growth: how the cost of one operation changes with the number of entities.
//
//   sizes    1k    8k    64k          costs  2.0  2.1  1.9    ->  O(1)     2.0
//                                     costs  1.0  1.3  1.6    ->  O(lg N)  0.10 lg N
//
// For each of three shapes f the cost is fitted as c f(N) by least squares over all sizes alike, c = sum(t f) / sum(f f);
// the shape with the least root mean square of the residuals, divided by the mean cost, is the one. What grows need not be
// the algorithm: caches that no longer hold the world look like lg N.
// Cost  linear in sizes. Never called in a timed part.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ecsbench::statistics {

enum class Shape { kConstant, kLogarithmic, kLinear };

struct Growth {
  Shape shape = Shape::kConstant;
  double coefficient = 0;   // of 1, lg N (to base 2) or N, in the unit of the costs
  double relative_rms = 0;  // 0.05: the costs lie 5 % of their mean from the fitted ones
};

// With fewer sizes two shapes of one coefficient each could not be told apart from chance.
inline constexpr std::size_t kFewestSizes = 3;

// Nothing for fewer than kFewestSizes different sizes, for a size below 1, and for a cost that is not finite and above 0.
// REQUIRES: as many costs as sizes.
[[nodiscard]] std::optional<Growth> fit_growth(std::span<const double> sizes, std::span<const double> costs);

}  // namespace ecsbench::statistics
