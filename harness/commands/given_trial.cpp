#include "harness/commands/given_trial.hpp"

#include <optional>
#include <utility>

#include "harness/measure/trial_run.hpp"

namespace ecsbench {

std::vector<Dropped> drop_unfit(Contest& contest) {
  std::vector<Dropped> dropped;
  std::vector<Entrant> fit;
  for (const Entrant& entrant : contest.entrants) {
    const bool is_given = entrant.strategy->origin == "given";
    std::optional<std::string> fault;
    if (is_given) fault = trial_run(*entrant.entry, contest.params);
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
