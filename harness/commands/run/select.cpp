#include "harness/commands/run/select.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kListWidth = 100;

bool is_glob(std::string_view name) {
  return name.find_first_of("*?[") != std::string_view::npos;
}

bool matches(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

template <class Info>
std::vector<std::string> names_of(const std::vector<Info>& infos) {
  std::vector<std::string> names;
  for (const Info& info : infos) names.push_back(info.name);
  return names;
}

std::string listed(std::string_view title, const std::vector<std::string>& names) {
  const std::string line = fmt::format("{}: {}", title, fmt::join(names, ", "));
  return "\n  " + wrap(line, kListWidth - 2, 4);
}

[[noreturn]] void refuse_strategy(const std::string& whence, const std::string& name, const Catalogue& catalogue) {
  const std::vector<std::string> known = names_of(catalogue.strategies);
  const std::string sentence =
      is_glob(name) ? fmt::format("no strategy matches '{}'.", name) : unknown_name("strategy", name, known);
  throw UsageError(whence + sentence + listed("strategies", known) +
                   "\n  A storage of your own comes in by ecsbench-own: "
                   "make strategy STRATEGY=path/to/it.hpp");
}

[[noreturn]] void refuse_workload(const std::string& whence, const std::string& name, const Catalogue& catalogue) {
  const std::vector<std::string> known = names_of(catalogue.workloads);
  const std::string sentence =
      is_glob(name) ? fmt::format("no workload matches '{}'.", name) : unknown_name("workload", name, known);
  throw UsageError(whence + sentence + listed("workloads", known));
}

bool is_default(const StrategyInfo& strategy) {
  return strategy.origin == "given" || strategy.standard;
}

// A baseline, the limit or the gather: joins a run unless it is left out.
bool is_reference(const StrategyInfo& strategy) {
  return strategy.role != Role::kStorage;
}

// Whether one word of --strategy means this strategy. Patterns mean storages and baselines; limits and, with
// --no-reference, the references are meant only by their names.
bool means(const std::string& word, const StrategyInfo& strategy, bool reference) {
  if (word == strategy.name) return true;
  const bool is_storage = strategy.role == Role::kStorage || strategy.role == Role::kBaseline;
  if (!is_storage || (!reference && is_reference(strategy))) return false;
  return word == "all" || (is_glob(word) && matches(word, strategy.name));
}

template <class Info>
void add_once(std::vector<const Info*>& chosen, const Info& info) {
  if (std::find(chosen.begin(), chosen.end(), &info) == chosen.end()) chosen.push_back(&info);
}

using Strategies = std::vector<const StrategyInfo*>;

Strategies chosen_strategies(const RunOptions& options, const Catalogue& catalogue) {
  Strategies chosen;
  if (options.strategies.empty()) {
    for (const StrategyInfo& strategy : catalogue.strategies) {
      if (is_default(strategy)) add_once(chosen, strategy);
    }
  }
  for (const std::string& word : options.strategies) {
    bool found = false;
    for (const StrategyInfo& strategy : catalogue.strategies) {
      if (!means(word, strategy, options.reference)) continue;
      add_once(chosen, strategy);
      found = true;
    }
    if (!found) refuse_strategy(options.whence("strategy"), word, catalogue);
  }
  return chosen;
}

// What runs beside the chosen: an asked-for baseline, and the references.
void add_companions(Strategies& chosen, const RunOptions& options, const Catalogue& catalogue) {
  if (!options.baseline.empty()) {
    const StrategyInfo* baseline = catalogue.strategy(options.baseline);
    if (baseline == nullptr) refuse_strategy(options.whence("baseline"), options.baseline, catalogue);
    add_once(chosen, *baseline);
  }
  if (!options.reference) return;
  for (const StrategyInfo& strategy : catalogue.strategies) {
    if (is_reference(strategy)) add_once(chosen, strategy);
  }
}

std::vector<const WorkloadInfo*> chosen_workloads(const RunOptions& options, const Catalogue& catalogue) {
  std::vector<const WorkloadInfo*> chosen;
  if (options.workloads.empty()) {
    for (const WorkloadInfo& workload : catalogue.workloads) {
      if (workload.standard) chosen.push_back(&workload);
    }
  }
  for (const std::string& word : options.workloads) {
    bool found = false;
    for (const WorkloadInfo& workload : catalogue.workloads) {
      const bool meant = word == workload.name || word == "all" || (is_glob(word) && matches(word, workload.name));
      if (!meant) continue;
      add_once(chosen, workload);
      found = true;
    }
    if (!found) refuse_workload(options.whence("workload"), word, catalogue);
  }
  return chosen;
}

const Axis* axis_of(const WorkloadInfo& workload, const std::string& name) {
  const auto found =
      std::find_if(workload.axes.begin(), workload.axes.end(), [&](const Axis& axis) { return axis.name == name; });
  return found == workload.axes.end() ? nullptr : &*found;
}

void require_axis_value(const std::string& label, const WorkloadInfo& workload, const Axis& axis, double value) {
  const bool fits = value >= axis.lowest && value <= axis.highest;
  if (fits && (!axis.whole || value == std::floor(value))) return;
  throw UsageError(fmt::format("{} {}={}: {} takes {} from {} to {}.", label, axis.name, plain(value), workload.name,
                               axis.whole ? "whole numbers" : "numbers", bound_text(axis.lowest),
                               bound_text(axis.highest)));
}

// A parameter that no chosen workload has is a mistake; one that some have is for those.
void require_known_params(const RunOptions& options, const std::vector<const WorkloadInfo*>& workloads) {
  for (const ParamSweep& sweep : options.params) {
    std::vector<std::string> known;
    bool found = false;
    for (const WorkloadInfo* workload : workloads) {
      for (const Axis& axis : workload->axes) known.emplace_back(axis.name);
      const Axis* axis = axis_of(*workload, sweep.name);
      if (axis == nullptr) continue;
      found = true;
      for (const double value : sweep.values) require_axis_value(options.label("param"), *workload, *axis, value);
    }
    if (found) continue;
    throw UsageError(fmt::format("{}: {} See ecsbench list --axes {}.", options.label("param"),
                                 unknown_name("axis", sweep.name, known), workloads.front()->name));
  }
}

using AxisValues = std::vector<std::pair<std::string, double>>;

// Every combination of the values of the sweeps that this workload knows.
std::vector<AxisValues> combinations(const WorkloadInfo& workload, const std::vector<ParamSweep>& sweeps) {
  std::vector<AxisValues> all = {{}};
  for (const ParamSweep& sweep : sweeps) {
    if (axis_of(workload, sweep.name) == nullptr) continue;
    std::vector<AxisValues> longer;
    for (const AxisValues& values : all) {
      for (const double value : sweep.values) {
        longer.push_back(values);
        longer.back().emplace_back(sweep.name, value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<Entrant> entrants_of(const WorkloadInfo& workload, const Strategies& strategies,
                                 const Catalogue& catalogue) {
  std::vector<Entrant> entrants;
  for (const StrategyInfo* strategy : strategies) {
    const Case* entry = catalogue.find(strategy->name, workload.name);
    if (entry != nullptr && entry->make) entrants.push_back({strategy, entry});
  }
  return entrants;
}

void require_one_thread(const RunOptions& options) {
  for (const std::uint64_t threads : options.threads) {
    if (threads == 1) continue;
    throw UsageError(fmt::format("{} {}: every workload of this build runs on one thread; only 1 is allowed.",
                                 options.label("threads"), threads));
  }
}

std::vector<StrategyResult> strategy_results(const Strategies& strategies,
                                             const std::vector<const WorkloadInfo*>& workloads,
                                             const Catalogue& catalogue) {
  std::vector<StrategyResult> results;
  for (const StrategyInfo* info : strategies) {
    StrategyResult result{
        info->name, info->origin, info->version, info->source_sha256, info->usage, info->ids, "", false, {}};
    for (const WorkloadInfo* workload : workloads) {
      const Case* entry = catalogue.find(info->name, workload->name);
      if (entry == nullptr) {
        result.skips.push_back({workload->name, "has no case for this workload"});
      } else if (!entry->make) {
        result.skips.push_back({workload->name, entry->skip_reason});
      }
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace

std::string bound_text(double bound) {
  return bound == std::floor(bound) ? fmt::format("{:.0f}", bound) : plain(bound);
}

std::string baseline_of(const std::vector<Entrant>& entrants, const std::string& asked) {
  for (const std::string& name : {asked, std::string("boxed")}) {
    const bool runs = std::any_of(entrants.begin(), entrants.end(),
                                  [&](const Entrant& entrant) { return entrant.strategy->name == name; });
    if (runs) return name;
  }
  return entrants.front().strategy->name;
}

const WorkloadInfo& workload_named(const std::string& name, const Catalogue& catalogue) {
  const WorkloadInfo* workload = catalogue.workload(name);
  if (workload == nullptr) refuse_workload("", name, catalogue);
  return *workload;
}

Selection select(const RunOptions& options, const Catalogue& catalogue) {
  require_one_thread(options);
  Strategies strategies = chosen_strategies(options, catalogue);
  add_companions(strategies, options, catalogue);
  const std::vector<const WorkloadInfo*> workloads = chosen_workloads(options, catalogue);
  require_known_params(options, workloads);

  Selection selection;
  selection.strategies = strategy_results(strategies, workloads, catalogue);
  for (const WorkloadInfo* workload : workloads) {
    const std::vector<Entrant> entrants = entrants_of(*workload, strategies, catalogue);
    if (entrants.empty()) continue;
    for (const EntityCount& asked : options.entities) {
      for (const AxisValues& axes : combinations(*workload, options.params)) {
        selection.contests.push_back({workload, catalogue.reference(workload->name), asked,
                                      Params{asked.count, options.seed, 1, axes}, entrants,
                                      baseline_of(entrants, options.baseline)});
      }
    }
  }
  if (selection.contests.empty()) {
    throw UsageError("none of these strategies can run any of these workloads. See ecsbench list.");
  }
  return selection;
}

}  // namespace ecsbench
