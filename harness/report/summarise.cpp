// Medians by round first, then everything else from those.
#include "harness/report/summarise.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "harness/report/tails.hpp"
#include "harness/report/to_decide.hpp"
#include "harness/statistics/describe.hpp"
#include "harness/statistics/median_interval.hpp"
#include "harness/statistics/paired_ratio.hpp"
#include "harness/statistics/percentile.hpp"
#include "harness/statistics/verdict.hpp"

namespace ecsbench {
namespace {

using statistics::Confidence;
using statistics::MedianEstimate;

// One contestant with what everything is computed from.
struct Sampled {
  const ContestantSamples* samples;
  const ContestantFacts* facts;
  std::vector<double> steady_ns;         // of all rounds
  std::vector<double> round_medians_ns;  // one a round
  [[nodiscard]] const std::string& name() const { return samples->name; }
  [[nodiscard]] bool is_control() const { return samples->name == kControlName; }
};
using AllSampled = std::vector<Sampled>;

std::vector<double> medians_by_round(const ContestantSamples& samples) {
  std::vector<double> medians;
  for (const RoundSamples& round : samples.rounds) {
    const auto median = statistics::median(round.steady_ns);
    assert(median && "a whole round has at least one steady sample");
    medians.push_back(*median);
  }
  return medians;
}

std::vector<double> all_steady(const ContestantSamples& samples) {
  std::vector<double> all;
  for (const RoundSamples& round : samples.rounds) {
    all.insert(all.end(), round.steady_ns.begin(), round.steady_ns.end());
  }
  return all;
}

AllSampled all_sampled(const CaseGroup& group) {
  assert(group.facts.size() == group.samples.contestants.size());
  AllSampled all;
  for (std::size_t at = 0; at < group.facts.size(); ++at) {
    const ContestantSamples& samples = group.samples.contestants[at];
    all.push_back({&samples, &group.facts[at], all_steady(samples), medians_by_round(samples)});
  }
  return all;
}

const Sampled* find_name(const AllSampled& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Sampled& one) { return one.name() == name; });
  return found == all.end() ? nullptr : &*found;
}

const Sampled* fastest_storage(const AllSampled& all) {
  const Sampled* fastest = nullptr;
  for (const Sampled& one : all) {
    if (!one.facts->is_storage || one.is_control() || one.steady_ns.empty()) continue;
    if (fastest == nullptr || statistics::median(one.steady_ns) < statistics::median(fastest->steady_ns)) {
      fastest = &one;
    }
  }
  return fastest;
}

Estimate to_estimate(const std::optional<MedianEstimate>& found) {
  if (!found) return {};
  if (!found->interval) return {found->median, {}, {}};
  return {found->median, found->interval->low, found->interval->high};
}

std::optional<MedianEstimate> ratio(const Sampled& contender, const Sampled& baseline, const Confidence& confidence) {
  return statistics::paired_ratio(contender.round_medians_ns, baseline.round_medians_ns, confidence);
}

// The ratio to a line such as the limit: 1 for the line itself, nothing where there is no line.
Estimate ratio_to_line(const Sampled& one, const Sampled* line, double level) {
  if (line == nullptr) return {};
  if (line == &one) return {1.0, {}, {}};
  return to_estimate(ratio(one, *line, {level, 1}));
}

std::optional<MedianEstimate> control_ratio(const AllSampled& all, double level) {
  const Sampled* control = find_name(all, kControlName);
  if (control == nullptr) return std::nullopt;
  assert(control != &all.front());
  return ratio(*control, all.front(), {level, 1});
}

std::string in_words(FrameCause cause) {
  switch (cause) {
    case FrameCause::kGrowth:
      return "growth";
    case FrameCause::kNewTable:
      return "new table";
    case FrameCause::kListRebuild:
      break;
  }
  return "list rebuild";
}

std::optional<std::vector<EventResult>> events_of(const ContestantSamples& samples) {
  if (!samples.tells_events) return std::nullopt;
  std::vector<EventResult> events;
  for (std::size_t round = 0; round < samples.rounds.size(); ++round) {
    for (const FrameEvent& event : samples.rounds[round].events)
      events.push_back({round, event.sample, event.is_settling, in_words(event.what)});
  }
  return events;
}

FrameResult frame_result(const Sampled& one) {
  FrameResult frame;
  frame.group_size = one.samples->group_size;
  frame.median = statistics::median(one.steady_ns);
  frame.mad = statistics::raw_mad(one.steady_ns);
  frame.min = statistics::minimum(one.steady_ns);
  if (frame.group_size == 1) {
    frame.p95 = statistics::supported_quantile(one.steady_ns, 0.95);
    frame.p99 = statistics::supported_quantile(one.steady_ns, 0.99);
    frame.max = statistics::maximum(one.steady_ns);
  }
  for (const RoundSamples& round : one.samples->rounds) {
    frame.rounds.push_back(round.steady_ns);
    frame.settling.push_back(round.settling_ns);
  }
  frame.events = events_of(*one.samples);
  return frame;
}

