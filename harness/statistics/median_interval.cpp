// Ranks by the binomial distribution of fair coins.
#include "harness/statistics/median_interval.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {
namespace {

// P(B(count, 1/2) = hits), by logarithms of the gamma function: 0.5^count alone vanishes for a thousand values.
double coin_tosses(std::size_t hits, std::size_t count) {
  const auto heads = static_cast<double>(hits);
  const auto all = static_cast<double>(count);
  const double log_ways = std::lgamma(all + 1) - std::lgamma(heads + 1) - std::lgamma(all - heads + 1);
  return std::exp(log_ways - all * std::numbers::ln2);
}

}  // namespace

double Confidence::tail() const {
  assert(level > 0 && level < 1 && statements >= 1);
  return (1 - level) / static_cast<double>(statements) / 2;
}

std::optional<std::size_t> median_interval_rank(std::size_t count, const Confidence& confidence) {
  const double tail = confidence.tail();
  double missed = 0;
  std::size_t rank = 0;
  while (rank < count) {
    missed += coin_tosses(rank, count);
    if (missed > tail) break;
    ++rank;
  }
  if (rank == 0) return std::nullopt;
  return rank;
}

std::optional<Interval> median_interval(std::span<const double> values, const Confidence& confidence) {
  const auto ordered = sorted(values);
  if (!ordered) return std::nullopt;
  const auto rank = median_interval_rank(ordered->size(), confidence);
  if (!rank) return std::nullopt;
  return Interval{(*ordered)[*rank - 1], (*ordered)[ordered->size() - *rank]};
}

std::optional<MedianEstimate> estimate_median(std::span<const double> values, const Confidence& confidence) {
  const auto middle = median(values);
  if (!middle) return std::nullopt;
  return MedianEstimate{*middle, median_interval(values, confidence)};
}

}  // namespace ecsbench::statistics
