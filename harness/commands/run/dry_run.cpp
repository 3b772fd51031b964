#include "harness/commands/run/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/commands/run/duration.hpp"
#include "harness/commands/run/estimate.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

std::string params_text(const Contest& contest) {
  std::string text;
  for (const auto& [name, value] : contest.params.axes) {
    text += (text.empty() ? "" : " ") + name + "=" + plain(value);
  }
  return text.empty() ? "default" : text;
}

std::string entrants_text(const Contest& contest) {
  std::vector<std::string> names;
  for (const Entrant& entrant : contest.entrants) names.push_back(entrant.strategy->name);
  names.push_back(fmt::format("control (a copy of {})", names.front()));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string skips_text(const Selection& selection) {
  std::string text;
  for (const StrategyResult& strategy : selection.strategies) {
    for (const SkipResult& skip : strategy.skips) {
      text += fmt::format("  skipped: {} on {}: {}\n", strategy.name, skip.workload, skip.reason);
    }
  }
  return text;
}

std::string duration_text(const Selection& selection, const RunOptions& options) {
  const Settings settings = settings_of(options, selection.contests.size());
  double seconds = 0;
  for (const Contest& contest : selection.contests) seconds += seconds_needed(contest, settings);
  const bool is_over = !options.rounds && seconds > 1.01 * options.time_budget_s;
  const std::string each =
      options.launches > 1 ? fmt::format(" in each of {}", counted(options.launches, "launch")) : " in all";
  return fmt::format(
      "{}about {} s of measuring{}{}, judged by worlds of {} entities, more where large ones leave "
      "the caches; building and verifying come on top",
      options.rounds ? "" : "at most ", significant(seconds), each,
      is_over ? fmt::format(" (one balanced set of rounds, though --time-budget says {})", plain(options.time_budget_s))
              : "",
      group_digits(kSmallWorld));
}

}  // namespace

std::string dry_run_text(const Selection& selection, const RunOptions& options,
                         std::optional<std::uint64_t> available_bytes) {
  Grid grid({{{"workload"}, Align::kLeft},
             {{"entities"}},
             {{"parameters"}, Align::kLeft},
             {{"memory"}},
             {{"baseline"}, Align::kLeft}});
  double most = 0;
  for (const Contest& contest : selection.contests) {
    const double needed = bytes_needed(contest);
    most = std::max(most, needed);
    grid.add({{contest.workload->name},
              {group_digits(contest.params.entities)},
              {params_text(contest)},
              {bytes_text(needed)},
              {contest.baseline}});
  }
  std::string text = grid.text(100, false) + '\n';
  text += wrap("Each beside the others: " + entrants_text(selection.contests.front()) + ".", 100) + '\n';
  text += skips_text(selection);
  text += wrap(fmt::format("{}, {}.", counted(selection.contests.size(), "table"), duration_text(selection, options)),
               100) +
          '\n';
  text += wrap(fmt::format("At most {} of memory at a time, of which {} free; seed {}.", bytes_text(most),
                           available_bytes ? bytes_text(static_cast<double>(*available_bytes)) + " are"
                                           : "an unknown amount is",
                           options.seed),
               100) +
          '\n';
  return text;
}

}  // namespace ecsbench
