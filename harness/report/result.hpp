// The result of a run as plain data: what every table, file and chart is made from.
//
// One struct for each object of the result file (schemas/result.schema.json), same names, units in the names.
// An empty optional is "not measured": null in JSON, an empty field in CSV, "n/a (reason)" in a table. Never 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ecsbench {

using Number = std::optional<double>;

// A point with the ends of its interval (95 % unless the result says otherwise).
struct Estimate {
  Number median;
  Number ci_low;
  Number ci_high;
};

// The four answers to "is it faster?", and none when nothing was compared.
enum class Verdict { kNone, kBaseline, kFaster, kSlower, kSame, kInconclusive };
[[nodiscard]] std::string to_string(Verdict verdict);  // "", "baseline", "faster", "slower", "same", "inconclusive"

struct ToolResult {
  std::string version, revision;
  bool dirty = false;
  std::string compiler, flags, build_type;
  bool assertions = false;
  std::string sanitizers;  // empty when none
  std::vector<std::pair<std::string, std::string>> libraries;
};

struct RunResult {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> config;  // the effective configuration: option -> value as typed
  std::uint64_t seed = 42;
  std::string started_utc;  // 2026-11-30T18:30:00Z
  double duration_s = 0;
  std::string exit_reason = "complete";  // or "interrupted", or the sentence of what failed
};

struct CacheResult {
  int level = 0;
  std::string type;  // "Data", "Instruction", "Unified"
  std::uint64_t size_bytes = 0;
  std::uint64_t line_bytes = 0;
  std::uint64_t ways = 0;  // lines of a set; 0: unreadable
};

struct EnvironmentResult {
  std::string cpu_model;
  std::uint64_t cores = 0;
  std::vector<CacheResult> caches;
  std::uint64_t memory_bytes = 0;
  std::optional<std::string> governor;    // unreadable is not a fault
  std::optional<bool> boost;              // the frequency may rise beyond the nominal one
  std::optional<std::string> hypervisor;  // "none" on bare metal
  std::string kernel;
  std::optional<std::string> huge_pages;  // "always", "madvise", "never"
  std::optional<bool> aslr;
  Number load_before, load_after;
  Number clock_resolution_ns, clock_cost_ns;
  std::string fingerprint;  // of what decides speed
};

struct SkipResult {
  std::string workload, reason;
};

struct StrategyResult {
  std::string name, origin, version, source_sha256, usage, ids, flags;
  bool assertions = false;
  std::vector<SkipResult> skips;
};

// A sample in which the storage did something beside its work.
struct EventResult {
  std::uint64_t round = 0, frame = 0;  // its place in rounds[round], or in settling[round]
  bool settling = false;
  std::string what;  // "growth", "new table", "list rebuild"
};

// The ends of an interval whose point stands beside it.
struct Ends {
  Number ci_low, ci_high;
};

// The share of the frames that took longer than a budget, 0 to 1.
struct OverBudgetResult {
  double budget_ms = 0;
  Number share;
  Ends ends;
};

// Frames beyond Tukey's fences (statistics/outliers.hpp): counted, never dropped.
struct OutliersResult {
  std::uint64_t mild = 0, severe = 0;
  std::uint64_t in_disturbed_rounds = 0;  // of both: the likely cause of these is known
};

struct FrameResult {
  Number median, mad, min, p95, p99, max;   // ns a frame
  std::uint64_t group_size = 1;             // frames timed together; above 1 the percentiles are n/a
  std::vector<std::vector<double>> rounds;  // steady frames by round, ns a frame
  std::vector<std::vector<double>> settling;
  std::optional<std::vector<EventResult>> events;  // of rounds and settling; none where the storage keeps no count
  Ends p95_ends, p99_ends, max_ends;               // approximate: statistics/tail_bootstrap.hpp
  Estimate p99_to_p50;                             // p99 by the median
  std::vector<OverBudgetResult> over_budget;       // empty where frames were timed in groups
  std::optional<OutliersResult> outliers;
  std::optional<std::vector<std::uint64_t>> disturbed_rounds;  // from 0: the thread was pushed aside or moved there
};

