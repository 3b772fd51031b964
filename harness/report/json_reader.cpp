#include "harness/report/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "harness/report/json.hpp"
#include "harness/report/json_node.hpp"

namespace ecsbench {
namespace {

using Json = nlohmann::ordered_json;

void read_estimate(const Node& node, const char* centre, Estimate& value) {
  node[centre].read(value.median);
  node["ci_low"].read(value.ci_low);
  node["ci_high"].read(value.ci_high);
}

void read_verdict(const Node& node, Verdict& verdict) {
  std::string word;
  node.read(word);
  for (const Verdict known :
       {Verdict::kBaseline, Verdict::kFaster, Verdict::kSlower, Verdict::kSame, Verdict::kInconclusive}) {
    if (word == to_string(known)) verdict = known;
  }
}

void read_tool(const Node& node, ToolResult& tool) {
  node["version"].read(tool.version);
  node["revision"].read(tool.revision);
  node["dirty"].read(tool.dirty);
  node["compiler"].read(tool.compiler);
  node["flags"].read(tool.flags);
  node["build_type"].read(tool.build_type);
  node["assertions"].read(tool.assertions);
  node["sanitizers"].read(tool.sanitizers);
  node["libraries"].read(tool.libraries);
}

void read_run(const Node& node, RunResult& run) {
  node["argv"].read(run.argv);
  node["config"].read(run.config);
  node["seed"].read(run.seed);
  node["started_utc"].read(run.started_utc);
  node["duration_s"].read(run.duration_s);
  node["exit_reason"].read(run.exit_reason);
}

void read_environment(const Node& node, EnvironmentResult& machine) {
  node["cpu_model"].read(machine.cpu_model);
  node["cores"].read(machine.cores);
  for (const Node& item : node["caches"].items()) {
    CacheResult& cache = machine.caches.emplace_back();
    item["level"].read(cache.level);
    item["type"].read(cache.type);
    item["size_bytes"].read(cache.size_bytes);
    item["line_bytes"].read(cache.line_bytes);
    item["ways"].read(cache.ways);
  }
  node["memory_bytes"].read(machine.memory_bytes);
  node["governor"].read(machine.governor);
  node["boost"].read(machine.boost);
  node["hypervisor"].read(machine.hypervisor);
  node["kernel"].read(machine.kernel);
  node["huge_pages"].read(machine.huge_pages);
  node["aslr"].read(machine.aslr);
  node["load_before"].read(machine.load_before);
  node["load_after"].read(machine.load_after);
  node["clock"]["resolution_ns"].read(machine.clock_resolution_ns);
  node["clock"]["cost_ns"].read(machine.clock_cost_ns);
  node["fingerprint"].read(machine.fingerprint);
}

void read_strategy(const Node& node, StrategyResult& strategy) {
  node["name"].read(strategy.name);
  node["origin"].read(strategy.origin);
  node["version"].read(strategy.version);
  node["source_sha256"].read(strategy.source_sha256);
  node["usage"].read(strategy.usage);
  node["ids"].read(strategy.ids);
  node["flags"].read(strategy.flags);
  node["assertions"].read(strategy.assertions);
  for (const Node& item : node["skips"].items()) {
    SkipResult& skip = strategy.skips.emplace_back();
    item["workload"].read(skip.workload);
    item["reason"].read(skip.reason);
  }
}

void read_rounds(const Node& node, std::vector<std::vector<double>>& rounds) {
  for (const Node& round : node.items()) {
    std::vector<double>& frames = rounds.emplace_back();
    for (const Node& frame : round.items()) {
      if (const Number frame_ns = frame.number()) frames.push_back(*frame_ns);
    }
  }
}

void read_events(const Node& node, std::optional<std::vector<EventResult>>& target) {
  if (!node.present()) return;
  for (auto& events = target.emplace(); const Node& item : node.items()) {
    EventResult& event = events.emplace_back();
    item["round"].read(event.round);
    item["frame"].read(event.frame);
    item["settling"].read(event.settling);
    item["what"].read(event.what);
  }
}

void read_tails(const Node& node, FrameResult& frame) {
  node["p95_ci_low"].read(frame.p95_ends.ci_low);
  node["p95_ci_high"].read(frame.p95_ends.ci_high);
  node["p99_ci_low"].read(frame.p99_ends.ci_low);
  node["p99_ci_high"].read(frame.p99_ends.ci_high);
  node["max_ci_low"].read(frame.max_ends.ci_low);
  node["max_ci_high"].read(frame.max_ends.ci_high);
  read_estimate(node["p99_to_p50"], "median", frame.p99_to_p50);
  for (const Node& item : node["over_budget"].items()) {
    OverBudgetResult& over = frame.over_budget.emplace_back();
    item["budget_ms"].read(over.budget_ms);
    item["share"].read(over.share);
    item["ci_low"].read(over.ends.ci_low);
    item["ci_high"].read(over.ends.ci_high);
  }
  if (const Node outliers = node["outliers"]; outliers.present()) {
    OutliersResult& counted = frame.outliers.emplace();
    outliers["mild"].read(counted.mild);
    outliers["severe"].read(counted.severe);
    outliers["in_disturbed_rounds"].read(counted.in_disturbed_rounds);
  }
  node["disturbed_rounds"].read(frame.disturbed_rounds);
}

void read_frames(const Node& node, FrameResult& frame) {
  node["median"].read(frame.median);
  node["mad"].read(frame.mad);
  node["min"].read(frame.min);
  node["p95"].read(frame.p95);
  node["p99"].read(frame.p99);
  node["max"].read(frame.max);
  node["group_size"].read(frame.group_size);
  read_rounds(node["rounds"], frame.rounds);
  read_rounds(node["settling"], frame.settling);
  read_events(node["events"], frame.events);
  read_tails(node, frame);
}

void read_memory(const Node& node, std::optional<MemoryResult>& target) {
  if (!node.present()) return;
  MemoryResult& memory = target.emplace();
  node["payload_bytes"].read(memory.payload_bytes);
  node["index_bytes"].read(memory.index_bytes);
  node["slack_bytes"].read(memory.slack_bytes);
  node["total_bytes"].read(memory.total_bytes);
  node["bytes_per_entity"].read(memory.bytes_per_entity);
  node["allocations_per_frame"].read(memory.allocations_per_frame);
  node["peak_bytes"].read(memory.peak_bytes);
  node["allocator_overhead_bytes"].read(memory.allocator_overhead_bytes);
}

void read_counters(const Node& node, CountersResult& counters) {
  node["cycles"].read(counters.cycles);
  node["instructions"].read(counters.instructions);
  node["branch_misses"].read(counters.branch_misses);
  node["l1d_misses"].read(counters.l1d_misses);
  node["llc_misses"].read(counters.llc_misses);
  node["page_faults"].read(counters.page_faults);
  node["context_switches"].read(counters.context_switches);
  node["migrations"].read(counters.migrations);
  node["share_counted"].read(counters.share_counted);
  node["available"].read(counters.available);
  node["reason"].read(counters.reason);
}

void read_modelled(const Node& node, ModelledResult& modelled) {
  node["accesses"].read(modelled.accesses);
  node["lines"].read(modelled.lines);
  node["l1d_misses"].read(modelled.l1d_misses);
  node["l2_misses"].read(modelled.l2_misses);
  node["l3_misses"].read(modelled.l3_misses);
  node["caches"].read(modelled.caches);
  node["available"].read(modelled.available);
  node["reason"].read(modelled.reason);
}

void read_predicted(const Node& node, PredictedResult& predicted) {
  node["bytes_touched"].read(predicted.bytes_touched);
  node["cache_lines"].read(predicted.cache_lines);
  node["gb_per_s"].read(predicted.gb_per_s);
  node["percent_of_peak"].read(predicted.percent_of_peak);
}

void read_case(const Node& node, CaseResult& entry) {
  node["strategy"].read(entry.strategy);
  node["workload"].read(entry.workload);
  node["entities"].read(entry.entities);
  node["matched"].read(entry.matched);
  node["operations"].read(entry.operations);
  node["per"].read(entry.per);
  node["threads"].read(entry.threads);
  node["launch"].read(entry.launch);
  node["params"].read(entry.params);
  node["rounds"].read(entry.rounds);
  node["frames"].read(entry.frames);
  node["ending"].read(entry.ending);
  node["balanced"].read(entry.balanced);
  node["digest"].read(entry.digest);
  read_frames(node["frame_ns"], entry.frame_ns);
  read_estimate(node["ns_per_entity"], "median", entry.ns_per_entity);
  node["ratio_to_baseline"]["baseline"].read(entry.ratio_to_baseline.baseline);
  read_estimate(node["ratio_to_baseline"], "median", entry.ratio_to_baseline.ratio);
  read_verdict(node["ratio_to_baseline"]["verdict"], entry.ratio_to_baseline.verdict);
  read_estimate(node["ratio_to_limit"], "median", entry.ratio_to_limit);
  read_estimate(node["ratio_to_gather"], "median", entry.ratio_to_gather);
  read_memory(node["memory"], entry.memory);
  read_counters(node["counters_per_entity"], entry.counters_per_entity);
  read_modelled(node["modelled_per_entity"], entry.modelled_per_entity);
  read_predicted(node["predicted"], entry.predicted);
  node["warnings"].read(entry.warnings);
}

void read_comparison(const Node& node, ComparisonResult& made) {
  node["baseline"].read(made.baseline);
  node["contender"].read(made.contender);
  node["workload"].read(made.workload);
  node["entities"].read(made.entities);
  node["threads"].read(made.threads);
  node["params"].read(made.params);
  read_estimate(node, "ratio", made.ratio);
  node["level"].read(made.level);
  node["rounds"].read(made.rounds);
  node["threshold"].read(made.threshold);
  read_verdict(node["verdict"], made.verdict);
  node["launches"].read(made.launches);
  node["launch_low"].read(made.launch_low);
  node["launch_high"].read(made.launch_high);
  node["rounds_to_decide"].read(made.rounds_to_decide);
  node["launches_to_decide"].read(made.launches_to_decide);
}

// The first two keys decide whether the rest may be read at all.
void require_result(const Node& document) {
  std::string schema;
  document["schema"].read(schema);
  if (schema != "ecsbench.result") {
    throw ReadError(R"(it has no "schema": "ecsbench.result")");
  }
  std::uint64_t version = 0;
  document["schema_version"].read(version);
  if (version > kSchemaVersion) {
    throw ReadError(
        fmt::format("its schema version is {}, and this program reads up to {}; a newer "
                    "ecsbench reads it",
                    version, kSchemaVersion));
  }
  if (version == 0) throw ReadError("it has no schema_version");
}

Result result_of(const Node& document) {
  require_result(document);
  Result result;
  document["partial"].read(result.partial);
  read_tool(document["tool"], result.tool);
  read_run(document["run"], result.run);
  read_environment(document["environment"], result.environment);
  for (const Node& item : document["strategies"].items()) {
    read_strategy(item, result.strategies.emplace_back());
  }
  document["probes"].read(result.probes);
  for (const Node& item : document["cases"].items()) read_case(item, result.cases.emplace_back());
  for (const Node& item : document["comparisons"].items()) {
    read_comparison(item, result.comparisons.emplace_back());
  }
  for (const Node& item : document["controls"].items()) {
    auto& [workload, control] = result.controls.emplace_back();
    item["workload"].read(workload);
    read_estimate(item, "ratio", control);
  }
  read_estimate(document["control"], "ratio", result.control);
  for (const Node& item : document["warnings"].items()) {
    Warning& warning = result.warnings.emplace_back();
    item["id"].read(warning.id);
    item["text"].read(warning.text);
  }
  return result;
}

// "line 12, column 3" of a byte.
std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", lines + 1, before.size() - line_begin + 1);
}

}  // namespace

Result parse_result(std::string_view text, const std::string& name) {
  if (text.empty()) throw ReadError(fmt::format("{} is empty.", name));
  try {
    const Json document = Json::parse(text);
    return result_of(Node(&document, ""));
  } catch (const Json::parse_error& error) {
    throw ReadError(
        fmt::format("{} is not valid JSON: it breaks off or goes wrong at {}.", name, place_of(text, error.byte)));
  } catch (const Json::exception& error) {
    throw ReadError(fmt::format("{} is not a result file: {}.", name, error.what()));
  } catch (const ReadError& error) {
    throw ReadError(fmt::format("{} is not a result file for this program: {}.", name, error.what()));
  }
}

Result read_result(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw ReadError(fmt::format("{} is a folder; name a result file.", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ReadError(fmt::format("cannot read {}: {}.", path, std::strerror(errno)));
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw ReadError(fmt::format("cannot read {}: {}.", path, std::strerror(errno)));
  return parse_result(text, path);
}

}  // namespace ecsbench
