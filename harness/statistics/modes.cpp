#include "harness/statistics/modes.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "harness/statistics/describe.hpp"

namespace ecsbench::statistics {
namespace {

constexpr std::size_t kFewest = 200;
constexpr double kLeastApart = 5, kLeastShare = 0.15, kLeastRatio = 1.02;

// The cut of sorted values that leaves the least variance within both sides.
struct Cut {
  std::size_t low_count = 0;
  double low_mean = 0, high_mean = 0;
  double between = 0;  // variance explained by the cut, times count squared
};

Cut best_cut(const std::vector<double>& values, double sum) {
  Cut best;
  const auto count = static_cast<double>(values.size());
  double low_sum = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    low_sum += values[i];
    const double low = static_cast<double>(i + 1), high = count - low;
    const double low_mean = low_sum / low, high_mean = (sum - low_sum) / high;
    const double between = low * high * (high_mean - low_mean) * (high_mean - low_mean);
    if (between > best.between) best = {i + 1, low_mean, high_mean, between};
  }
  return best;
}

// The variance left within the two sides.
double variance_within(const std::vector<double>& values, const Cut& cut) {
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double off = values[i] - (i < cut.low_count ? cut.low_mean : cut.high_mean);
    squares += off * off;
  }
  return squares / static_cast<double>(values.size());
}

}  // namespace

std::optional<TwoModes> two_modes(std::span<const double> times) {
  if (times.size() < kFewest) return std::nullopt;
  std::vector<double> logs;
  logs.reserve(times.size());
  for (const double time : times) logs.push_back(time > 0 ? std::log(time) : NAN);
  const auto ordered = sorted(logs);
  if (!ordered) return std::nullopt;

  double sum = 0;
  for (const double value : *ordered) sum += value;
  const Cut cut = best_cut(*ordered, sum);
  const double slow_share = 1 - static_cast<double>(cut.low_count) / static_cast<double>(ordered->size());
  const double apart = cut.high_mean - cut.low_mean;
  if (slow_share < kLeastShare || slow_share > 1 - kLeastShare || apart < std::log(kLeastRatio)) return std::nullopt;
  if (apart <= kLeastApart * std::sqrt(variance_within(*ordered, cut))) return std::nullopt;
  return TwoModes{std::exp(cut.low_mean), std::exp(cut.high_mean), slow_share};
}

}  // namespace ecsbench::statistics