struct RatioToBaseline {
  std::string baseline;
  Estimate ratio;
  Verdict verdict = Verdict::kNone;
};

struct MemoryResult {
  std::optional<std::uint64_t> payload_bytes, index_bytes, slack_bytes, total_bytes;  // of the world as it was built
  Number bytes_per_entity, allocations_per_frame;                                     // in steady frames
  std::optional<std::uint64_t> peak_bytes = {};  // the most it owned at once, while building and in any frame
  std::optional<std::uint64_t> allocator_overhead_bytes = {};  // beyond what was asked for, of the world as built
};

// What was counted in the steady frames, by what times are divided by.
struct CountersResult {
  Number cycles, instructions, branch_misses, l1d_misses, llc_misses;
  Number page_faults, context_switches, migrations;
  Number share_counted;    // of the time; below 1 the counters took turns, and the counts are scaled
  bool available = false;  // does the processor count for us?
  std::string reason;      // why not
};

// What a model of the machine's caches would miss in one steady frame, by what times are divided by.
struct ModelledResult {
  Number accesses, lines;                   // loads and stores; distinct cache lines
  Number l1d_misses, l2_misses, l3_misses;  // null: the machine has no such cache
  std::string caches;                       // what was modelled: "L1 32 KiB 8 ways, ..."
  bool available = false;
  std::string reason;  // why not
};

// The reason where nobody asked.
inline constexpr std::string_view kCacheModelOff = "the cache model is off: --cache-model on, or -v, turns it on";
inline constexpr std::string_view kModelledInLaunch1 =
    "launch 1 models the caches, and no other: a model knows nothing of where memory lies";

struct PredictedResult {
  Number bytes_touched, cache_lines, gb_per_s, percent_of_peak;  // bytes and lines a frame
};

struct CaseResult {
  std::string strategy, workload;
  std::uint64_t entities = 0, matched = 0, operations = 0;
  std::string per;  // "match", "entity", "operation"
  std::uint64_t threads = 1, launch = 1;
  std::vector<std::pair<std::string, double>> params;
  std::uint64_t rounds = 0, frames = 0;
  std::optional<std::string> ending;  // why measuring ended: "all-rounds", "precise", "time-budget", "stopped"
  std::optional<bool> balanced;       // every strategy ran equally often in each place and after each other
  std::string digest;                 // 16 lower-case hex digits
  FrameResult frame_ns;
  Estimate ns_per_entity;
  RatioToBaseline ratio_to_baseline;
  Estimate ratio_to_limit, ratio_to_gather;
  std::optional<MemoryResult> memory;
  CountersResult counters_per_entity;
  ModelledResult modelled_per_entity;
  PredictedResult predicted;
  std::vector<std::string> warnings;  // ids
  std::uint64_t launches = 1;         // that it sums up; the file holds each of them as a case of its own
};

struct ComparisonResult {
  std::string baseline, contender, workload;
  std::uint64_t entities = 0;
  Estimate ratio;  // contender time / baseline time, paired by round
  double level = 0.95;
  std::uint64_t rounds = 0;
  double threshold = 0.02;
  Verdict verdict = Verdict::kNone;
  std::uint64_t threads = 1;
  std::vector<std::pair<std::string, double>> params = {};  // with the above: the cases compared
  std::uint64_t launches = 1;                               // that it sums up
  Number launch_low = {}, launch_high = {};                 // of several launches the lowest and the highest ratio
  Number rounds_to_decide = {}, launches_to_decide = {};    // in all, likely; of an inconclusive verdict
  bool is_range = false;  // the launches are too few for an interval: so many give one; not in the file
};

struct Warning {
  std::string id, text;
};

struct Result {
  bool partial = false;
  ToolResult tool;
  RunResult run;
  EnvironmentResult environment;
  std::vector<StrategyResult> strategies;
  std::vector<std::pair<std::string, double>> probes;
  std::vector<CaseResult> cases;
  std::vector<ComparisonResult> comparisons;
  std::vector<std::pair<std::string, Estimate>> controls;  // by workload: the same strategy against its own copy
  Estimate control;                                        // the widest of them: the noise floor of the run
  std::vector<Warning> warnings;
};

}  // namespace ecsbench
