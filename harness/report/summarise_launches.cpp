// Cases by key, each with its place in every launch; then value by value over the launches.
#include "harness/report/summarise_launches.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/report/file_comparison.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/frames_over_launches.hpp"
#include "harness/report/summarise.hpp"
#include "harness/report/text.hpp"
#include "harness/report/to_decide.hpp"
#include "harness/statistics/describe.hpp"
#include "harness/statistics/launch_bootstrap.hpp"
#include "harness/statistics/paired_ratio.hpp"
#include "harness/statistics/resampling.hpp"
#include "harness/statistics/verdict.hpp"

namespace ecsbench {
namespace {

using statistics::Confidence;
using statistics::Interval;

constexpr double kLevel = 0.95;

// One case in every launch; null where a launch lacks it.
struct Launched {
  CaseKey key;
  std::vector<const CaseResult*> entries;

  [[nodiscard]] std::vector<const CaseResult*> present() const {
    std::vector<const CaseResult*> all = entries;
    std::erase(all, nullptr);
    return all;
  }
};

// The cases of one table.
using LaunchedBlock = std::vector<Launched>;

std::vector<LaunchedBlock> blocks_of(std::span<const Result> launches) {
  std::vector<LaunchedBlock> blocks;
  for (std::size_t at = 0; at < launches.size(); ++at) {
    for (const CaseResult& entry : launches[at].cases) {
      const CaseKey key = key_of(entry);
      auto block = std::find_if(blocks.begin(), blocks.end(),
                                [&](const LaunchedBlock& one) { return stand_together(one.front().key, key); });
      if (block == blocks.end()) block = blocks.insert(block, LaunchedBlock{});
      auto mine = std::find_if(block->begin(), block->end(), [&](const Launched& one) { return one.key == key; });
      if (mine == block->end()) {
        mine = block->insert(mine, {key, std::vector<const CaseResult*>(launches.size(), nullptr)});
      }
      mine->entries[at] = &entry;
    }
  }
  return blocks;
}

const Launched* find_strategy(const LaunchedBlock& block, std::string_view name) {
  const auto found =
      std::find_if(block.begin(), block.end(), [&](const Launched& one) { return one.key.strategy == name; });
  return found == block.end() ? nullptr : &*found;
}

std::vector<double> round_medians(const CaseResult& entry) {
  std::vector<double> medians;
  for (const std::vector<double>& round : entry.frame_ns.rounds) {
    if (const auto median = statistics::median(round)) medians.push_back(*median);
  }
  return medians;
}

// What one launch says of a value: by round, and its own estimate.
struct Said {
  std::vector<double> rounds;
  Estimate own;
};

std::vector<double> medians_of(const std::vector<Said>& launches) {
  std::vector<double> medians;
  for (const Said& one : launches) {
    if (const auto median = finite(one.own.median)) medians.push_back(*median);
  }
  return medians;
}

// From the lowest end to the highest; nothing where a launch has no interval.
std::optional<Interval> range_of(const std::vector<Said>& launches) {
  std::optional<Interval> range;
  for (const Said& one : launches) {
    const auto low = finite(one.own.ci_low), high = finite(one.own.ci_high);
    if (!low || !high) return std::nullopt;
    range = range ? Interval{std::min(range->low, *low), std::max(range->high, *high)} : Interval{*low, *high};
  }
  return range;
}

std::optional<Interval> bootstrapped(const std::vector<Said>& launches, const Confidence& confidence) {
  std::vector<std::vector<double>> rounds;
  for (const Said& one : launches) rounds.push_back(one.rounds);
  const auto found = statistics::launch_bootstrap(rounds, confidence, {});
  return found ? found->interval : std::nullopt;
}

Estimate over(const std::vector<Said>& launches, const Confidence& confidence) {
  if (launches.size() == 1) return launches.front().own;
  const Number median = statistics::median(medians_of(launches));
  const auto interval =
      launches.size() < statistics::rounds_needed(confidence) ? range_of(launches) : bootstrapped(launches, confidence);
  if (!median || !interval) return {median, {}, {}};
  return {median, std::min(interval->low, *median), std::max(interval->high, *median)};
}

// --- ratios

// The ratio in every launch that holds both.
std::vector<Said> ratios_of(const Launched& contender, const Launched& baseline, const Confidence& confidence) {
  std::vector<Said> ratios;
  for (std::size_t at = 0; at < contender.entries.size(); ++at) {
    if (contender.entries[at] == nullptr || baseline.entries[at] == nullptr) continue;
    const std::vector<double> ours = round_medians(*contender.entries[at]);
    const std::vector<double> theirs = round_medians(*baseline.entries[at]);
    if (ours.size() != theirs.size()) continue;
    const auto found = statistics::paired_ratio(ours, theirs, confidence);
    if (!found) continue;
    Said& said = ratios.emplace_back();
    for (std::size_t round = 0; round < ours.size(); ++round) said.rounds.push_back(ours[round] / theirs[round]);
    said.own.median = found->median;
    if (found->interval) {
      said.own.ci_low = found->interval->low;
      said.own.ci_high = found->interval->high;
    }
  }
  return ratios;
}

Estimate ratio_to_line(const Launched& one, const Launched* line) {
  if (line == nullptr) return {};
  if (line == &one) return {1.0, {}, {}};
  return over(ratios_of(one, *line, {kLevel, 1}), {kLevel, 1});
}

// The upper one of an even number.
template <class Value, class Less>
Value middle_of(std::vector<Value> values, Less less) {
  std::stable_sort(values.begin(), values.end(), less);
  return values[values.size() / 2];
}

bool is_of(const ComparisonResult& made, const CaseKey& key) {
  CaseKey of_made{"", made.workload, made.entities, made.threads, made.params};
  std::sort(of_made.params.begin(), of_made.params.end());
  return stand_together(of_made, key);
}

// T of each launch that compared something in this table; all comparisons of one share it.
std::vector<double> tolerances_of(const CaseKey& key, std::span<const Result> launches) {
  std::vector<double> tolerances;
  for (const Result& launch : launches) {
    const auto made = std::find_if(launch.comparisons.begin(), launch.comparisons.end(),
                                   [&](const ComparisonResult& one) { return is_of(one, key); });
    if (made != launch.comparisons.end()) tolerances.push_back(made->threshold);
  }
  return tolerances;
}

void judge(ComparisonResult& made, const Confidence& confidence) {
  const auto low = finite(made.ratio.ci_low), high = finite(made.ratio.ci_high);
  const auto interval = low && high ? std::optional(Interval{*low, *high}) : std::nullopt;
  made.verdict = to_verdict(statistics::answer(interval, made.threshold));
  const bool is_finding = made.verdict == Verdict::kFaster || made.verdict == Verdict::kSlower;
  if (is_finding && launches_disagree(made.launch_low, made.launch_high, made.threshold)) {
    made.verdict = Verdict::kInconclusive;
  }
  if (made.verdict != Verdict::kInconclusive) return;
  if (made.launches == 1) {
    made.rounds_to_decide = to_decide(made.ratio, made.threshold, made.rounds);
  } else if (made.is_range) {  // extrapolated from a range nothing holds
    made.launches_to_decide = static_cast<double>(statistics::rounds_needed(confidence));
  } else {
    made.launches_to_decide = to_decide(made.ratio, made.threshold, made.launches);
  }
}

ComparisonResult compared(const Launched& contender, const Launched& baseline, std::size_t family, double tolerance) {
  const Confidence confidence{kLevel, family};
  const std::vector<Said> ratios = ratios_of(contender, baseline, confidence);
  const CaseResult& any = *contender.present().front();
  ComparisonResult made;
  made.baseline = baseline.key.strategy;
  made.contender = contender.key.strategy;
  made.workload = any.workload;
  made.entities = any.entities;
  made.threads = any.threads;
  made.params = any.params;
  made.level = kLevel;
  made.threshold = tolerance;
  made.launches = std::max<std::uint64_t>(1, ratios.size());
  made.is_range = made.launches > 1 && made.launches < statistics::rounds_needed(confidence);
  for (const Said& one : ratios) made.rounds = std::max<std::uint64_t>(made.rounds, one.rounds.size());
  if (!ratios.empty()) made.ratio = over(ratios, confidence);
  const std::vector<double> medians = medians_of(ratios);
  if (medians.size() > 1) {
    made.launch_low = statistics::minimum(medians);
    made.launch_high = statistics::maximum(medians);
  }
  judge(made, confidence);
  return made;
}

// --- cases

// What a frame's time is divided by.
double units_of(const CaseResult& entry) {
  return static_cast<double>(entry.per == "match" ? entry.matched : entry.operations);
}

std::vector<Said> costs_of(const std::vector<const CaseResult*>& entries) {
  std::vector<Said> costs;
  for (const CaseResult* entry : entries) {
    Said& said = costs.emplace_back(Said{round_medians(*entry), entry->ns_per_entity});
    for (double& cost : said.rounds) cost /= units_of(*entry);
  }
  return costs;
}

// The first launch alone models caches where they were asked for; else all say why not.
const ModelledResult& modelled_in(const std::vector<const CaseResult*>& entries) {
  const auto found = std::find_if(entries.begin(), entries.end(), [](const CaseResult* entry) {
    return entry->modelled_per_entity.available || entry->modelled_per_entity.reason != kCacheModelOff;
  });
  return (found == entries.end() ? entries.front() : *found)->modelled_per_entity;
}

CaseResult case_over(const Launched& launched) {
  const std::vector<const CaseResult*> entries = launched.present();
  CaseResult summary = *middle_of(entries, [](const CaseResult* a, const CaseResult* b) {
    return a->frame_ns.median.value_or(0) < b->frame_ns.median.value_or(0);
  });
  summary.launch = 1;
  summary.launches = entries.size();
  if (entries.size() == 1) return summary;
  summary.frame_ns = frames_over_launches(entries);
  summary.modelled_per_entity = modelled_in(entries);
  summary.frames = summary.rounds = 0;
  for (const CaseResult* entry : entries) {
    summary.frames += entry->frames;
    summary.rounds = std::max(summary.rounds, entry->rounds);
  }
  summary.ns_per_entity = units_of(summary) > 0 ? over(costs_of(entries), {kLevel, 1}) : Estimate{};
  for (const CaseResult* entry : entries) {
    for (const std::string& id : entry->warnings) {
      const auto known = std::find(summary.warnings.begin(), summary.warnings.end(), id);
      if (known == summary.warnings.end()) summary.warnings.push_back(id);
    }
  }
  return summary;
}

// --- tables

std::string baseline_of(const LaunchedBlock& block) {
  for (const Launched& one : block) {
    for (const CaseResult* entry : one.present()) {
      if (!entry->ratio_to_baseline.baseline.empty()) return entry->ratio_to_baseline.baseline;
    }
  }
  return "";
}

// Which storage is fastest over all: of those that were fastest in a launch, the one with the least median.
std::string fastest_of(const LaunchedBlock& block, std::span<const Result> launches, const std::string& baseline,
                       const std::vector<CaseResult>& cases) {
  std::vector<std::string> names;
  for (const Result& launch : launches) {
    if (launch.cases.empty()) continue;
    const auto lead = std::find_if(
        launch.comparisons.begin(), launch.comparisons.end(),
        [&](const ComparisonResult& one) { return one.baseline != baseline && is_of(one, block.front().key); });
    names.push_back(lead == launch.comparisons.end() ? baseline : lead->baseline);
  }
  const CaseResult* fastest = nullptr;
  for (const CaseResult& one : cases) {
    if (std::find(names.begin(), names.end(), one.strategy) == names.end() || !finite(one.frame_ns.median)) continue;
    if (fastest == nullptr || *one.frame_ns.median < *fastest->frame_ns.median) fastest = &one;
  }
  return fastest == nullptr ? "" : fastest->strategy;
}

std::vector<ComparisonResult> family(const LaunchedBlock& block, const std::string& baseline, double tolerance) {
  std::vector<ComparisonResult> comparisons;
  const Launched* base = find_strategy(block, baseline);
  if (base == nullptr) return comparisons;
  for (const Launched& one : block) {
    if (&one != base) comparisons.push_back(compared(one, *base, block.size() - 1, tolerance));
  }
  return comparisons;
}

RatioToBaseline ratio_to_baseline(const std::string& name, const std::string& baseline,
                                  const std::vector<ComparisonResult>& comparisons) {
  if (name == baseline) return {baseline, {1.0, {}, {}}, Verdict::kBaseline};
  for (const ComparisonResult& one : comparisons) {
    if (one.contender == name) return {baseline, one.ratio, one.verdict};
  }
  return {};
}

void add_block(const LaunchedBlock& block, std::span<const Result> launches, LaunchesSummary& summary) {
  const std::vector<double> tolerances = tolerances_of(block.front().key, launches);
  const double tolerance = tolerances.empty() ? 0.02 : middle_of(tolerances, std::less<>());
  const std::string baseline = baseline_of(block);
  std::vector<ComparisonResult> comparisons = family(block, baseline, tolerance);
  std::vector<CaseResult> cases;
  for (const Launched& one : block) {
    CaseResult& entry = cases.emplace_back(case_over(one));
    entry.ratio_to_limit = ratio_to_line(one, find_strategy(block, "limit"));
    entry.ratio_to_gather = ratio_to_line(one, find_strategy(block, "gather"));
    entry.ratio_to_baseline = ratio_to_baseline(entry.strategy, baseline, comparisons);
  }
  const std::string fastest = fastest_of(block, launches, baseline, cases);
  if (fastest != baseline) {
    for (ComparisonResult& lead : family(block, fastest, tolerance)) comparisons.push_back(std::move(lead));
  }
  std::move(cases.begin(), cases.end(), std::back_inserter(summary.cases));
  std::move(comparisons.begin(), comparisons.end(), std::back_inserter(summary.comparisons));
}

// The controls of one workload in a launch, in order: one for each of its tables.
std::vector<Estimate> controls_of(const Result& launch, const std::string& workload) {
  std::vector<Estimate> controls;
  for (const auto& [name, control] : launch.controls) {
    if (name == workload) controls.push_back(control);
  }
  return controls;
}

// Of each table the control whose reach is the middle one. A launch that lacks a table of the workload does not say which
// one: it is left out.
std::vector<Estimate> controls_over(std::span<const Result> launches, const std::string& workload) {
  std::vector<std::vector<Estimate>> all;
  std::size_t tables = 0;
  for (const Result& launch : launches) {
    tables = std::max(tables, all.emplace_back(controls_of(launch, workload)).size());
  }
  std::erase_if(all, [tables](const std::vector<Estimate>& one) { return one.size() < tables; });
  std::vector<Estimate> middle;
  for (std::size_t table = 0; table < tables; ++table) {
    std::vector<Estimate> of_table;
    for (const std::vector<Estimate>& one : all) of_table.push_back(one[table]);
    middle.push_back(middle_of(of_table, [](const Estimate& a, const Estimate& b) { return reach(a) < reach(b); }));
  }
  return middle;
}

void add_controls(std::span<const Result> launches, LaunchesSummary& summary) {
  std::vector<std::string> workloads;
  for (const Result& launch : launches) {
    for (const auto& [name, control] : launch.controls) {
      if (std::find(workloads.begin(), workloads.end(), name) == workloads.end()) workloads.push_back(name);
    }
  }
  for (const std::string& workload : workloads) {
    for (const Estimate& control : controls_over(launches, workload)) {
      summary.controls.emplace_back(workload, control);
      if (reach(control) > reach(summary.control)) summary.control = control;
    }
  }
}

}  // namespace

LaunchesSummary summarise_launches(std::span<const Result> launches) {
  LaunchesSummary summary;
  for (const LaunchedBlock& block : blocks_of(launches)) add_block(block, launches, summary);
  add_controls(launches, summary);
  return summary;
}

}  // namespace ecsbench
