// All pairwise differences of logarithms, and the distribution of U by its recurrence.
#include "harness/statistics/rank_shift.hpp"

#include <cmath>
#include <numeric>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/ratio_of_logs.hpp"

namespace ecsbench::statistics {
namespace {

// P(U = u) of m against n, from what the largest of all is: a contender with probability m / (m + n), and then it is
// larger than all n baselines; otherwise a baseline, which adds nothing.
std::vector<double> with_one_more(const std::vector<double>& contender_less, const std::vector<double>& baseline_less,
                                  std::size_t contenders, std::size_t baselines) {
  const double is_contender = static_cast<double>(contenders) / static_cast<double>(contenders + baselines);
  std::vector<double> probability(contenders * baselines + 1, 0.0);
  for (std::size_t u = 0; u < contender_less.size(); ++u) {
    probability[u + baselines] += is_contender * contender_less[u];
  }
  for (std::size_t u = 0; u < baseline_less.size(); ++u) probability[u] += (1 - is_contender) * baseline_less[u];
  return probability;
}

std::vector<double> differences(std::span<const double> contender, std::span<const double> baseline) {
  std::vector<double> all;
  all.reserve(contender.size() * baseline.size());
  for (const double later : contender) {
    for (const double earlier : baseline) all.push_back(later - earlier);
  }
  return all;
}

}  // namespace

std::vector<double> mann_whitney_distribution(std::size_t contenders, std::size_t baselines) {
  std::vector<std::vector<double>> row(baselines + 1, std::vector<double>{1.0});  // of no contender: U is 0
  for (std::size_t m = 1; m <= contenders; ++m) {
    row[0] = {1.0};
    for (std::size_t n = 1; n <= baselines; ++n) row[n] = with_one_more(row[n], row[n - 1], m, n);
  }
  return row[baselines];
}

std::optional<std::size_t> rank_shift_rank(std::size_t contenders, std::size_t baselines,
                                           const Confidence& confidence) {
  const double tail = confidence.tail();
  double missed = 0;
  std::size_t rank = 0;
  for (const double probability : mann_whitney_distribution(contenders, baselines)) {
    missed += probability;
    if (missed > tail) break;
    ++rank;
  }
  if (rank == 0) return std::nullopt;
  return rank;
}

std::size_t launches_needed(const Confidence& confidence) {
  std::size_t launches = 1;
  for (double ways = 2; 1 / ways > confidence.tail();) {  // C(2n, n), of which U = 0 is one
    ++launches;
    const auto n = static_cast<double>(launches);
    ways *= (2 * n) * (2 * n - 1) / (n * n);
  }
  return launches;
}

std::optional<MedianEstimate> rank_shift(std::span<const double> contender, std::span<const double> baseline,
                                         const Confidence& confidence) {
  const auto later = logarithms(contender), earlier = logarithms(baseline);
  if (!later || !earlier) return std::nullopt;
  const auto all = sorted(differences(*later, *earlier));
  if (!all) return std::nullopt;
  MedianEstimate shift{*median(*all), std::nullopt};
  if (const auto rank = rank_shift_rank(contender.size(), baseline.size(), confidence)) {
    shift.interval = Interval{(*all)[*rank - 1], (*all)[all->size() - *rank]};
  }
  return exponential(shift);
}

}  // namespace ecsbench::statistics
