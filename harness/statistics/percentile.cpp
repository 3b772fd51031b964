// How many values a quantile needs, from q^n; which of them bound it, from the binomial distribution.
#include "harness/statistics/percentile.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {
namespace {

// P(B(count, share) = hits), by logarithms: its factors alone would vanish or overflow.
double binomial(double hits, double count, double share) {
  const double log_ways = std::lgamma(count + 1) - std::lgamma(hits + 1) - std::lgamma(count - hits + 1);
  return std::exp(log_ways + hits * std::log(share) + (count - hits) * std::log1p(-share));
}

// The largest k with P(B(count, share) < k) <= tail, summed from where the rest is below 1e-20.
std::size_t lower_rank(std::size_t count, double share, double tail) {
  constexpr double kReach = 10;  // standard deviations
  const auto n = static_cast<double>(count);
  const double spread = std::sqrt(n * share * (1 - share));
  double hits = std::max(0.0, std::floor(n * share - kReach * spread - kReach));
  double below = binomial(hits, n, share);
  for (double next = below; hits < n && below <= tail; below += next) {
    next *= (n - hits) / (hits + 1) * share / (1 - share);
    ++hits;
  }
  return static_cast<std::size_t>(hits);
}

}  // namespace

std::size_t values_needed(double share, double level) {
  assert(share > 0 && share < 1 && level > 0 && level < 1);
  return static_cast<std::size_t>(std::ceil(std::log((1 - level) / 2) / std::log(share)));
}

std::optional<double> supported_quantile(std::span<const double> values, double share, double level) {
  if (values.size() < values_needed(share, level)) return std::nullopt;
  return quantile(values, share);
}

std::optional<Ranks> quantile_ranks(std::size_t count, double share, const Confidence& confidence) {
  assert(share > 0 && share < 1);
  const double tail = confidence.tail();
  const std::size_t low = lower_rank(count, share, tail);
  const std::size_t from_above = lower_rank(count, 1 - share, tail);  // the same, counted from the largest value down
  if (count == 0 || low == 0 || from_above == 0) return std::nullopt;
  return Ranks{low, count + 1 - from_above};
}

}  // namespace ecsbench::statistics
