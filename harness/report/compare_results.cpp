#include "harness/report/compare_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "harness/report/block.hpp"
#include "harness/report/case_ratio.hpp"
#include "harness/report/compare_words.hpp"
#include "harness/report/file_labels.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/match_cases.hpp"
#include "harness/report/summarise.hpp"
#include "harness/report/text.hpp"
#include "harness/report/to_decide.hpp"
#include "harness/statistics/paired_ratio.hpp"
#include "harness/statistics/rank_shift.hpp"
#include "harness/statistics/resampling.hpp"
#include "harness/statistics/verdict.hpp"

namespace ecsbench {
namespace {

using statistics::Interval;

std::optional<Interval> interval_of(const Estimate& estimate) {
  const auto low = finite(estimate.ci_low), high = finite(estimate.ci_high);
  if (!low || !high) return std::nullopt;
  const Interval interval{*low, *high};
  return statistics::relative_half_width(interval) ? std::optional(interval) : std::nullopt;
}

ComparedFile file_of(const Result& result, const std::string& name) {
  return {name,
          result.partial,
          result.run.exit_reason,
          result.run.started_utc,
          result.tool,
          result.environment.cpu_model,
          result.environment.fingerprint,
          noise_floor(result)};
}

// T of one workload in one file: by its own control, else by that of the whole run.
double tolerance_in(const Result& result, const std::string& workload, double threshold) {
  double tolerance = threshold;
  bool found = false;
  for (const auto& [name, control] : result.controls) {
    if (name != workload) continue;
    found = true;
    tolerance = std::max(tolerance, statistics::tolerance(threshold, interval_of(control)));
  }
  return found ? tolerance : statistics::tolerance(threshold, interval_of(result.control));
}

// What runs beside every movement workload for reference.
bool is_reference(std::string_view strategy) {
  constexpr std::array<std::string_view, 4> kReferences = {"limit", "gather", "boxed", "boxed_scattered"};
  return std::find(kReferences.begin(), kReferences.end(), strategy) != kReferences.end();
}

// What of a case's time may be the machine's: the reference that moved most between the files. boxed is a storage and may
// have changed: it says nothing of itself. The hand-written loops do.
struct Drift {
  std::string reference;
  double reach = 0;  // how far its interval reaches from 1
};

Drift drift_beside(const CaseKey& key, const std::vector<ComparedCase>& cases) {
  const ComparedCase* farthest = nullptr;
  double reach = 0;
  for (const ComparedCase& one : cases) {
    if (!is_reference(one.key.strategy) || (one.key == key && !is_bound(key.strategy))) continue;
    const auto interval = interval_of(one.ratio);
    const double moved = interval ? std::max(interval->high, 1 / interval->low) - 1 : 0;
    if (moved <= reach) continue;
    farthest = &one;
    reach = moved;
  }
  return farthest == nullptr ? Drift{} : Drift{key_text(farthest->key), reach};
}

bool is_finding(Verdict verdict) {
  return verdict == Verdict::kFaster || verdict == Verdict::kSlower;
}

bool counts_launches(Method method) {
  return method == Method::kPairs || method == Method::kLaunches;
}

// What the interval was made from, on the side that has more of it; 0 where only intervals were kept.
std::uint64_t values_of(const ComparedCase& made) {
  if (counts_launches(made.method)) return std::max(made.old_side.launches, made.new_side.launches);
  return std::max(made.old_side.rounds, made.new_side.rounds);
}

void judge(ComparedCase& made) {
  const auto interval = interval_of(made.ratio);
  made.verdict = to_verdict(statistics::answer(interval, made.tolerance));
  if (!interval || made.verdict != Verdict::kInconclusive) return;
  const std::string_view noun = counts_launches(made.method) ? "launch" : "round";
  const Number needed = to_decide(made.ratio, made.tolerance, values_of(made));
  (counts_launches(made.method) ? made.launches_to_decide : made.rounds_to_decide) = needed;
  made.reason = fmt::format("the interval crosses the bound of {}: {}", percent_text(made.tolerance),
                            to_decide_text(needed, noun));
}

// A finding that is not beyond what a reference moved is none.
void doubt(ComparedCase& made, const Drift& drift) {
  const bool beyond = is_finding(to_verdict(statistics::answer(interval_of(made.ratio), drift.reach)));
  if (!is_finding(made.verdict) || beyond) return;
  made.reason = fmt::format("{} by itself, but a reference, {}, reads up to {} off between the files",
                            to_string(made.verdict), drift.reference, percent_text(drift.reach));
  made.verdict = Verdict::kInconclusive;
}

// What differs from launch to launch is in no interval by rounds: a finding within what it may do is none.
void doubt_placement(ComparedCase& made, const statistics::Confidence& family) {
  if (made.method != Method::kRounds && made.method != Method::kIntervals) return;
  made.allowance = kPlacementReach;
  const bool beyond = is_finding(to_verdict(statistics::answer(interval_of(made.ratio), kPlacementReach)));
  if (!is_finding(made.verdict) || beyond) return;
  const std::size_t needed = std::max(kFewestLaunches, statistics::launches_needed(family));
  made.reason = fmt::format(
      "{} by itself, but where memory lies in a launch may do as much: {} of each tell "
      "(run --launches {}, or compare --rerun)",
      to_string(made.verdict), counted(needed, "launch"), needed);
  made.launches_to_decide = static_cast<double>(needed);
  made.verdict = Verdict::kInconclusive;
}

GeometricMean mean_of(const std::vector<ComparedCase>& cases) {
  GeometricMean mean;
  double logs = 0;
  for (const ComparedCase& one : cases) {
    const auto ratio = finite(one.ratio.median);
    if (!ratio || *ratio <= 0) continue;
    logs += std::log(*ratio);
    ++mean.cases;
  }
  if (mean.cases > 0) mean.ratio = std::exp(logs / static_cast<double>(mean.cases));
  return mean;
}

}  // namespace

FileComparison compare_results(const Result& old_result, const std::string& old_name, const Result& new_result,
                               const std::string& new_name, const CompareSettings& settings) {
  MatchedCases found = match_cases(old_result, new_result);
  FileComparison comparison;
  comparison.old_file = file_of(old_result, old_name);
  comparison.new_file = file_of(new_result, new_name);
  comparison.paired = settings.paired;
  if (settings.paired) comparison.old_file.noise_floor = comparison.new_file.noise_floor = "";
  comparison.threshold = settings.threshold;
  comparison.level = settings.level;
  comparison.seed = settings.seed;
  comparison.across_machines = machines_differ(old_result, new_result);
  comparison.across_builds = builds_differ(old_result.tool, new_result.tool);
  comparison.labels = file_labels(old_result, new_result);
  comparison.refused = std::move(found.refused);
  comparison.only_old = std::move(found.only_old);
  comparison.only_new = std::move(found.only_new);

  const statistics::Confidence family{settings.level, std::max<std::size_t>(1, found.matched.size())};
  comparison.replicates = statistics::replicates_drawn({settings.replicates, settings.seed}, family);
  for (const MatchedCase& matched : found.matched) {
    ComparedCase made = case_ratio(matched, family, settings);
    made.tolerance = settings.threshold;
    for (const Result* result : {&old_result, &new_result}) {
      if (settings.paired) break;  // the pairs contain what a control would tell
      made.tolerance = std::max(made.tolerance, tolerance_in(*result, made.key.workload, settings.threshold));
    }
    judge(made);
    comparison.cases.push_back(std::move(made));
  }
  const bool references_are_the_same = !settings.paired && !comparison.across_machines && !comparison.across_builds;
  for (ComparedCase& made : comparison.cases) {
    if (references_are_the_same) doubt(made, drift_beside(made.key, comparison.cases));
    doubt_placement(made, family);
  }
  comparison.mean = mean_of(comparison.cases);
  return comparison;
}

}  // namespace ecsbench
