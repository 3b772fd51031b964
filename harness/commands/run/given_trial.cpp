#include "harness/commands/run/given_trial.hpp"

#include <optional>
#include <utility>

#include "harness/commands/interrupt.hpp"
#include "harness/measure/trial_run.hpp"

namespace ecsbench {

std::vector<Dropped> drop_unfit(Contest& contest, std::uint64_t entities) {
  Params params = contest.params;
  params.entities = entities;
  std::vector<Dropped> dropped;
  std::vector<Entrant> fit;
  for (const Entrant& entrant : contest.entrants) {
    const bool is_given = entrant.strategy->origin == "given";
    std::optional<std::string> fault;
    if (is_given) fault = trial_run(*entrant.entry, params, kTrialRunLimitSeconds, &interrupt_mark());
    if (fault) {
      dropped.push_back({entrant.strategy->name, *fault});
    } else {
      fit.push_back(entrant);
    }
  }
  contest.entrants = std::move(fit);
  if (!contest.entrants.empty()) contest.baseline = baseline_of(contest.entrants, contest.baseline);
  return dropped;
}

}  // namespace ecsbench
