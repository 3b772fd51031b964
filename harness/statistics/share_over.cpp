// Counts by round, then one formula.
#include "harness/statistics/share_over.hpp"

#include <algorithm>
#include <cmath>

#include "harness/statistics/normal.hpp"
#include "harness/statistics/resampling.hpp"

namespace ecsbench::statistics {
namespace {

struct RoundCount {
  double over = 0, frames = 0;
};

// The variance of the share from round to round, by that of independent frames; at least 1.
double design_effect(const std::vector<RoundCount>& rounds, double share, double frames) {
  const double independent = share * (1 - share) / frames;
  if (independent <= 0 || rounds.size() < 2) return 1;
  double squares = 0;
  for (const RoundCount& round : rounds) {
    const double off = round.over - share * round.frames;
    squares += off * off;
  }
  const auto count = static_cast<double>(rounds.size());
  return std::max(1.0, count / (count - 1) * squares / (frames * frames) / independent);
}

Interval wilson(double share, double frames, double z) {
  const double z2 = z * z;
  const double centre = (share + z2 / (2 * frames)) / (1 + z2 / frames);
  const double half = z / (1 + z2 / frames) * std::sqrt(share * (1 - share) / frames + z2 / (4 * frames * frames));
  return {share <= 0 ? 0 : centre - half, share >= 1 ? 1 : centre + half};  // exactly there, whatever was rounded
}

}  // namespace

std::optional<ShareEstimate> share_over(std::span<const std::vector<double>> rounds, double budget,
                                        const Confidence& confidence) {
  std::vector<RoundCount> counts;
  RoundCount all;
  for (const std::vector<double>& round : rounds) {
    const auto over = std::count_if(round.begin(), round.end(), [budget](double time) { return time > budget; });
    counts.push_back({static_cast<double>(over), static_cast<double>(round.size())});
    all.over += counts.back().over;
    all.frames += counts.back().frames;
  }
  if (all.frames <= 0) return std::nullopt;
  ShareEstimate estimate{all.over / all.frames, std::nullopt};
  if (rounds.size() < rounds_needed(confidence)) return estimate;
  const double independent_frames = all.frames / design_effect(counts, estimate.share, all.frames);
  estimate.interval = wilson(estimate.share, independent_frames, normal_quantile(confidence.tail()));
  return estimate;
}

}  // namespace ecsbench::statistics
