#include "harness/commands/doctor/real_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>

#include "harness/measure/contestant.hpp"
#include "harness/measure/pace.hpp"
#include "harness/measure/repeated_trial.hpp"
#include "harness/measure/rounds.hpp"
#include "harness/measure/watch.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/summarise.hpp"
#include "harness/report/text.hpp"
#include "harness/statistics/describe.hpp"
#include "harness/statistics/paired_ratio.hpp"

namespace ecsbench {
namespace {

using statistics::Bound;
using statistics::Claim;

constexpr std::uint64_t kFrames = 100, kSlowedFrames = 103;
constexpr double kSlowdown = 0.03;
constexpr double kContestBudgetS = 1;
constexpr std::string_view kKernel = "kernel", kCopy = "copy", kSlowed = "slowed";

Settings settings_of_contest(std::uint64_t seed) {
  Settings settings;
  settings.rounds = kFewestRounds;
  settings.time_budget_s = kContestBudgetS;
  settings.seed = seed;
  return settings;
}

Samples measure(Trial& kernel, std::uint64_t seed, const ClockFacts& facts, const std::atomic<bool>* stop) {
  RepeatedTrial plain(kernel, kFrames), slowed(kernel, kSlowedFrames);
  const std::vector<Contestant> contestants = {{std::string(kKernel), &plain},
                                               {std::string(kControlName), &plain},
                                               {std::string(kCopy), &plain},
                                               {std::string(kSlowed), &slowed}};
  SteadyClock clock;
  Watch watch;
  watch.stop = stop;
  return RoundRunner<SteadyClock>(contestants, settings_of_contest(seed), clock, facts.cost_ns, watch).run();
}

Verdict verdict_on(std::string_view contender, const GroupSummary& summary) {
  for (const ComparisonResult& made : summary.comparisons) {
    if (made.baseline == kKernel && made.contender == contender) return made.verdict;
  }
  return Verdict::kNone;
}

// As noisy as the control says it is.
bool can_tell_apart(const GroupSummary& summary) {
  const auto low = finite(summary.control.ci_low), high = finite(summary.control.ci_high);
  const auto half_width = low && high ? statistics::relative_half_width({*low, *high}) : std::nullopt;
  return half_width && summary.comparisons.front().threshold + *half_width < kSlowdown;
}

std::string floor_text(const std::vector<RealContest>& contests) {
  std::vector<double> floors;
  for (const RealContest& contest : contests) floors.push_back(contest.noise_floor);
  const auto middle = statistics::median(floors);
  assert(middle);
  return fmt::format("inconclusive: noise floor {} %", significant(*middle * 100));
}

}  // namespace

std::optional<RealContest> hold_real_contest(Trial& kernel, std::uint64_t seed, const ClockFacts& clock,
                                             const std::atomic<bool>* stop) {
  CaseGroup group;
  group.workload = "self-test";
  group.baseline = kKernel;
  group.limit = group.gather = "";
  group.samples = measure(kernel, seed, clock, stop);
  if (group.samples.ending == MeasurementEnding::kStopped) return std::nullopt;
  group.facts.resize(group.samples.contestants.size());
  const GroupSummary summary = summarise(group);
  return RealContest{reach(summary.control).value_or(0), can_tell_apart(summary), verdict_on(kCopy, summary),
                     verdict_on(kSlowed, summary)};
}

std::vector<Claim> real_clock_claims(const std::vector<RealContest>& contests) {
  assert(!contests.empty());
  statistics::Tally flagged, found;
  for (const RealContest& contest : contests) {
    if (!contest.can_tell) continue;
    ++flagged.of;
    ++found.of;
    if (contest.copy == Verdict::kFaster || contest.copy == Verdict::kSlower) ++flagged.hits;
    if (contest.slowed == Verdict::kSlower) ++found.hits;
  }
  const std::size_t able = std::max<std::size_t>(found.of, 1);
  std::vector<Claim> claims = {
      {"a copy is called faster or slower", flagged, Bound::kAtMost, 0.05, statistics::slack_of(0.05, able)},
      {"3 % more of the same work is called slower", found, Bound::kAtLeast, 0.95, statistics::slack_of(0.95, able)}};
  if (2 * found.of < contests.size()) {
    for (Claim& claim : claims) claim.undecided = floor_text(contests);
  }
  return claims;
}

}  // namespace ecsbench
