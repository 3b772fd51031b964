// Draws rounds, keeps the differences of the medians, reads off their tails.
#include "harness/statistics/round_bootstrap.hpp"

#include <algorithm>
#include <random>
#include <utility>
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
    AnyRound any(rounds_.size());
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
  return percentile_interval(std::move(replicates), confidence.tail());
}

}  // namespace

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
