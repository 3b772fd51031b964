#include "harness/report/case_ratio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "harness/report/text.hpp"
#include "harness/statistics/describe.hpp"
#include "harness/statistics/paired_ratio.hpp"
#include "harness/statistics/rank_shift.hpp"
#include "harness/statistics/resampling.hpp"
#include "harness/statistics/round_bootstrap.hpp"

namespace ecsbench {
namespace {

using statistics::Confidence;
using statistics::MedianEstimate;

// One side of a case in numbers.
struct Times {
  std::vector<double> rounds;    // medians by round, of all launches
  std::vector<double> launches;  // medians by launch; shorter than `count` where one holds no time
  std::size_t count = 0;         // of launches
  Estimate stored;               // what the file says of a single launch
};

std::vector<double> round_medians(const CaseResult& entry) {
  std::vector<double> medians;
  for (const std::vector<double>& round : entry.frame_ns.rounds) {
    if (const auto median = statistics::median(round)) medians.push_back(*median);
  }
  return medians;
}

Times times_of(const std::vector<const CaseResult*>& launches) {
  Times times;
  times.count = launches.size();
  for (const CaseResult* launch : launches) {
    const std::vector<double> rounds = round_medians(*launch);
    times.rounds.insert(times.rounds.end(), rounds.begin(), rounds.end());
    const auto median = rounds.empty() ? finite(launch->frame_ns.median) : statistics::median(rounds);
    if (median) times.launches.push_back(*median);
  }
  if (launches.size() == 1) times.stored = launches.front()->ns_per_entity;
  return times;
}

ComparedSide side_of(const Times& times) {
  ComparedSide side;
  side.frame_ns = statistics::median(times.launches);
  side.rounds = times.rounds.size();
  side.launches = times.count;
  return side;
}

Method method_for(const Times& before, const Times& after, bool paired) {
  const auto has_launches = [](const Times& times) {
    return times.count >= kFewestLaunches && times.launches.size() == times.count;
  };
  if (paired) return before.launches.size() == after.launches.size() ? Method::kPairs : Method::kNone;
  if (has_launches(before) && has_launches(after)) return Method::kLaunches;
  if (!before.rounds.empty() && !after.rounds.empty()) return Method::kRounds;
  return before.count == 1 && after.count == 1 ? Method::kIntervals : Method::kNone;
}

// Both stored intervals hold at once with twice the doubt of one of them.
std::optional<MedianEstimate> from_stored(const Estimate& before, const Estimate& after) {
  const auto positive = [](Number value) { return finite(value) && *value > 0; };
  if (!positive(before.median) || !positive(after.median)) return std::nullopt;
  MedianEstimate ratio{*after.median / *before.median, std::nullopt};
  for (const Estimate* one : {&before, &after}) {
    if (!positive(one->ci_low) || !positive(one->ci_high) || *one->ci_low > *one->ci_high) return ratio;
  }
  ratio.interval = statistics::Interval{*after.ci_low / *before.ci_high, *after.ci_high / *before.ci_low};
  return ratio;
}

std::optional<MedianEstimate> estimate(Method method, const Times& before, const Times& after, const Confidence& family,
                                       const CompareSettings& settings) {
  switch (method) {
    case Method::kPairs:
      return statistics::paired_ratio(after.launches, before.launches, family);
    case Method::kLaunches:
      return statistics::rank_shift(after.launches, before.launches, family);
    case Method::kRounds:
      return statistics::round_bootstrap(after.rounds, before.rounds, family, {settings.replicates, settings.seed});
    case Method::kIntervals:
      return from_stored(before.stored, after.stored);
    case Method::kNone:
      break;
  }
  return std::nullopt;
}

std::string too_few(std::uint64_t before, std::uint64_t after, std::string_view what, std::size_t family,
                    std::size_t needed) {
  return fmt::format("{} before and {} after: {} at once {} {} on each side", counted(before, what),
                     counted(after, what), counted(family, "case"), family == 1 ? "needs" : "need", needed);
}

std::string why_no_interval(const ComparedCase& made, const Confidence& family) {
  if (made.method == Method::kNone) return "a file holds neither rounds nor a single launch of it";
  const bool no_time = !made.old_side.frame_ns || !made.new_side.frame_ns;
  if (no_time) return "a file holds no time of it";
  if (!made.ratio.median) return "a time that is not above zero has no ratio";
  if (made.method == Method::kPairs) {
    return too_few(made.old_side.launches, made.new_side.launches, "launch", family.statements,
                   statistics::rounds_needed(family));
  }
  if (made.method == Method::kLaunches) {
    return too_few(made.old_side.launches, made.new_side.launches, "launch", family.statements,
                   statistics::launches_needed(family));
  }
  if (made.method == Method::kRounds) {
    return too_few(made.old_side.rounds, made.new_side.rounds, "round", family.statements,
                   statistics::rounds_needed(family));
  }
  return "a file holds neither its rounds nor an interval";
}

}  // namespace

ComparedCase case_ratio(const MatchedCase& matched, const Confidence& family, const CompareSettings& settings) {
  const Times before = times_of(matched.old_launches), after = times_of(matched.new_launches);
  ComparedCase made;
  made.key = matched.key;
  made.old_side = side_of(before);
  made.new_side = side_of(after);
  made.method = method_for(before, after, settings.paired);
  if (const auto found = estimate(made.method, before, after, family, settings)) {
    made.ratio.median = found->median;
    if (found->interval) {
      made.ratio.ci_low = found->interval->low;
      made.ratio.ci_high = found->interval->high;
    }
  }
  if (!made.ratio.ci_low) made.reason = why_no_interval(made, family);
  return made;
}

}  // namespace ecsbench
