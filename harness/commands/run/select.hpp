// Select: from what was asked for to the contests that will be held.
//
//   --strategy a,b  --workload w,v  --entities 1k,1M  --param p=1,2
//        ->  contests  w 1k p=1   w 1k p=2   w 1M p=1   ...   v ...
//
// A contest is all strategies on one workload at one size: they are measured side by side and make one table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/options/run_options.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

struct Entrant {
  const StrategyInfo* strategy;
  const Case* entry;  // with a `make`
};

struct Contest {
  const WorkloadInfo* workload;
  const Case* reference;
  EntityCount asked;
  Params params;                  // entities is 0 while `asked` is a multiple of a cache
  std::vector<Entrant> entrants;  // never empty: first what was selected, then the baselines and limits
  std::string baseline;
};

struct Selection {
  std::vector<Contest> contests;
  std::vector<StrategyResult> strategies;  // all that take part or were skipped, with the reasons
};

// Pointers lead into the catalogue, which must outlive the selection. Throws UsageError: unknown
// names with a suggestion, globs without a match, unknown or impossible parameters, nothing that can run.
[[nodiscard]] Selection select(const RunOptions& options, const Catalogue& catalogue);

// The baseline asked for where it is among the entrants, else boxed, else the first. REQUIRES: at least one entrant.
[[nodiscard]] std::string baseline_of(const std::vector<Entrant>& entrants, const std::string& asked);

// An end of an axis in digits: 1000000000, not 1e+09.
[[nodiscard]] std::string bound_text(double bound);

// "no workload is called 'x'. Did you mean 'y'?" and the list.
[[nodiscard]] const WorkloadInfo& workload_named(const std::string& name, const Catalogue& catalogue);

}  // namespace ecsbench
