// `ecsbench config`: the effective configuration as an ecsbench.toml, each value with where it comes from.
//
//   # entities = "1M"                    default
//   time-budget = 5                      # ECSBENCH_TIME_BUDGET
#pragma once

#include <string>

#include "harness/commands/options/config_options.hpp"

namespace ecsbench {

// Read back as ecsbench.toml it gives the same configuration: defaults stand in it as comments, and so does a value that
// the form cannot hold, with the reason.
[[nodiscard]] std::string config_text(const ConfigOptions& options);

}  // namespace ecsbench
