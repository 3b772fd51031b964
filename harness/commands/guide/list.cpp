#include "harness/commands/guide/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/commands/run/select.hpp"
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

using Words = std::vector<std::string>;

// Rows whose last cell is broken into lines, so that the whole keeps to a width.
class Sheet {
 public:
  explicit Sheet(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(Words row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string text(std::size_t width) const {
    Grid grid(columns_);
    const std::size_t room = room_for_last(width);
    for (const Words& row : rows_) {
      std::istringstream lines(wrap(row.back(), room));
      std::string line;
      std::getline(lines, line);
      std::vector<Cell> cells;
      for (const std::string& word : row) cells.push_back({word});
      cells.back().text = line;
      grid.add(cells);
      while (std::getline(lines, line)) {
        std::vector<Cell> more(columns_.size());
        more.back().text = line;
        grid.add(more);
      }
    }
    return grid.text(width, false);
  }

 private:
  static constexpr std::size_t kMargin = 2, kGap = 3, kLeastRoom = 20;

  [[nodiscard]] std::size_t room_for_last(std::size_t width) const {
    std::size_t taken = kMargin;
    for (std::size_t at = 0; at + 1 < columns_.size(); ++at) {
      std::size_t widest = columns_[at].head.empty() ? 0 : display_width(columns_[at].head.front());
      for (const Words& row : rows_) widest = std::max(widest, display_width(row[at]));
      taken += widest + kGap;
    }
    return std::max(width > taken ? width - taken : 0, kLeastRoom);
  }

  std::vector<Column> columns_;
  std::vector<Words> rows_;
};

Sheet bare_sheet(std::size_t columns) {
  return Sheet(std::vector<Column>(columns, Column{{}, Align::kLeft}));
}

std::string everything_text(const Catalogue& catalogue, std::size_t width) {
  Sheet strategies = bare_sheet(3), workloads = bare_sheet(2);
  for (const StrategyInfo& strategy : catalogue.strategies) {
    strategies.add({strategy.name, std::string(role_name(strategy.role)), strategy.summary});
  }
  for (const WorkloadInfo& workload : catalogue.workloads) workloads.add({workload.name, workload.summary});
  return "Strategies\n" + strategies.text(width) + "\nWorkloads\n" + workloads.text(width);
}

std::string axes_text(const WorkloadInfo& workload, std::size_t width) {
  if (workload.axes.empty()) return workload.name + " has no parameters.\n";
  Sheet sheet({{{"parameter"}, Align::kLeft}, {{"default"}}, {{"from"}}, {{"to"}}, {{"meaning"}, Align::kLeft}});
  for (const Axis& axis : workload.axes) {
    sheet.add({std::string(axis.name), bound_text(axis.standard), bound_text(axis.lowest), bound_text(axis.highest),
               std::string(axis.meaning)});
  }
  return sheet.text(width);
}

}  // namespace

std::string list_text(const ListOptions& options, const Catalogue& catalogue, std::size_t width) {
  if (options.axes.empty()) {
    return options.json ? everything_json(catalogue) : everything_text(catalogue, width);
  }
  const WorkloadInfo& workload = workload_named(options.axes, catalogue);
  return options.json ? dumped(axes_json(workload)) : axes_text(workload, width);
}

}  // namespace ecsbench