// What a frame's time is divided by.
std::uint64_t units_of(const ContestantFacts& facts) {
  return facts.per == "match" ? facts.matched : facts.operations;
}

// The interval is widened where needed so that it holds the median of all frames, which is what the
// frame column shows.
Estimate per_entity(const Sampled& one, double level) {
  const std::uint64_t units = units_of(*one.facts);
  const auto frame_median = statistics::median(one.steady_ns);
  if (units == 0 || !frame_median) return {};
  const auto by_unit = static_cast<double>(units);
  const auto interval = statistics::median_interval(one.round_medians_ns, {level, 1});
  if (!interval) return {*frame_median / by_unit, {}, {}};
  return {*frame_median / by_unit, std::min(interval->low, *frame_median) / by_unit,
          std::max(interval->high, *frame_median) / by_unit};
}

// In steady frames; none unless all rounds were counted.
Number allocations_per_frame(const Sampled& one) {
  std::uint64_t allocations = 0;
  for (const RoundSamples& round : one.samples->rounds) {
    if (!round.allocations) return std::nullopt;
    allocations += *round.allocations;
  }
  if (one.steady_ns.empty()) return std::nullopt;
  return static_cast<double>(allocations) / static_cast<double>(one.steady_ns.size() * one.samples->group_size);
}

// A strategy that does not say what it owns may still have been counted.
std::optional<MemoryResult> memory_result(const Sampled& one, std::uint64_t entities) {
  MemoryResult memory = one.facts->memory.value_or(MemoryResult{});
  memory.allocations_per_frame = allocations_per_frame(one);
  if (!one.facts->memory && !memory.allocations_per_frame) return std::nullopt;
  if (entities > 0 && memory.total_bytes) {
    memory.bytes_per_entity = static_cast<double>(*memory.total_bytes) / static_cast<double>(entities);
  }
  return memory;
}

// What was counted a frame, by what a frame's time is divided by.
CountersResult counters_result(const ContestantFacts& facts) {
  CountersResult counters = facts.counters;
  const std::uint64_t units = units_of(facts);
  for (Number* const count :
       {&counters.cycles, &counters.instructions, &counters.branch_misses, &counters.l1d_misses, &counters.llc_misses,
        &counters.page_faults, &counters.context_switches, &counters.migrations}) {
    if (units == 0) count->reset();
    if (*count) **count /= static_cast<double>(units);
  }
  return counters;
}

// What was modelled of a frame, by the same.
ModelledResult modelled_result(const ContestantFacts& facts) {
  ModelledResult modelled = facts.modelled;
  const std::uint64_t units = units_of(facts);
  for (Number* const count :
       {&modelled.accesses, &modelled.lines, &modelled.l1d_misses, &modelled.l2_misses, &modelled.l3_misses}) {
    if (units == 0) count->reset();
    if (*count) **count /= static_cast<double>(units);
  }
  return modelled;
}

PredictedResult predicted_result(const ContestantFacts& facts, const FrameResult& frame, const CaseGroup& group) {
  PredictedResult predicted;
  if (facts.bytes_touched > 0) predicted.bytes_touched = facts.bytes_touched;
  if (facts.cache_lines > 0) predicted.cache_lines = facts.cache_lines;
  const double span_ns = frame.median.value_or(0) * static_cast<double>(frame.group_size);
  if (predicted.bytes_touched && span_ns > 0 && span_ns >= kFewestSteps * group.clock_resolution_ns) {
    predicted.gb_per_s = *predicted.bytes_touched / *frame.median;  // bytes a ns
  }
  const Number& ceiling = group.ceiling_gb_per_s;
  if (predicted.gb_per_s && ceiling && *ceiling > 0) {
    predicted.percent_of_peak = 100 * *predicted.gb_per_s / *ceiling;
  }
  return predicted;
}

std::string in_words(MeasurementEnding ending) {
  switch (ending) {
    case MeasurementEnding::kAllRounds:
      return "all-rounds";
    case MeasurementEnding::kPrecise:
      return "precise";
    case MeasurementEnding::kTimeBudget:
      return "time-budget";
    case MeasurementEnding::kStopped:
      break;
  }
  return "stopped";
}

