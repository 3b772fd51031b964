// Three questions to the statistics, each written where the result file wants it.
#include "harness/report/tails.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "harness/statistics/outliers.hpp"
#include "harness/statistics/share_over.hpp"
#include "harness/statistics/tail_bootstrap.hpp"

namespace ecsbench {
namespace {

using statistics::Confidence;
using statistics::Fences;
using statistics::Interval;

constexpr double kNsPerMs = 1e6;

Ends ends_of(const std::optional<Interval>& interval) {
  if (!interval) return {};
  return {interval->low, interval->high};
}

void add_intervals(FrameResult& frame, const Confidence& confidence, std::uint64_t seed) {
  if (frame.p99 && frame.median && *frame.median > 0) frame.p99_to_p50.median = *frame.p99 / *frame.median;
  const auto found = statistics::tail_bootstrap(frame.rounds, confidence, {.seed = seed});
  if (!found) return;
  frame.p95_ends = ends_of(found->p95);
  frame.p99_ends = ends_of(found->p99);
  frame.max_ends = ends_of(found->largest);
  const Ends ratio = ends_of(found->p99_to_median);
  frame.p99_to_p50.ci_low = ratio.ci_low;
  frame.p99_to_p50.ci_high = ratio.ci_high;
}

void add_budgets(FrameResult& frame, const Confidence& confidence) {
  for (const double budget_ms : kBudgetsMs) {
    const auto found = statistics::share_over(frame.rounds, budget_ms * kNsPerMs, confidence);
    if (found) frame.over_budget.push_back({budget_ms, found->share, ends_of(found->interval)});
  }
}

std::vector<std::uint64_t> disturbed_rounds(const ContestantSamples& samples) {
  std::vector<std::uint64_t> disturbed;
  for (std::size_t round = 0; round < samples.rounds.size(); ++round) {
    if (samples.rounds[round].disturbed > 0) disturbed.push_back(round);
  }
  return disturbed;
}

std::optional<OutliersResult> outliers(const ContestantSamples& samples) {
  std::vector<double> all_ns;
  for (const RoundSamples& round : samples.rounds) {
    all_ns.insert(all_ns.end(), round.steady_ns.begin(), round.steady_ns.end());
  }
  const auto fences = Fences::around(all_ns);
  if (!fences) return std::nullopt;
  OutliersResult counted;
  for (const RoundSamples& round : samples.rounds) {
    for (const double frame_ns : round.steady_ns) {
      const Fences::Place place = fences->judge(frame_ns);
      if (place == Fences::Place::kWithin) continue;
      ++(place == Fences::Place::kMild ? counted.mild : counted.severe);
      if (round.disturbed > 0) ++counted.in_disturbed_rounds;
    }
  }
  return counted;
}

}  // namespace

void add_tails(FrameResult& frame, const ContestantSamples& samples, const TailRules& rules) {
  if (frame.group_size == 1) {
    add_intervals(frame, {rules.level, 1}, rules.seed);
    add_budgets(frame, {rules.level, 1});
  }
  frame.outliers = outliers(samples);
  frame.disturbed_rounds = disturbed_rounds(samples);
}

}  // namespace ecsbench
