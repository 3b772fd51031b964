#include "harness/commands/micro/micro_select.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <string_view>

#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/run/estimate.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kListWidth = 100;

std::string family_name(std::string_view strategy, std::string_view workload) {
  return fmt::format("{}/{}", strategy, workload);
}

// Found anywhere in a name; nothing asked for finds everything.
class Filter {
 public:
  explicit Filter(const std::string& expression) : expression_(expression) {
    try {
      regex_.assign(expression);
    } catch (const std::regex_error& error) {
      throw UsageError(
          fmt::format("--filter: '{}' is no regular expression: {}. Names look like "
                      "archetype/insert/in-order/1000; type --filter 'archetype.*insert'.",
                      expression, error.what()));
    }
  }

  [[nodiscard]] bool lets_through(const std::string& family, std::uint64_t entities) const {
    const std::string name = fmt::format("{}/{}", family, entities);
    try {
      return std::regex_search(name, regex_);
    } catch (const std::regex_error& error) {
      throw UsageError(
          fmt::format("--filter: '{}' asks too much of {}: {}. Take a simpler one.", expression_, name, error.what()));
    }
  }

 private:
  std::string expression_;
  std::regex regex_;
};

std::vector<Entrant> entrants_of(const WorkloadInfo& workload, const Catalogue& catalogue) {
  std::vector<Entrant> entrants;
  for (const StrategyInfo& strategy : catalogue.strategies) {
    const Case* const entry = catalogue.find(strategy.name, workload.name);
    if (entry != nullptr && entry->make) entrants.push_back({&strategy, entry});
  }
  return entrants;
}

// Sizes asked for by a multiple of a cache depend on what a world holds, so that each operation has its own.
std::vector<std::uint64_t> sizes_of(const WorkloadInfo& workload, const std::vector<Entrant>& entrants,
                                    const MicroOptions& options, const Catalogue& catalogue,
                                    const std::vector<CacheResult>& caches) {
  std::vector<Contest> contests;
  for (const EntityCount& asked : options.entities) {
    contests.push_back(
        {&workload, catalogue.reference(workload.name), asked, Params{asked.count, options.seed, 1, {}}, entrants, ""});
  }
  resolve_entities(contests, caches);
  std::vector<std::uint64_t> sizes;
  for (const Contest& contest : contests) sizes.push_back(contest.params.entities);
  return sizes;
}

MicroTask task_of(const WorkloadInfo& workload, const std::vector<Entrant>& entrants,
                  const std::vector<std::uint64_t>& sizes, const Case* reference, const Filter& filter) {
  MicroTask task{&workload, {}, {}};
  for (const Entrant& entrant : entrants) {
    MicroFamily family;
    family.name = family_name(entrant.strategy->name, workload.name);
    family.entry = entrant.entry;
    family.reference = reference;
    family.counts_memory = entrant.strategy->origin != "given";  // a shared object of its own keeps a count of its own
    for (const std::uint64_t size : sizes) {
      if (filter.lets_through(family.name, size)) family.entities.push_back(size);
    }
    if (family.entities.empty()) continue;
    task.strategies.push_back(entrant.strategy);
    task.families.push_back(std::move(family));
  }
  return task;
}

[[noreturn]] void refuse_filter(const MicroOptions& options, const Catalogue& catalogue) {
  std::vector<std::string> strategies, operations;
  for (const StrategyInfo& strategy : catalogue.strategies) strategies.push_back(strategy.name);
  for (const WorkloadInfo& workload : catalogue.workloads) {
    if (workload.is_operation) operations.push_back(workload.name);
  }
  const auto listed = [](std::string_view title, const std::vector<std::string>& names) {
    return "\n  " + wrap(fmt::format("{}: {}", title, fmt::join(names, ", ")), kListWidth - 2, 4);
  };
  throw UsageError(fmt::format("--filter: '{}' is found in no name. A name is STRATEGY/OPERATION/ENTITIES: "
                               "archetype/insert/in-order/1000; ecsbench micro --list prints all.",
                               options.filter) +
                   listed("strategies", strategies) + listed("operations", operations));
}

}  // namespace

std::vector<MicroTask> select_micro(const MicroOptions& options, const Catalogue& catalogue,
                                    const std::vector<CacheResult>& caches) {
  const Filter filter(options.filter);
  std::vector<MicroTask> tasks;
  for (const WorkloadInfo& workload : catalogue.workloads) {
    const std::vector<Entrant> entrants = entrants_of(workload, catalogue);
    if (!workload.is_operation || entrants.empty()) continue;
    const auto sizes = sizes_of(workload, entrants, options, catalogue, caches);
    MicroTask task = task_of(workload, entrants, sizes, catalogue.reference(workload.name), filter);
    if (!task.families.empty()) tasks.push_back(std::move(task));
  }
  if (tasks.empty()) refuse_filter(options, catalogue);
  return tasks;
}

std::vector<std::string> names_of(const std::vector<MicroTask>& tasks) {
  std::vector<std::string> names;
  for (const MicroTask& task : tasks) {
    for (const MicroFamily& family : task.families) {
      for (const std::uint64_t size : family.entities) names.push_back(fmt::format("{}/{}", family.name, size));
    }
  }
  return names;
}

std::vector<Contest> largest_worlds(const std::vector<MicroTask>& tasks, const MicroOptions& options) {
  std::uint64_t largest = 0;
  for (const MicroTask& task : tasks) {
    for (const MicroFamily& family : task.families) {
      largest = std::max(largest, *std::max_element(family.entities.begin(), family.entities.end()));
    }
  }
  const std::string text = fmt::format("{}", largest);
  std::vector<Contest> contests;
  std::vector<const StrategyInfo*> seen;  // every operation of a strategy fills the same world
  for (const MicroTask& task : tasks) {
    for (std::size_t i = 0; i < task.families.size(); ++i) {
      const MicroFamily& family = task.families[i];
      const bool is_largest =
          std::find(family.entities.begin(), family.entities.end(), largest) != family.entities.end();
      if (!is_largest || std::find(seen.begin(), seen.end(), task.strategies[i]) != seen.end()) continue;
      seen.push_back(task.strategies[i]);
      contests.push_back({task.workload,
                          family.reference,
                          EntityCount{largest, 0, 0, text, "--entities"},
                          Params{largest, options.seed, 1, {}},
                          {{task.strategies[i], family.entry}},
                          ""});
    }
  }
  return contests;
}

}  // namespace ecsbench
