// Rerun: two programs, launched alternately, so that a drift of the machine hits both.
//
//   pair    1         2         3         4
//   order   old new   new old   old new   new old       ABBA: each follows the other equally often
//
// Launch i of one is paired with launch i of the other. The number of pairs is fixed before anything is compared: as asked
// for, or after the first pair the fewest from which the sign test can conclude anything about so many cases.
// Cost  two runs of the programs a pair; a temporary folder with one result file at a time.
#pragma once

#include <optional>

#include "harness/commands/console.hpp"
#include "harness/commands/options/compare_options.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// All launches of each program as one result; `launch` of a case is the number of its pair.
struct Reruns {
  Result before, after;
};

// Nothing where the run was interrupted. Throws std::runtime_error: a program that cannot be started or fails; ReadError;
// WriteError where there is no room for temporary files.
[[nodiscard]] std::optional<Reruns> rerun(const CompareOptions& options, const Console& console);

}  // namespace ecsbench