// Everything about a case that needs no other contestant.
CaseResult alone(const Sampled& one, const CaseGroup& group) {
  CaseResult result;
  result.strategy = one.name();
  result.workload = group.workload;
  result.entities = group.entities;
  result.matched = one.facts->matched;
  result.operations = one.facts->operations;
  result.per = one.facts->per;
  result.threads = group.threads;
  result.launch = group.launch;
  result.params = group.params;
  result.rounds = group.samples.rounds;
  result.frames = one.steady_ns.size() * one.samples->group_size;
  result.ending = in_words(group.samples.ending);
  result.balanced = group.samples.balanced;
  result.digest = one.facts->digest;
  result.frame_ns = frame_result(one);
  add_tails(result.frame_ns, *one.samples, {group.level, group.seed});
  result.ns_per_entity = per_entity(one, group.level);
  result.memory = memory_result(one, group.entities);
  result.counters_per_entity = counters_result(*one.facts);
  result.modelled_per_entity = modelled_result(*one.facts);
  result.predicted = predicted_result(*one.facts, result.frame_ns, group);
  return result;
}

// One baseline against every other contestant: a family of statements that hold together.
std::vector<ComparisonResult> family(const Sampled& baseline, const AllSampled& all, const CaseGroup& group,
                                     double tolerance) {
  std::vector<const Sampled*> contenders;
  for (const Sampled& one : all) {
    if (&one != &baseline && !one.is_control()) contenders.push_back(&one);
  }
  std::vector<ComparisonResult> comparisons;
  for (const Sampled* contender : contenders) {
    const auto found = ratio(*contender, baseline, {group.level, contenders.size()});
    const auto interval = found ? found->interval : std::nullopt;
    comparisons.push_back({baseline.name(), contender->name(), group.workload, group.entities, to_estimate(found),
                           group.level, group.samples.rounds, tolerance,
                           to_verdict(statistics::answer(interval, tolerance))});
    ComparisonResult& made = comparisons.back();
    if (made.verdict == Verdict::kInconclusive) {
      made.rounds_to_decide = to_decide(made.ratio, tolerance, made.rounds);
    }
  }
  return comparisons;
}

RatioToBaseline ratio_to_baseline(const std::string& name, const std::string& baseline,
                                  const std::vector<ComparisonResult>& comparisons) {
  if (name == baseline) return {baseline, {1.0, {}, {}}, Verdict::kBaseline};
  for (const ComparisonResult& one : comparisons) {
    if (one.baseline == baseline && one.contender == name) {
      return {baseline, one.ratio, one.verdict};
    }
  }
  return {};
}

}  // namespace

Verdict to_verdict(statistics::Answer answer) {
  switch (answer) {
    case statistics::Answer::kFaster:
      return Verdict::kFaster;
    case statistics::Answer::kSlower:
      return Verdict::kSlower;
    case statistics::Answer::kSame:
      return Verdict::kSame;
    case statistics::Answer::kInconclusive:
      return Verdict::kInconclusive;
  }
  return Verdict::kInconclusive;
}

GroupSummary summarise(const CaseGroup& group) {
  const AllSampled all = all_sampled(group);
  if (all.empty()) return {};
  const auto control = control_ratio(all, group.level);
  const double tolerance = statistics::tolerance(group.threshold, control ? control->interval : std::nullopt);
  const Sampled* baseline = find_name(all, group.baseline);
  const Sampled* fastest = fastest_storage(all);
  const Sampled* limit = find_name(all, group.limit);
  const Sampled* gather = find_name(all, group.gather);

  GroupSummary summary;
  summary.control = to_estimate(control);
  if (baseline != nullptr) summary.comparisons = family(*baseline, all, group, tolerance);
  for (const Sampled& one : all) {
    if (one.is_control()) continue;
    CaseResult result = alone(one, group);
    result.ratio_to_limit = ratio_to_line(one, limit, group.level);
    result.ratio_to_gather = ratio_to_line(one, gather, group.level);
    if (baseline != nullptr) {
      result.ratio_to_baseline = ratio_to_baseline(one.name(), group.baseline, summary.comparisons);
    }
    summary.cases.push_back(std::move(result));
  }
  if (fastest != nullptr && fastest != baseline) {
    for (ComparisonResult& lead : family(*fastest, all, group, tolerance)) {
      summary.comparisons.push_back(std::move(lead));
    }
  }
  return summary;
}

bool precise_enough(const Samples& samples, std::string_view baseline, double precision, double level) {
  const auto& all = samples.contestants;
  const auto base =
      std::find_if(all.begin(), all.end(), [&](const ContestantSamples& one) { return one.name == baseline; });
  if (base == all.end()) return false;
  const std::vector<double> base_ns = medians_by_round(*base);
  return std::all_of(all.begin(), all.end(), [&](const ContestantSamples& one) {
    if (&one == &*base) return true;
    const auto found = statistics::paired_ratio(medians_by_round(one), base_ns, {level, all.size() - 1});
    if (!found || !found->interval) return false;
    const auto half_width = statistics::relative_half_width(*found->interval);
    return half_width && *half_width <= precision;
  });
}

}  // namespace ecsbench
