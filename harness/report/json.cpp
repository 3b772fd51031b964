#include "harness/report/json.hpp"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "harness/report/text.hpp"
#include "harness/statistics/describe.hpp"

namespace ecsbench {
namespace {

using Json = nlohmann::ordered_json;

Json number(Number value) {
  const auto known = finite(value);
  return known ? Json(*known) : Json(nullptr);
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <class Value>
Json object_of(const std::vector<std::pair<std::string, Value>>& pairs) {
  Json object = Json::object();
  for (const auto& [name, value] : pairs) object[name] = value;
  return object;
}

template <class Item, class Convert>
Json list_of(const std::vector<Item>& items, Convert convert) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(convert(item));
  return list;
}

Json estimate(const Estimate& value) {
  return {{"median", number(value.median)}, {"ci_low", number(value.ci_low)}, {"ci_high", number(value.ci_high)}};
}

Json ratio(const Estimate& value) {
  return {{"ratio", number(value.median)}, {"ci_low", number(value.ci_low)}, {"ci_high", number(value.ci_high)}};
}

Json verdict(Verdict value) {
  return value == Verdict::kNone ? Json(nullptr) : Json(to_string(value));
}

Json tool(const ToolResult& tool) {
  return {{"version", tool.version},       {"revision", tool.revision},     {"dirty", tool.dirty},
          {"compiler", tool.compiler},     {"flags", tool.flags},           {"build_type", tool.build_type},
          {"assertions", tool.assertions}, {"sanitizers", tool.sanitizers}, {"libraries", object_of(tool.libraries)}};
}

Json run(const RunResult& run) {
  return {{"argv", run.argv},
          {"config", object_of(run.config)},
          {"seed", run.seed},
          {"started_utc", run.started_utc},
          {"duration_s", number(run.duration_s)},
          {"exit_reason", run.exit_reason}};
}

Json caches(const std::vector<CacheResult>& caches) {
  Json list = Json::array();
  for (const CacheResult& cache : caches) {
    list.push_back({{"level", cache.level},
                    {"type", cache.type},
                    {"size_bytes", cache.size_bytes},
                    {"line_bytes", cache.line_bytes},
                    {"ways", cache.ways == 0 ? Json(nullptr) : Json(cache.ways)}});
  }
  return list;
}

Json environment(const EnvironmentResult& machine) {
  return {
      {"cpu_model", machine.cpu_model},
      {"cores", machine.cores},
      {"caches", caches(machine.caches)},
      {"memory_bytes", machine.memory_bytes},
      {"governor", or_null(machine.governor)},
      {"boost", or_null(machine.boost)},
      {"hypervisor", or_null(machine.hypervisor)},
      {"kernel", machine.kernel},
      {"huge_pages", or_null(machine.huge_pages)},
      {"aslr", or_null(machine.aslr)},
      {"load_before", number(machine.load_before)},
      {"load_after", number(machine.load_after)},
      {"clock", {{"resolution_ns", number(machine.clock_resolution_ns)}, {"cost_ns", number(machine.clock_cost_ns)}}},
      {"fingerprint", machine.fingerprint}};
}

Json strategy(const StrategyResult& strategy) {
  Json skips = Json::array();
  for (const SkipResult& skip : strategy.skips) {
    skips.push_back({{"workload", skip.workload}, {"reason", skip.reason}});
  }
  return {{"name", strategy.name},       {"origin", strategy.origin},
          {"version", strategy.version}, {"source_sha256", strategy.source_sha256},
          {"usage", strategy.usage},     {"ids", strategy.ids},
          {"flags", strategy.flags},     {"assertions", strategy.assertions},
          {"skips", std::move(skips)}};
}

Json sample_rounds(const std::vector<std::vector<double>>& rounds, KeptSamples samples) {
  Json::array_t list;  // the bulk of a file: no room is taken twice
  if (samples == KeptSamples::kNone) return list;
  list.reserve(rounds.size());
  for (const std::vector<double>& round : rounds) {
    Json::array_t frames;
    if (samples == KeptSamples::kSummary) {
      if (!round.empty()) frames.push_back(number(statistics::median(round)));
    } else {
      frames.reserve(round.size());
      for (const double frame_ns : round) frames.push_back(number(frame_ns));
    }
    list.emplace_back(std::move(frames));
  }
  return list;
}

// Events name samples by their place: where samples are left out, so are events.
Json events(const std::optional<std::vector<EventResult>>& events, KeptSamples samples) {
  if (!events || samples != KeptSamples::kAll) return nullptr;
  Json list = Json::array();
  for (const EventResult& event : *events) {
    list.push_back({{"round", event.round}, {"frame", event.frame}, {"what", event.what}});
    if (event.settling) list.back()["settling"] = true;
  }
  return list;
}

Json over_budget(const OverBudgetResult& over) {
  return {{"budget_ms", number(over.budget_ms)},
          {"share", number(over.share)},
          {"ci_low", number(over.ends.ci_low)},
          {"ci_high", number(over.ends.ci_high)}};
}

Json outliers(const std::optional<OutliersResult>& counted) {
  if (!counted) return nullptr;
  return {{"mild", counted->mild}, {"severe", counted->severe}, {"in_disturbed_rounds", counted->in_disturbed_rounds}};
}

Json frames(const FrameResult& frame, KeptSamples samples) {
  return {{"median", number(frame.median)},
          {"mad", number(frame.mad)},
          {"min", number(frame.min)},
          {"p95", number(frame.p95)},
          {"p95_ci_low", number(frame.p95_ends.ci_low)},
          {"p95_ci_high", number(frame.p95_ends.ci_high)},
          {"p99", number(frame.p99)},
          {"p99_ci_low", number(frame.p99_ends.ci_low)},
          {"p99_ci_high", number(frame.p99_ends.ci_high)},
          {"max", number(frame.max)},
          {"max_ci_low", number(frame.max_ends.ci_low)},
          {"max_ci_high", number(frame.max_ends.ci_high)},
          {"p99_to_p50", estimate(frame.p99_to_p50)},
          {"over_budget", list_of(frame.over_budget, over_budget)},
          {"outliers", outliers(frame.outliers)},
          {"disturbed_rounds", or_null(frame.disturbed_rounds)},
          {"group_size", frame.group_size},
          {"rounds", sample_rounds(frame.rounds, samples)},
          {"settling", sample_rounds(frame.settling, samples)},
          {"events", events(frame.events, samples)}};
}

Json ratio_to_baseline(const RatioToBaseline& value) {
  if (value.baseline.empty()) return nullptr;
  return {{"baseline", value.baseline},
          {"median", number(value.ratio.median)},
          {"ci_low", number(value.ratio.ci_low)},
          {"ci_high", number(value.ratio.ci_high)},
          {"verdict", verdict(value.verdict)}};
}

Json memory(const std::optional<MemoryResult>& memory) {
  if (!memory) return nullptr;
  return {{"payload_bytes", or_null(memory->payload_bytes)},
          {"index_bytes", or_null(memory->index_bytes)},
          {"slack_bytes", or_null(memory->slack_bytes)},
          {"total_bytes", or_null(memory->total_bytes)},
          {"bytes_per_entity", number(memory->bytes_per_entity)},
          {"allocations_per_frame", number(memory->allocations_per_frame)},
          {"peak_bytes", or_null(memory->peak_bytes)},
          {"allocator_overhead_bytes", or_null(memory->allocator_overhead_bytes)}};
}

Json counters(const CountersResult& counters) {
  return {{"cycles", number(counters.cycles)},
          {"instructions", number(counters.instructions)},
          {"branch_misses", number(counters.branch_misses)},
          {"l1d_misses", number(counters.l1d_misses)},
          {"llc_misses", number(counters.llc_misses)},
          {"page_faults", number(counters.page_faults)},
          {"context_switches", number(counters.context_switches)},
          {"migrations", number(counters.migrations)},
          {"share_counted", number(counters.share_counted)},
          {"available", counters.available},
          {"reason", counters.reason}};
}

Json modelled(const ModelledResult& modelled) {
  return {{"accesses", number(modelled.accesses)},     {"lines", number(modelled.lines)},
          {"l1d_misses", number(modelled.l1d_misses)}, {"l2_misses", number(modelled.l2_misses)},
          {"l3_misses", number(modelled.l3_misses)},   {"caches", modelled.caches},
          {"available", modelled.available},           {"reason", modelled.reason}};
}

Json predicted(const PredictedResult& predicted) {
  return {{"bytes_touched", number(predicted.bytes_touched)},
          {"cache_lines", number(predicted.cache_lines)},
          {"gb_per_s", number(predicted.gb_per_s)},
          {"percent_of_peak", number(predicted.percent_of_peak)}};
}

Json case_object(const CaseResult& entry, KeptSamples samples) {
  return {{"strategy", entry.strategy},
          {"workload", entry.workload},
          {"entities", entry.entities},
          {"matched", entry.matched},
          {"operations", entry.operations},
          {"per", entry.per},
          {"threads", entry.threads},
          {"launch", entry.launch},
          {"params", object_of(entry.params)},
          {"rounds", entry.rounds},
          {"frames", entry.frames},
          {"ending", or_null(entry.ending)},
          {"balanced", or_null(entry.balanced)},
          {"digest", entry.digest},
          {"frame_ns", frames(entry.frame_ns, samples)},
          {"ns_per_entity", estimate(entry.ns_per_entity)},
          {"ratio_to_baseline", ratio_to_baseline(entry.ratio_to_baseline)},
          {"ratio_to_limit", estimate(entry.ratio_to_limit)},
          {"ratio_to_gather", estimate(entry.ratio_to_gather)},
          {"memory", memory(entry.memory)},
          {"counters_per_entity", counters(entry.counters_per_entity)},
          {"modelled_per_entity", modelled(entry.modelled_per_entity)},
          {"predicted", predicted(entry.predicted)},
          {"warnings", entry.warnings}};
}

Json comparison_object(const ComparisonResult& made) {
  Json object = {{"baseline", made.baseline}, {"contender", made.contender}, {"workload", made.workload},
                 {"entities", made.entities}, {"threads", made.threads},     {"params", object_of(made.params)}};
  object.update(ratio(made.ratio));
  object["level"] = number(made.level);
  object["rounds"] = made.rounds;
  object["threshold"] = number(made.threshold);
  object["verdict"] = verdict(made.verdict);
  object["launches"] = made.launches;
  object["launch_low"] = number(made.launch_low);
  object["launch_high"] = number(made.launch_high);
  object["rounds_to_decide"] = number(made.rounds_to_decide);
  object["launches_to_decide"] = number(made.launches_to_decide);
  return object;
}

Json probes(const std::vector<std::pair<std::string, double>>& probes) {
  Json object = Json::object();
  for (const auto& [name, value] : probes) object[name] = number(value);
  return object;
}

Json control_object(const std::pair<std::string, Estimate>& control) {
  Json object = {{"workload", control.first}};
  object.update(ratio(control.second));
  return object;
}

Json warning_object(const Warning& warning) {
  return {{"id", warning.id}, {"text", warning.text}};
}

std::string text_of(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string to_json(const Result& result, KeptSamples samples) {
  Json document = {
      {"schema", "ecsbench.result"},
      {"schema_version", kSchemaVersion},
      {"partial", result.partial},
      {"tool", tool(result.tool)},
      {"run", run(result.run)},
      {"environment", environment(result.environment)},
      {"strategies", list_of(result.strategies, strategy)},
      {"probes", probes(result.probes)},
      {"cases", list_of(result.cases, [&](const CaseResult& entry) { return case_object(entry, samples); })},
      {"comparisons", list_of(result.comparisons, comparison_object)},
      {"controls", list_of(result.controls, control_object)},
      {"control", ratio(result.control)},
      {"warnings", list_of(result.warnings, warning_object)}};
  return text_of(document);
}

std::string to_json(const ToolResult& facts) {
  return text_of(tool(facts));
}

}  // namespace ecsbench
