#include "harness/report/launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/file_comparison.hpp"
#include "harness/statistics/describe.hpp"

namespace ecsbench {
namespace {

// Whatever is said before anything is measured.
bool is_of_the_machine(const Warning& warning) {
  constexpr std::array<std::string_view, 7> kIds = {"W01", "W02", "W03", "W04", "W05", "W15", "W18"};
  return std::find(kIds.begin(), kIds.end(), warning.id) != kIds.end();
}

void add_warnings(const Result& launch, std::uint64_t number, Result& all) {
  for (const Warning& warning : launch.warnings) {
    const bool is_known = std::any_of(all.warnings.begin(), all.warnings.end(), [&](const Warning& one) {
      return one.id == warning.id && one.text.ends_with(warning.text);
    });
    if (is_known || is_of_the_machine(warning)) continue;
    all.warnings.push_back({warning.id, fmt::format("launch {}: {}", number, warning.text)});
  }
}

// A given strategy may crash in one launch and not in the next.
void add_skips(const Result& launch, Result& all) {
  for (const StrategyResult& now : launch.strategies) {
    const auto known = std::find_if(all.strategies.begin(), all.strategies.end(),
                                    [&](const StrategyResult& one) { return one.name == now.name; });
    if (known == all.strategies.end()) {
      all.strategies.push_back(now);
      continue;
    }
    for (const SkipResult& skip : now.skips) {
      const bool is_known = std::any_of(known->skips.begin(), known->skips.end(),
                                        [&](const SkipResult& one) { return one.workload == skip.workload; });
      if (!is_known) known->skips.push_back(skip);
    }
  }
}

// All that a summary asks of the rounds.
void keep_medians(CaseResult& entry) {
  entry.frame_ns.settling.clear();
  for (std::vector<double>& round : entry.frame_ns.rounds) {
    const auto median = statistics::median(round);
    round.clear();
    if (median) round.push_back(*median);
  }
}

// Launches after one that modelled caches were told not to.
void say_who_modelled(const Result& first, std::vector<CaseResult>& cases) {
  const bool is_modelled = std::any_of(first.cases.begin(), first.cases.end(),
                                       [](const CaseResult& entry) { return entry.modelled_per_entity.available; });
  for (CaseResult& entry : cases) {
    if (is_modelled && entry.modelled_per_entity.reason == kCacheModelOff) {
      entry.modelled_per_entity.reason = kModelledInLaunch1;
    }
  }
}

std::optional<std::string> other_work(const Result& launch, const Result& all, std::uint64_t number) {
  for (const CaseResult& now : launch.cases) {
    const CaseKey key = key_of(now);
    for (const CaseResult& then : all.cases) {
      if (then.digest == now.digest || !(key_of(then) == key)) continue;
      return fmt::format("launch {} did other work than launch {}: {}, digest {} and not {}.", number, then.launch,
                         key_text(key), now.digest, then.digest);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> LaunchedResults::add(Result launch, std::uint64_t number, Result& all) {
  if (auto fault = other_work(launch, all, number)) return fault;
  std::vector<CaseResult> whole = launch.cases;
  for (CaseResult& entry : whole) entry.launch = number;
  if (!launches_.empty()) say_who_modelled(launches_.front(), whole);
  for (CaseResult& entry : launch.cases) keep_medians(entry);
  launches_.push_back(std::move(launch));
  LaunchesSummary summary = summarise_launches(launches_);
  LaunchesSummary shared = summary;
  all.cases.reserve(all.cases.size() + whole.size());
  std::move(whole.begin(), whole.end(), std::back_inserter(all.cases));  // from here on nothing large is copied
  all.comparisons = std::move(shared.comparisons);
  all.controls = std::move(shared.controls);
  all.control = shared.control;
  summary_ = std::move(summary);
  add_warnings(launches_.back(), number, all);
  add_skips(launches_.back(), all);
  return std::nullopt;
}

Result LaunchedResults::over(const Result& all) const {
  Result result;  // field by field: the cases of `all` hold every frame
  result.partial = all.partial;
  result.tool = all.tool;
  result.run = all.run;
  result.environment = all.environment;
  result.strategies = all.strategies;
  result.probes = all.probes;
  result.cases = summary_.cases;
  result.comparisons = summary_.comparisons;
  result.controls = summary_.controls;
  result.control = summary_.control;
  result.warnings = all.warnings;
  return result;
}

}  // namespace ecsbench
