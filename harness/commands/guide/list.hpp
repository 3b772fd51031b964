// `ecsbench list`: what can be run, one line each, for people or as JSON.
#pragma once

#include <cstddef>
#include <string>

#include "harness/cases/trial.hpp"
#include "harness/commands/options/options.hpp"

namespace ecsbench {

// Text keeps to `width` columns where names leave room for their meaning; JSON does not look at it.
// Throws UsageError for an unknown workload after --axes.
[[nodiscard]] std::string list_text(const ListOptions& options, const Catalogue& catalogue, std::size_t width = 100);

}  // namespace ecsbench
