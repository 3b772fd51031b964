// `ecsbench micro`: the operations of the catalogue under Google Benchmark (measure/micro.hpp), a table for each.
#pragma once

#include "harness/cases/trial.hpp"
#include "harness/commands/console.hpp"
#include "harness/commands/options/micro_options.hpp"

namespace ecsbench {

// Returns the exit code. Throws UsageError before anything is measured, WrongResult, WriteError.
[[nodiscard]] int micro_command(const MicroOptions& options, const Catalogue& catalogue, Console& console);

}  // namespace ecsbench
