// Descriptions of one list of numbers: median, spread, quantiles, ends.
//
//   values  3 1 7 2 9    sorted  1 2 3 7 9    min 1, median 3, max 9
//                        MAD = median of the distances {2 1 0 4 6} from 3 = 2
//
// Every function answers nullopt for an empty list and for a list that holds a NaN or an infinity,
// so that no "inf" or "nan" can reach a table. Nothing is trimmed: outliers were measured too.
// Cost  O(n) and a copy; sorted O(n log n). Never called in a timed part.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace ecsbench::statistics {

// Standard deviations in one MAD when the values are normally distributed: 1 / (inverse normal
// distribution of 3/4).
inline constexpr double kSigmasPerMad = 1.4826;

// A sorted copy, or nullopt when the list is empty or holds a value that is not finite.
[[nodiscard]] std::optional<std::vector<double>> sorted(std::span<const double> values);

// The middle value; the mean of the two middle ones when their number is even.
[[nodiscard]] std::optional<double> median(std::span<const double> values);

// Median absolute deviation from the median, RAW: not multiplied by kSigmasPerMad.
[[nodiscard]] std::optional<double> raw_mad(std::span<const double> values);

// raw_mad x 1.4826: comparable with a standard deviation, but one wild value cannot move it.
[[nodiscard]] std::optional<double> scaled_mad(std::span<const double> values);

// Quantile by definition 7 of Hyndman & Fan (1996), which is numpy's and R's default: with h = (n -
// 1) * share, linear between sorted[floor(h)] and sorted[floor(h) + 1]. REQUIRES: 0 <= share <= 1.
[[nodiscard]] std::optional<double> quantile(std::span<const double> values, double share);

[[nodiscard]] std::optional<double> minimum(std::span<const double> values);
[[nodiscard]] std::optional<double> maximum(std::span<const double> values);

}  // namespace ecsbench::statistics
