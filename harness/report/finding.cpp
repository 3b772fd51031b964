#include "harness/report/finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "harness/report/text.hpp"
#include "harness/report/to_decide.hpp"

namespace ecsbench {
namespace {

// A tolerance beyond this comes from noise, not from what matters.
constexpr double kLoud = 0.05;

// The two fastest that are not limits; null where there is none.
struct Leaders {
  const CaseResult* fastest = nullptr;
  const CaseResult* runner_up = nullptr;
};

Leaders leaders_of(const Block& block) {
  Leaders leaders;
  for (const CaseResult* entry : block.cases) {
    if (is_bound(entry->strategy) || !finite(entry->frame_ns.median)) continue;
    if (leaders.fastest == nullptr) {
      leaders.fastest = entry;
    } else if (leaders.runner_up == nullptr) {
      leaders.runner_up = entry;
    }
  }
  return leaders;
}

// How many times as fast the first is as the second, and whether that is sure.
struct Lead {
  Estimate times;
  Verdict of_runner_up = Verdict::kNone;
  double threshold = 0.02;
  std::string why;  // it is inconclusive; empty where that is not known
};

Number inverse(Number ratio) {
  const auto value = finite(ratio);
  return value && *value > 0 ? Number(1 / *value) : std::nullopt;
}

Estimate inverse(const Estimate& ratio) {
  return {inverse(ratio.median), inverse(ratio.ci_high), inverse(ratio.ci_low)};
}

Verdict inverse(Verdict verdict) {
  if (verdict == Verdict::kFaster) return Verdict::kSlower;
  return verdict == Verdict::kSlower ? Verdict::kFaster : verdict;
}

// The same comparison from the other side.
ComparisonResult inverse(ComparisonResult made) {
  made.ratio = inverse(made.ratio);
  made.verdict = inverse(made.verdict);
  std::swap(made.launch_low, made.launch_high);
  made.launch_low = inverse(made.launch_low);
  made.launch_high = inverse(made.launch_high);
  return made;
}

Lead lead_of(const ComparisonResult& made) {
  return {made.ratio, made.verdict, made.threshold, why_inconclusive(made)};
}

Lead lead_of(const Leaders& leaders, const Block& block, const Result& result) {
  const std::string &first = leaders.fastest->strategy, &second = leaders.runner_up->strategy;
  const ComparisonResult* made = comparison(block, result, first, second);
  if (made != nullptr) return lead_of(*made);
  const ComparisonResult* opposite = comparison(block, result, second, first);
  if (opposite != nullptr) return lead_of(inverse(*opposite));
  Lead lead;
  lead.times.median = *leaders.runner_up->frame_ns.median / *leaders.fastest->frame_ns.median;
  return lead;
}

std::string interval_text(const Estimate& estimate) {
  const auto low = finite(estimate.ci_low), high = finite(estimate.ci_high);
  if (!low || !high) return "interval n/a";
  return fmt::format("{} to {}", significant(*low), significant(*high));
}

std::string times_text(const Estimate& estimate) {
  const auto median = finite(estimate.median);
  return median ? significant(*median) + " ×" : "n/a ×";
}

std::string cost_text(const CaseResult& entry, const Block& block) {
  const auto cost = finite(entry.ns_per_entity.median);
  if (!cost) return "a cost that is n/a";
  return fmt::format("{} ns per {}", significant(*cost), unit_of_work(block));
}

std::string distance_text(const CaseResult& entry) {
  std::string text;
  if (finite(entry.ratio_to_limit.median)) {
    text += ", " + times_text(entry.ratio_to_limit) + " the limit";
  }
  if (finite(entry.ratio_to_gather.median)) {
    text += ", " + times_text(entry.ratio_to_gather) + " the gather";
  }
  return text;
}

std::string percent(double share) {
  return fmt::format("{} %", plain(std::round(share * 1000) / 10));
}

std::string sentence(const Leaders& leaders, const Lead& lead, const Block& block) {
  const CaseResult& first = *leaders.fastest;
  const std::string& second = leaders.runner_up->strategy;
  const std::string cost = cost_text(first, block) + distance_text(first);
  const std::string times = fmt::format("{} as fast", times_text(lead.times));
  switch (lead.of_runner_up) {
    case Verdict::kSlower:
      return fmt::format("{} is fastest, {} as {} ({}): it takes {}.", first.strategy, times, second,
                         interval_text(lead.times), cost);
    case Verdict::kFaster:
      return fmt::format("{} has the shorter median, but round by round it is {} as {} ({}); it takes {}.",
                         first.strategy, times, second, interval_text(lead.times), cost);
    case Verdict::kSame:
      if (lead.threshold > kLoud) {
        return fmt::format("{} and {} were not told apart: this run's noise hides what is below {}; {} takes {}.",
                           first.strategy, second, percent(lead.threshold), first.strategy, cost);
      }
      return fmt::format("{} and {} are the same within {}; {} takes {}.", first.strategy, second,
                         percent(lead.threshold), first.strategy, cost);
    case Verdict::kInconclusive:
      return fmt::format("{} and {} were not told apart: {} ({}){}; {} takes {}.", first.strategy, second, times,
                         interval_text(lead.times), lead.why.empty() ? "" : "; " + lead.why, first.strategy, cost);
    case Verdict::kNone:
    case Verdict::kBaseline:
      break;
  }
  return fmt::format("{} and {} were not compared: {} by their medians alone; {} takes {}.", first.strategy, second,
                     times, first.strategy, cost);
}

// The strategy that is surely ahead in a block; empty where none is.
std::string winner_of(const Block& block, const Result& result) {
  const Leaders leaders = leaders_of(block);
  if (leaders.fastest == nullptr) return "";
  if (leaders.runner_up == nullptr) return leaders.fastest->strategy;
  const Verdict of_runner_up = lead_of(leaders, block, result).of_runner_up;
  return of_runner_up == Verdict::kSlower ? leaders.fastest->strategy : "";
}

// "archetype is fastest in 3 of 4 tables, bitset in 1"; nothing for a single table, whose finding says it already.
std::string winners_text(const Result& result) {
  const std::vector<Block> blocks = blocks_of(result);
  if (blocks.size() < 2) return "";
  std::vector<std::pair<std::string, int>> wins;
  for (const Block& block : blocks) {
    const std::string winner = winner_of(block, result);
    const auto known = std::find_if(wins.begin(), wins.end(), [&](const auto& win) { return win.first == winner; });
    if (winner.empty()) continue;
    if (known == wins.end()) {
      wins.emplace_back(winner, 1);
    } else {
      ++known->second;
    }
  }
  if (wins.empty()) return fmt::format("no strategy is surely fastest in any of {} tables", blocks.size());
  std::stable_sort(wins.begin(), wins.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text =
      fmt::format("{} is surely fastest in {} of {} tables", wins.front().first, wins.front().second, blocks.size());
  for (std::size_t i = 1; i < wins.size(); ++i) text += fmt::format(", {} in {}", wins[i].first, wins[i].second);
  return text;
}

}  // namespace

std::string finding(const Block& block, const Result& result) {
  const Leaders leaders = leaders_of(block);
  if (leaders.fastest == nullptr) {
    const bool bounds = finite(block.first().frame_ns.median).has_value();
    return bounds ? "Only the limit was measured: there is nothing to hold against it."
                  : "No strategy of this table has a time.";
  }
  if (leaders.runner_up != nullptr) {
    return sentence(leaders, lead_of(leaders, block, result), block);
  }
  return fmt::format("{} takes {}{}.", leaders.fastest->strategy, cost_text(*leaders.fastest, block),
                     distance_text(*leaders.fastest));
}

Number reach(const Estimate& ratio) {
  const auto low = finite(ratio.ci_low), high = finite(ratio.ci_high);
  if (!low || !high) return std::nullopt;
  return std::max(std::abs(*low - 1), std::abs(*high - 1));
}

std::string noise_floor(const Result& result) {
  const Number noise = reach(result.control);
  if (!noise) return "n/a (no strategy ran against its own copy)";
  return fmt::format("±{} %", fixed(*noise * 100, *noise < 0.0995 ? 1 : 0));
}

std::string closing(const Result& result, std::string_view next) {
  const std::string winners = winners_text(result);
  std::string text = winners.empty() ? "The noise floor" : winners + "; the noise floor";
  text += fmt::format(" is {}", noise_floor(result));
  return next.empty() ? text + "." : text + "; " + std::string(next);
}

}  // namespace ecsbench
