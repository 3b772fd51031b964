#include "harness/commands/list.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/commands/select.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

using Json = nlohmann::ordered_json;

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kStorage:
      return "storage";
    case Role::kBaseline:
      return "baseline";
    case Role::kLimit:
      return "limit";
    case Role::kGather:
      return "gather";
  }
  return "";
}

Json axes_json(const WorkloadInfo& workload) {
  Json axes = Json::array();
  for (const Axis& axis : workload.axes) {
    axes.push_back({{"name", axis.name},
                    {"meaning", axis.meaning},
                    {"default", axis.standard},
                    {"lowest", axis.lowest},
                    {"highest", axis.highest},
                    {"whole", axis.whole}});
  }
  return axes;
}

Json workload_json(const WorkloadInfo& workload) {
  return {{"name", workload.name},
          {"summary", workload.summary},
          {"stresses", workload.stresses},
          {"default", workload.standard},
          {"axes", axes_json(workload)}};
}

Json strategy_json(const StrategyInfo& strategy) {
  return {{"name", strategy.name},
          {"role", role_name(strategy.role)},
          {"summary", strategy.summary},
          {"origin", strategy.origin}};
}

std::string dumped(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string everything_json(const Catalogue& catalogue) {
  Json strategies = Json::array(), workloads = Json::array();
  for (const StrategyInfo& strategy : catalogue.strategies) strategies.push_back(strategy_json(strategy));
  for (const WorkloadInfo& workload : catalogue.workloads) workloads.push_back(workload_json(workload));
  return dumped({{"strategies", strategies}, {"workloads", workloads}});
}

Grid bare_grid(std::size_t columns) {
  return Grid(std::vector<Column>(columns, Column{{}, Align::kLeft}));
}

std::string everything_text(const Catalogue& catalogue) {
  Grid strategies = bare_grid(3), workloads = bare_grid(2);
  for (const StrategyInfo& strategy : catalogue.strategies) {
    strategies.add({{strategy.name}, {std::string(role_name(strategy.role))}, {strategy.summary}});
  }
  for (const WorkloadInfo& workload : catalogue.workloads) {
    workloads.add({{workload.name}, {workload.summary}});
  }
  return "Strategies\n" + strategies.text(SIZE_MAX, false) + "\nWorkloads\n" + workloads.text(SIZE_MAX, false);
}

std::string axes_text(const WorkloadInfo& workload) {
  if (workload.axes.empty()) return workload.name + " has no parameters.\n";
  Grid grid({{{"parameter"}, Align::kLeft}, {{"default"}}, {{"from"}}, {{"to"}}, {{"meaning"}, Align::kLeft}});
  for (const Axis& axis : workload.axes) {
    grid.add({{std::string(axis.name)},
              {plain(axis.standard)},
              {plain(axis.lowest)},
              {plain(axis.highest)},
              {std::string(axis.meaning)}});
  }
  return grid.text(SIZE_MAX, false);
}

}  // namespace

std::string list_text(const ListOptions& options, const Catalogue& catalogue) {
  if (options.axes.empty()) {
    return options.json ? everything_json(catalogue) : everything_text(catalogue);
  }
  const WorkloadInfo& workload = workload_named(options.axes, catalogue);
  return options.json ? dumped(axes_json(workload)) : axes_text(workload);
}

}  // namespace ecsbench
