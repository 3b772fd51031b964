#include "tests/report/sample_result.hpp"

#include <string>
#include <vector>

namespace ecsbench::test {
namespace {

struct Line {
  const char* strategy;
  double frame_ns;
  double spread;  // relative half-width
  std::uint64_t frames;
  double bytes;  // per entity; 0: does not say
};

constexpr double kLimitNs = 571'000, kBoxedNs = 4'062'000;

Verdict verdict_of(const Line& line) {
  if (std::string(line.strategy) == "boxed") return Verdict::kBaseline;
  return line.frame_ns < kBoxedNs ? Verdict::kFaster : Verdict::kSlower;
}

Estimate around(double value, double spread) {
  return {value, value * (1 - spread), value * (1 + spread * 1.2)};
}

CaseResult case_of(const char* workload, const Line& line) {
  CaseResult entry;
  entry.strategy = line.strategy;
  entry.workload = workload;
  entry.entities = entry.matched = entry.operations = 1'000'000;
  entry.per = "match";
  entry.rounds = 24;
  entry.frames = line.frames;
  entry.ending = "precise";
  entry.balanced = true;
  entry.digest = "00ff00ff00ff00ff";
  entry.frame_ns.median = line.frame_ns;
  entry.frame_ns.mad = line.frame_ns * line.spread;
  entry.frame_ns.min = line.frame_ns * 0.97;
  if (line.frames >= 72) entry.frame_ns.p95 = line.frame_ns * 1.05;
  if (line.frames >= 368) entry.frame_ns.p99 = line.frame_ns * 1.11;
  entry.frame_ns.max = line.frame_ns * 1.4;
  if (line.frames >= 72) entry.frame_ns.p95_ends = {line.frame_ns * 1.04, line.frame_ns * 1.07};
  if (line.frames >= 368) {
    entry.frame_ns.p99_ends = {line.frame_ns * 1.09, line.frame_ns * 1.15};
    entry.frame_ns.p99_to_p50 = {1.11, 1.09, 1.15};
  }
  entry.frame_ns.max_ends = {line.frame_ns * 1.2, line.frame_ns * 1.4};
  entry.frame_ns.over_budget = {{16.67, 0.0, {0.0, 0.0052}}, {8.33, 0.0, {0.0, 0.0052}}, {6.94, 0.25, {0.2, 0.31}}};
  entry.frame_ns.outliers = OutliersResult{12, 4, 9};
  entry.frame_ns.disturbed_rounds = {3, 7, 21};
  entry.frame_ns.rounds = {{line.frame_ns, line.frame_ns * 1.01}, {line.frame_ns * 0.99}};
  entry.frame_ns.settling = {{line.frame_ns * 1.5}, {}};
  entry.ns_per_entity = around(line.frame_ns / 1e6, line.spread);
  entry.ratio_to_baseline = {"boxed", around(line.frame_ns / kBoxedNs, line.spread), verdict_of(line)};
  entry.ratio_to_limit = around(line.frame_ns / kLimitNs, line.spread);
  if (line.bytes > 0) {
    const auto bytes = static_cast<std::uint64_t>(line.bytes * 1e6);
    entry.memory = MemoryResult{24'000'000, bytes - 24'000'000, 0, bytes, line.bytes, 0.0, bytes + 8'000'000, 4'096};
    entry.frame_ns.events = {{0, 1, false, "growth"}, {0, 0, true, "new table"}, {1, 0, false, "list rebuild"}};
  }
  entry.counters_per_entity.context_switches = 0.0;
  entry.counters_per_entity.page_faults = 1e-6;
  entry.counters_per_entity.reason = "counters are not read";
  entry.modelled_per_entity.reason = kCacheModelOff;
  entry.predicted = {24e6, 375'000.0, 24e6 / line.frame_ns, std::nullopt};
  return entry;
}

std::vector<CaseResult> cases_of(const char* workload) {
  const std::vector<Line> lines = {
      {"limit", kLimitNs, 0.002, 700, 0},          {"archetype", 618'000, 0.004, 640, 40.2},
      {"bitset", 742'000, 0.005, 512, 32.3},       {"gather", 1'124'000, 0.006, 400, 0},
      {"sparse_set", 1'830'000, 0.012, 180, 48.5}, {"reactive", 1'911'000, 0.034, 170, 56.5},
      {"boxed", kBoxedNs, 0.008, 96, 88.0},        {"boxed_scattered", 12'412'000, 0.021, 48, 88.0}};
  std::vector<CaseResult> cases;
  for (const Line& line : lines) cases.push_back(case_of(workload, line));
  return cases;
}

EnvironmentResult environment() {
  EnvironmentResult machine;
  machine.cpu_model = "AMD EPYC 9B14 96-Core Processor";
  machine.cores = 2;
  machine.caches = {{1, "Data", 49'152, 64, 12}, {2, "Unified", 1'048'576, 64}, {3, "Unified", 33'554'432, 64}};
  machine.memory_bytes = 8'000'000'000;
  machine.boost = false;
  machine.hypervisor = "KVM";
  machine.kernel = "Linux 6.1.0";
  machine.huge_pages = "madvise";
  machine.aslr = true;
  machine.load_before = 0.2;
  machine.clock_resolution_ns = 1;
  machine.clock_cost_ns = 22.5;
  machine.fingerprint = "0123456789abcdef";
  return machine;
}

}  // namespace

Result sample_result() {
  Result result;
  result.tool = {"0.1.0", "4b17d9b", true, "g++ 12.2.0", "-O3 -march=native", "Release", false, "", {{"fmt", "9.1.0"}}};
  result.run.argv = {"ecsbench", "--strategy", "all"};
  result.run.config = {{"seed", "42"}, {"entities", "1M"}};
  result.run.started_utc = "2026-11-30T18:30:00Z";
  result.run.duration_s = 18.25;
  result.environment = environment();
  result.strategies = {{"archetype", "reference", "", "", "plain", "compile-time", "-O3", false, {}},
                       {"view<A, \"B\">",
                        "given",
                        "2",
                        "ab",
                        "tuned",
                        "run-time",
                        "-O3",
                        false,
                        {{"move/scrambled", "skipped (no Sortable)"}}}};
  result.probes = {{"copy_gb_per_s", 18.2}};
  for (const char* workload : {"move/same-order", "move/scrambled"}) {
    for (CaseResult& entry : cases_of(workload)) result.cases.push_back(std::move(entry));
    result.comparisons.push_back(
        {"archetype", "bitset", workload, 1'000'000, {1.2, 1.19, 1.213}, 0.95, 24, 0.02, Verdict::kSlower});
    result.controls.emplace_back(workload, Estimate{1.001, 0.997, 1.004});
  }
  result.control = {1.001, 0.997, 1.004};
  result.warnings = {{"W04", "The machine is a virtual guest: neighbours may disturb it."}};
  return result;
}

}  // namespace ecsbench::test
