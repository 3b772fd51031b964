#include "harness/commands/run/sample_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include "harness/report/block.hpp"
#include "harness/report/text.hpp"
#include "harness/statistics/describe.hpp"
#include "harness/statistics/modes.hpp"
#include "harness/statistics/outliers.hpp"
#include "harness/statistics/paired_ratio.hpp"
#include "harness/statistics/percentile.hpp"
#include "harness/statistics/trend.hpp"

namespace ecsbench {
namespace {

constexpr double kMostDisturbed = 0.1, kColdFrame = 1.5, kMostDrift = 0.02, kMostSevere = 0.05, kTail = 0.99,
                 kLeastCounted = 0.9;

using MaybeWarning = std::optional<Warning>;

std::string place_of(std::string_view workload, std::uint64_t entities) {
  return fmt::format("{} with {} entities", workload, group_digits(entities));
}

std::string place_of(const Block& block) {
  std::string place = place_of(block.first().workload, block.first().entities);
  for (const auto& [name, value] : block.first().params) place += fmt::format(", {} {}", name, plain(value));
  return place;
}

std::string percent(double share) {
  return significant(std::abs(share) * 100) + " %";
}

std::string configured(const Result& result, std::string_view option) {
  const auto& config = result.run.config;
  const auto found =
      std::find_if(config.begin(), config.end(), [&](const auto& entry) { return entry.first == option; });
  return found == config.end() ? "" : found->second;
}

// --precision, 0.01 for 1 %.
Number asked_precision(const Result& result) {
  const std::string text = configured(result, "precision");
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value / 100;
}

std::vector<double> steady_ns(const CaseResult& entry) {
  std::vector<double> all;
  for (const auto& round : entry.frame_ns.rounds) all.insert(all.end(), round.begin(), round.end());
  return all;
}

std::vector<double> round_medians_ns(const CaseResult& entry) {
  std::vector<double> medians;
  for (const auto& round : entry.frame_ns.rounds) {
    if (const auto median = statistics::median(round)) medians.push_back(*median);
  }
  return medians;
}

// The case of a block for which a figure is largest, and that figure; null where none has one.
struct Worst {
  const CaseResult* entry = nullptr;
  double figure = 0;
};

template <class Figure>
Worst worst_of(const Block& block, Figure figure) {
  Worst worst;
  for (const CaseResult* entry : block.cases) {
    const Number value = finite(figure(*entry));
    if (value && (worst.entry == nullptr || *value > worst.figure)) worst = {entry, *value};
  }
  return worst;
}

// The first frame of a block against a steady one.
Number coldness(const CaseResult& entry) {
  std::vector<double> first_ns;
  for (const auto& round : entry.frame_ns.settling) {
    if (!round.empty()) first_ns.push_back(round.front());
  }
  const auto first = statistics::median(first_ns);
  const auto steady = finite(entry.frame_ns.median);
  if (!first || !steady || *steady <= 0) return std::nullopt;
  return *first / *steady;
}

MaybeWarning settling(const Block& block) {
  const Worst worst = worst_of(block, coldness);
  if (worst.entry == nullptr || worst.figure <= kColdFrame) return std::nullopt;
  return Warning{"W07", fmt::format("On {} the first frame of a block takes {} × a later one ({}): the caches are cold "
                                    "from the neighbour. Settling frames are kept apart and not counted.",
                                    place_of(block), significant(worst.figure), worst.entry->strategy)};
}

MaybeWarning drift(const Block& block, bool is_paired) {
  const auto baseline = std::find_if(block.cases.begin(), block.cases.end(), [](const CaseResult* entry) {
    return entry->ratio_to_baseline.verdict == Verdict::kBaseline;
  });
  if (baseline == block.cases.end()) return std::nullopt;
  const auto drifted = statistics::relative_drift(round_medians_ns(**baseline));
  if (!drifted || std::abs(*drifted) <= kMostDrift) return std::nullopt;
  const std::string outcome = is_paired ? "ratios are paired by round and stand, times in ns are of no one moment"
                                        : "with --interleave none nothing pairs it: ratios are off by as much";
  return Warning{"W08", fmt::format("{} became {} {} during {}: {}.", (*baseline)->strategy, percent(*drifted),
                                    *drifted > 0 ? "slower" : "faster", place_of(block), outcome)};
}

MaybeWarning modes(const Block& block) {
  for (const CaseResult* entry : block.cases) {
    const auto found = statistics::two_modes(steady_ns(*entry));
    if (!found) continue;
    return Warning{"W09", fmt::format("{} on {} runs at two speeds, the slow one {} longer and in {:.0f} % of the "
                                      "frames: its median may fall on either.",
                                      entry->strategy, place_of(block), percent(found->slow / found->quick - 1),
                                      found->slow_share * 100)};
  }
  return std::nullopt;
}

Number severe_share(const CaseResult& entry) {
  const std::vector<double> times = steady_ns(entry);
  const auto counted = statistics::outliers(times);
  if (!counted) return std::nullopt;
  return static_cast<double>(counted->severe) / static_cast<double>(times.size());
}

MaybeWarning severe_outliers(const Block& block) {
  const Worst worst = worst_of(block, severe_share);
  if (worst.entry == nullptr || worst.figure <= kMostSevere) return std::nullopt;
  return Warning{"W12",
                 fmt::format("{} of the frames of {} on {} lie far from the rest: the machine was disturbed. They "
                             "are counted, and none is dropped.",
                             percent(worst.figure), worst.entry->strategy, place_of(block))};
}

// Where frames change structure, taking memory may be the work.
Number allocations(const CaseResult& entry) {
  if (entry.per != "match" || !entry.memory) return std::nullopt;
  return entry.memory->allocations_per_frame;
}

MaybeWarning allocating(const Block& block) {
  const Worst worst = worst_of(block, allocations);
  if (worst.entry == nullptr || worst.figure <= 0) return std::nullopt;
  return Warning{"W17",
                 fmt::format("{} on {} asks for memory in its steady frames, {} times a frame: a frame that only "
                             "moves values needs none.",
                             worst.entry->strategy, place_of(block), significant(worst.figure))};
}

MaybeWarning too_few_frames(const Block& block) {
  const std::size_t needed = statistics::values_needed(kTail);
  std::vector<std::string> names;
  for (const CaseResult* entry : block.cases) {
    const bool has_tail = entry->frame_ns.group_size == 1 && finite(entry->frame_ns.median);
    if (has_tail && !finite(entry->frame_ns.p99)) names.push_back(entry->strategy);
  }
  if (names.empty()) return std::nullopt;
  return Warning{"W13",
                 fmt::format("On {} there are too few frames for a p99 of {}: it takes {}. A larger --time-budget "
                             "gives them.",
                             place_of(block), fmt::join(names, ", "), needed)};
}

Number half_width(const CaseResult& entry) {
  const Estimate& ratio = entry.ratio_to_baseline.ratio;
  const auto low = finite(ratio.ci_low), high = finite(ratio.ci_high);
  if (!low || !high) return std::nullopt;
  return statistics::relative_half_width({*low, *high});
}

MaybeWarning imprecise(const Block& block, Number precision) {
  if (!precision || block.first().ending != "time-budget") return std::nullopt;
  const Worst worst = worst_of(block, half_width);
  if (worst.entry == nullptr || worst.figure <= *precision) return std::nullopt;
  return Warning{"W14",
                 fmt::format("On {} the time budget ended before every ratio was known to ±{}: that of {} is known "
                             "to ±{}.",
                             place_of(block), percent(*precision), worst.entry->strategy, percent(worst.figure))};
}

// 1 - share_counted, so that the worst is the largest.
Number share_not_counted(const CaseResult& entry) {
  const CountersResult& counted = entry.counters_per_entity;
  if (!counted.available || !finite(counted.share_counted)) return std::nullopt;
  return 1 - *counted.share_counted;
}

MaybeWarning counted_now_and_then(const Block& block) {
  const Worst worst = worst_of(block, share_not_counted);
  if (worst.entry == nullptr || worst.figure <= 1 - kLeastCounted) return std::nullopt;
  return Warning{
      "W16", fmt::format("On {} the counters of {} ran {} of the time and were scaled up: they took turns with each "
                         "other or with another program. Fewer of them (--counters cycles,instructions) run "
                         "throughout.",
                         place_of(block), worst.entry->strategy, percent(1 - worst.figure))};
}

}  // namespace

std::optional<Warning> disturbance_warning(std::string_view workload, std::uint64_t entities, const Samples& samples) {
  std::uint64_t disturbed = 0, blocks = 0;
  for (const ContestantSamples& contestant : samples.contestants) {
    for (const RoundSamples& round : contestant.rounds) {
      disturbed += std::min<std::uint64_t>(round.disturbed, 1);
      ++blocks;
    }
  }
  if (static_cast<double>(disturbed) <= kMostDisturbed * static_cast<double>(blocks)) return std::nullopt;
  return Warning{"W06",
                 fmt::format("On {} the measuring thread was pushed aside or moved in {} of {} blocks: stop what "
                             "else runs, or stay on one processor with --cpu.",
                             place_of(workload, entities), disturbed, blocks)};
}

std::vector<Warning> sample_warnings(const Result& result) {
  const Number precision = asked_precision(result);
  const bool is_paired = configured(result, "interleave") != "none";
  std::vector<Warning> warnings;
  for (const Block& block : blocks_of(result)) {
    for (const MaybeWarning& found :
         {settling(block), drift(block, is_paired), modes(block), severe_outliers(block), allocating(block),
          too_few_frames(block), imprecise(block, precision), counted_now_and_then(block)}) {
      if (found) warnings.push_back(*found);
    }
  }
  return warnings;
}

}  // namespace ecsbench
