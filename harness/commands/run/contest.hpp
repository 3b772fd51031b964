// Holding a contest: build, verify, measure, check, summarise. Same work or no number.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/commands/run/cache_modelling.hpp"
#include "harness/commands/run/progress.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/machine/counters.hpp"
#include "harness/measure/pace.hpp"
#include "harness/report/result.hpp"
#include "harness/report/summarise.hpp"

namespace ecsbench {

struct ContestRules {
  Settings settings;
  double clock_cost_ns = 0, clock_resolution_ns = 0;
  double precision = 0.01;             // 0.01 is 1 %
  std::vector<CounterEvent> counters;  // to be read around steady frames; empty: none
  CacheModelRules cache_model;
};

struct ContestOutcome {
  GroupSummary summary;  // empty where the run was stopped before its first whole round
  std::vector<Warning> warnings;
};

// Throws WrongResult where a strategy did other work than the reference, std::bad_alloc where the
// worlds do not fit. Ends early when interrupted().
[[nodiscard]] ContestOutcome hold(const Contest& contest, const ContestRules& rules, ProgressLine& progress);

}  // namespace ecsbench
