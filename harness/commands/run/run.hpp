// `ecsbench [run]`: select, check, refuse; then hold one contest after another, print and save each.
#pragma once

#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/console.hpp"
#include "harness/commands/options/run_options.hpp"

namespace ecsbench {

// The exit code: 0; 1 where the strategies did not do the same work or memory ran out; 4 with
// --strict where a comparison is inconclusive; 130, 143 when interrupted. Throws UsageError before
// anything is measured, WriteError. `words`: the command line, stored in the result.
[[nodiscard]] int run_command(const RunOptions& options, const Catalogue& catalogue,
                              const std::vector<std::string>& words, Console& console);

}  // namespace ecsbench
