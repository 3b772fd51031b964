// Resampling: what every bootstrap over rounds shares: whole rounds drawn again with replacement, tails read off.
//
//   rounds     0 1 2 3 4        drawn  4 1 1 0 4        times drawn   1 2 0 0 2
//
// Frames of one round resemble each other, so that a round is drawn or it is not: a cluster bootstrap. Of what comes out
// of each drawing (a replicate) the promised share lies between the ends of the interval (percentile interval).
// A handful of rounds cannot be resampled: below rounds_needed(), where order statistics give no interval of a median at
// that confidence either, there is none.
// Source  Efron & Tibshirani, An Introduction to the Bootstrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "harness/statistics/median_interval.hpp"

namespace ecsbench::statistics {

// `replicates` is the least number: where the tails of a large family need more of them, more are drawn.
struct Resampling {
  std::size_t replicates = 2000;
  std::uint64_t seed = 42;
};

// Fewest rounds that give an interval at this confidence: 6 for one statement at 95 %, 11 for 30.
[[nodiscard]] std::size_t rounds_needed(const Confidence& confidence);

// How many replicates are drawn: the given number, or what leaves one of them outside on either side.
[[nodiscard]] std::size_t replicates_drawn(const Resampling& resampling, const Confidence& confidence);

// One of so many rounds, each as likely as the others. REQUIRES: rounds > 0
class AnyRound {
 public:
  explicit AnyRound(std::size_t rounds) : any_(0, rounds - 1) {}
  [[nodiscard]] std::size_t operator()(std::mt19937_64& random) { return any_(random); }

 private:
  std::uniform_int_distribution<std::size_t> any_;
};

// The median. Reorders the values. REQUIRES: a value
[[nodiscard]] double middle_of(std::vector<double>& values);

// The median of as many of the values as there are, drawn with replacement. `room` holds those drawn: given again, it spares
// an allocation. REQUIRES: a value
[[nodiscard]] double drawn_median(std::span<const double> values, std::mt19937_64& random, std::vector<double>& room);

// The share to leave outside on either side so that few rounds do not look surer than they are: for the normal quantile the
// one of Student's t with rounds - 1 degrees of freedom, and sqrt(r / (r - 1)) of it. 1.7 % of 24 rounds for 2.5 %.
// REQUIRES: rounds > 1
// Source  T. Hesterberg (2015), What Teachers Should Know About the Bootstrap: the expanded percentile interval.
[[nodiscard]] double expanded_tail(double tail, std::size_t rounds);

// Between the replicates that leave the share `tail` of them outside on either side. REQUIRES: 0 <= tail < 1/2; a replicate
[[nodiscard]] Interval percentile_interval(std::vector<double> replicates, double tail);

}  // namespace ecsbench::statistics
