// `ecsbench list`: what can be run, one line each, for people or as JSON.
#pragma once

#include <string>

#include "harness/cases/trial.hpp"
#include "harness/commands/options.hpp"

namespace ecsbench {

// Throws UsageError for an unknown workload after --axes.
[[nodiscard]] std::string list_text(const ListOptions& options, const Catalogue& catalogue);

}  // namespace ecsbench
