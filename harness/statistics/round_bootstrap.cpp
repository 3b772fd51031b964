// Draws rounds, keeps the differences of the medians, reads off their tails.
#include "harness/statistics/round_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/ratio_of_logs.hpp"

namespace ecsbench::statistics {
namespace {

// The rounds of one file, and room for those that are drawn.
class DrawnRounds {
 public:
  explicit DrawnRounds(std::span<const double> rounds) : rounds_(rounds), drawn_(rounds.size()) {}

  double median(std::mt19937_64& random) {
    std::uniform_int_distribution<std::size_t> any(0, rounds_.size() - 1);
    for (double& value : drawn_) value = rounds_[any(random)];
    const auto middle = drawn_.begin() + static_cast<std::ptrdiff_t>(drawn_.size() / 2);
    std::nth_element(drawn_.begin(), middle, drawn_.end());
    if (drawn_.size() % 2 == 1) return *middle;
    return (*std::max_element(drawn_.begin(), middle) + *middle) / 2;
  }

 private:
  std::span<const double> rounds_;
  std::vector<double> drawn_;
};

Interval resampled(std::span<const double> contender, std::span<const double> baseline, const Confidence& confidence,
                   const Resampling& resampling) {
  DrawnRounds later(contender), earlier(baseline);
  std::mt19937_64 random(resampling.seed);
  std::vector<double> replicates(replicates_drawn(resampling, confidence));
  for (double& replicate : replicates) {
    replicate = later.median(random);
    replicate -= earlier.median(random);
  }
  std::sort(replicates.begin(), replicates.end());
  const auto outside = static_cast<std::size_t>(confidence.tail() * static_cast<double>(replicates.size()));
  return {replicates[outside], replicates[replicates.size() - 1 - outside]};
}

}  // namespace

std::size_t rounds_needed(const Confidence& confidence) {
  std::size_t rounds = 1;
  while (!median_interval_rank(rounds, confidence)) ++rounds;
  return rounds;
}

std::size_t replicates_drawn(const Resampling& resampling, const Confidence& confidence) {
  return std::max(resampling.replicates, static_cast<std::size_t>(std::ceil(1 / confidence.tail())) + 1);
}

std::optional<MedianEstimate> round_bootstrap(std::span<const double> contender, std::span<const double> baseline,
                                              const Confidence& confidence, const Resampling& resampling) {
  const auto later = logarithms(contender), earlier = logarithms(baseline);
  if (!later || !earlier) return std::nullopt;
  MedianEstimate difference{*median(*later) - *median(*earlier), std::nullopt};
  if (std::min(later->size(), earlier->size()) >= rounds_needed(confidence)) {
    difference.interval = resampled(*later, *earlier, confidence, resampling);
  }
  return exponential(difference);
}

}  // namespace ecsbench::statistics
