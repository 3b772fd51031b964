#include "harness/commands/micro/micro_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "harness/report/block.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/text.hpp"
#include "harness/statistics/growth.hpp"

namespace ecsbench {
namespace {

using statistics::Growth;
using statistics::Shape;

constexpr std::string_view kNothing = "n/a";

std::set<std::uint64_t> sizes_of(const MicroTask& task) {
  std::set<std::uint64_t> sizes;
  for (const MicroFamily& family : task.families) sizes.insert(family.entities.begin(), family.entities.end());
  return sizes;
}

std::optional<Growth> growth_of(const std::vector<MicroPoint>& points) {
  std::vector<double> sizes, costs;
  for (const MicroPoint& point : points) {
    sizes.push_back(static_cast<double>(point.entities));
    costs.push_back(point.ns_per_operation);
  }
  return statistics::fit_growth(sizes, costs);
}

std::string fit_text(const Growth& growth) {
  switch (growth.shape) {
    case Shape::kConstant:
      return fmt::format("O(1) {}", significant(growth.coefficient));
    case Shape::kLogarithmic:
      return fmt::format("O(lg N) {} lg N", significant(growth.coefficient));
    case Shape::kLinear:
      return fmt::format("O(N) {:.2e} N", growth.coefficient);
  }
  return "";
}

Cell time_cell(const std::vector<MicroPoint>& points, std::uint64_t size) {
  const auto found =
      std::find_if(points.begin(), points.end(), [&](const MicroPoint& point) { return point.entities == size; });
  if (found == points.end()) return {""};  // not asked for
  return {found->ns_per_operation > 0 ? significant(found->ns_per_operation) : std::string(kNothing)};
}

// A frame of the largest world: where growth would show.
void add_memory(std::vector<Cell>& cells, const std::vector<MicroPoint>& points) {
  const auto largest = std::max_element(
      points.begin(), points.end(), [](const MicroPoint& a, const MicroPoint& b) { return a.entities < b.entities; });
  cells.push_back({largest->allocations ? fmt::format("{:.3g}", *largest->allocations) : std::string(kNothing)});
  cells.push_back({largest->held_bytes ? bytes_text(*largest->held_bytes) : std::string(kNothing)});
}

std::vector<Column> columns_of(const std::set<std::uint64_t>& sizes) {
  std::vector<Column> columns{{{"strategy"}, Align::kLeft}};
  for (const std::uint64_t size : sizes) columns.push_back({{group_digits(size)}});
  columns.push_back({{"fit, ns", "N entities"}, Align::kLeft});
  columns.push_back({{"off", "by"}});
  columns.push_back({{"allocations", "a frame"}});
  columns.push_back({{"bytes", "it adds"}});
  return columns;
}

std::vector<Cell> row_of(const StrategyInfo& strategy, const std::vector<MicroPoint>& points,
                         const std::set<std::uint64_t>& sizes) {
  const Tone tone = strategy.role == Role::kStorage ? Tone::kPlain : Tone::kFaint;
  std::vector<Cell> cells{{strategy.name, tone}};
  for (const std::uint64_t size : sizes) cells.push_back(time_cell(points, size));
  const auto growth = growth_of(points);
  cells.push_back({growth ? fit_text(*growth) : fmt::format("n/a (needs {} sizes)", statistics::kFewestSizes)});
  cells.push_back({growth ? fmt::format("{:.0f} %", 100 * growth->relative_rms) : ""});
  add_memory(cells, points);
  return cells;
}

std::string note_of(const std::vector<MicroRow>& rows) {
  const bool is_whole = std::all_of(rows.begin(), rows.end(), [](const MicroRow& row) {
    return !row || std::all_of(row->begin(), row->end(), [](const MicroPoint& point) { return point.allocations; });
  });
  return is_whole ? "" : "  n/a: a given strategy keeps a count of its own, which is not read\n";
}

}  // namespace

std::string micro_head(const Result& result, TableStyle style) {
  std::string text =
      paint("Google Benchmark · ns per operation, by the number of entities", Tone::kStrong, style.colour) + '\n' +
      paint(join_facts(build_facts(result), style.width), Tone::kFaint, style.colour) + '\n';
  if (const auto alarm = build_alarm(result.tool)) {
    text += paint(wrap("!! " + *alarm, style.width, 3), Tone::kAlarm, style.colour) + '\n';
  }
  return text;
}

std::string micro_table(const MicroTask& task, const std::vector<MicroRow>& rows, TableStyle style) {
  const std::set<std::uint64_t> sizes = sizes_of(task);
  Grid grid(columns_of(sizes));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i]) grid.add(row_of(*task.strategies[i], *rows[i], sizes));
  }
  const std::string title = fmt::format("{} · {}", task.workload->name, task.workload->summary);
  return '\n' + paint(wrap(title, style.width), Tone::kStrong, style.colour) + '\n' +
         grid.text(style.width, style.colour) + note_of(rows);
}

}  // namespace ecsbench
