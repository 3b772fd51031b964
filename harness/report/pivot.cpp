#include "harness/report/pivot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/block.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

// Where a block lies: a value for each axis, by name.
using Place = std::map<std::string, double>;

Place place_of(const Block& block) {
  const CaseResult& first = block.first();
  Place place{{"entities", static_cast<double>(first.entities)}, {"threads", static_cast<double>(first.threads)}};
  if (first.launch > 1) place["launch"] = static_cast<double>(first.launch);
  for (const auto& [name, value] : first.params) place[name] = value;
  return place;
}

// The axis with the most points; entities before others of as many. Empty where nothing varies.
std::string axis_of(const std::vector<const Block*>& blocks) {
  std::map<std::string, std::set<double>> points;
  for (const Block* block : blocks) {
    for (const auto& [name, value] : place_of(*block)) points[name].insert(value);
  }
  std::string axis;
  std::size_t most = 1;
  for (const auto& [name, values] : points) {
    if (values.size() > most || (values.size() == most && most > 1 && name == "entities")) {
      axis = name;
      most = values.size();
    }
  }
  return axis;
}

// Blocks that differ in one axis alone, in its order.
struct Sweep {
  std::string axis;
  Place others;  // what is the same in all of them and differs from other sweeps
  std::vector<const Block*> points;
};

std::vector<Sweep> sweeps_of(const std::vector<const Block*>& blocks) {
  const std::string axis = axis_of(blocks);
  if (axis.empty()) return {};
  std::map<Place, std::vector<const Block*>> by_others;
  for (const Block* block : blocks) {
    Place others = place_of(*block);
    others.erase(axis);
    by_others[others].push_back(block);
  }
  std::vector<Sweep> sweeps;
  for (auto& [others, points] : by_others) {
    std::sort(points.begin(), points.end(),
              [&](const Block* a, const Block* b) { return place_of(*a).at(axis) < place_of(*b).at(axis); });
    if (points.size() > 1) sweeps.push_back({axis, others, points});
  }
  return sweeps;
}

const CaseResult* find(const Block& block, std::string_view strategy) {
  for (const CaseResult* entry : block.cases) {
    if (entry->strategy == strategy) return entry;
  }
  return nullptr;
}

Number cost(const CaseResult* entry) {
  return entry == nullptr ? std::nullopt : finite(entry->ns_per_entity.median);
}

// By the cost at the last point, unmeasured ones last.
std::vector<std::string> strategies_of(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const Block* block : sweep.points) {
    for (const CaseResult* entry : block->cases) {
      if (std::find(names.begin(), names.end(), entry->strategy) == names.end()) names.push_back(entry->strategy);
    }
  }
  const auto rank = [&](const std::string& name) {
    const double last = cost(find(*sweep.points.back(), name)).value_or(std::numeric_limits<double>::infinity());
    return std::pair{is_bound(name) ? 0 : 1, last};
  };
  std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return names;
}

// The fastest storage of a point.
const CaseResult* fastest(const Block& block) {
  for (const CaseResult* entry : block.cases) {
    if (!is_bound(entry->strategy) && cost(entry)) return entry;
  }
  return nullptr;
}

std::string point_text(const std::string& axis, double value) {
  const bool is_count = axis == "entities" && value >= 0;
  return is_count ? group_digits(static_cast<std::uint64_t>(value)) : plain(value);
}

// "L2": the smallest cache that holds the payload; "memory" where none does.
std::string home_of(const Block& block, const EnvironmentResult& environment) {
  const Number payload = payload_bytes(block);
  if (!payload || environment.caches.empty()) return "n/a";
  const CacheResult* home = nullptr;
  for (const CacheResult& cache : environment.caches) {
    const bool holds = cache.type != "Instruction" && static_cast<double>(cache.size_bytes) >= *payload;
    if (holds && (home == nullptr || cache.level < home->level)) home = &cache;
  }
  return home == nullptr ? "memory" : fmt::format("L{}", home->level);
}

// A second line in the head only where it tells columns apart.
std::vector<Column> columns_of(const Sweep& sweep, const EnvironmentResult& environment) {
  std::set<std::string> homes;
  for (const Block* point : sweep.points) homes.insert(home_of(*point, environment));
  std::vector<Column> columns{{{"strategy"}, Align::kLeft}};
  if (homes.size() > 1) columns.front().head.emplace_back("payload fits");
  for (const Block* point : sweep.points) {
    columns.push_back({{point_text(sweep.axis, place_of(*point).at(sweep.axis))}});
    if (homes.size() > 1) columns.back().head.push_back(home_of(*point, environment));
  }
  return columns;
}

std::string head_of(const Sweep& sweep, const Result& result) {
  const Block& first = *sweep.points.front();
  std::string head = fmt::format("{} · ns per {} by {}", first.first().workload, unit_of_work(first), sweep.axis);
  for (const auto& [name, value] : sweep.others) {
    const bool is_usual = name == "threads" && value == 1;
    if (!is_usual) head += fmt::format(" · {} {}", name, point_text(name, value));
  }
  const auto alarm = build_alarm(result.tool);
  return alarm ? head + " · " + *alarm : head;
}

std::string pivot(const Sweep& sweep, const Result& result, std::size_t width, bool colour) {
  Grid grid(columns_of(sweep, result.environment));
  for (const std::string& name : strategies_of(sweep)) {
    const Tone usual = is_bound(name) ? Tone::kFaint : Tone::kPlain;
    std::vector<Cell> row{{name, usual}};
    for (const Block* point : sweep.points) {
      const CaseResult* entry = find(*point, name);
      const Number value = cost(entry);
      const bool is_best = value && entry == fastest(*point);
      row.push_back(value ? Cell{significant(*value), is_best ? Tone::kStrong : usual} : Cell{"n/a", Tone::kFaint});
    }
    grid.add(std::move(row));
  }
  return paint(wrap(head_of(sweep, result), width), Tone::kStrong, colour) + "\n\n" + grid.text(width, colour) + '\n';
}

}  // namespace

std::string pivots(const Result& result, std::size_t width, bool colour) {
  const std::vector<Block> blocks = blocks_of(result);
  std::vector<std::string> workloads;
  std::string text;
  for (const Block& block : blocks) {
    const std::string& workload = block.first().workload;
    if (std::find(workloads.begin(), workloads.end(), workload) != workloads.end()) continue;
    workloads.push_back(workload);
    std::vector<const Block*> its_blocks;
    for (const Block& each : blocks) {
      if (each.first().workload == workload) its_blocks.push_back(&each);
    }
    for (const Sweep& sweep : sweeps_of(its_blocks)) text += pivot(sweep, result, width, colour);
  }
  return text;
}

}  // namespace ecsbench
