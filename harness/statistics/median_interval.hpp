// The interval of a median by order statistics: exact for any distribution, no random number.
//
// Of n independent values, the number below the true median is binomial (n, 1/2): the sign test. So
// the interval from the k-th smallest to the k-th largest value misses the median with probability
// 2 * P(B(n, 1/2) <= k - 1):
//
//   sorted   x1 [ x2 x3 x4 x5 x6 x7 x8 x9 ] x10       n = 10, k = 2: misses in 2.1 % of cases
//
// k is the largest rank that keeps the promised level; it exists from n = 6 (95 %, one statement).
// Source  Hahn & Meeker, Statistical Intervals: distribution-free intervals of a percentile.
// Cost    O(n log n).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ecsbench::statistics {

struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// A median with its interval; the interval is absent when there are too few values for the level.
struct MedianEstimate {
  double median = 0;
  std::optional<Interval> interval;
};

// How sure one wants to be: `level` that ALL of `statements` intervals hold at once (Bonferroni:
// each of them is given the level 1 - (1 - level) / statements). REQUIRES: 0 < level < 1,
// statements >= 1.
struct Confidence {
  double level = 0.95;
  std::size_t statements = 1;
  // The probability that a single interval may miss on either of its two sides.
  [[nodiscard]] double tail() const;
};

// Rank k >= 1, counted from either end, of the values that bound the interval; nullopt when there
// are too few values for one.
[[nodiscard]] std::optional<std::size_t> median_interval_rank(std::size_t count, const Confidence& confidence);

// nullopt when `values` is too short for the confidence or holds a value that is not finite.
[[nodiscard]] std::optional<Interval> median_interval(std::span<const double> values, const Confidence& confidence);

// nullopt when there is no median: no value, or one that is not finite.
[[nodiscard]] std::optional<MedianEstimate> estimate_median(std::span<const double> values,
                                                            const Confidence& confidence);

}  // namespace ecsbench::statistics
