// Surroundings: what the environment says about options of `run`, ECSBENCH_TIME_BUDGET for --time-budget.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/commands/options/run_options.hpp"

namespace ecsbench {

// "time-budget" -> "ECSBENCH_TIME_BUDGET"
[[nodiscard]] std::string environment_name(std::string_view option);

// Takes in what is set for options that are not in `texts` yet. Throws UsageError where a variable is set but empty,
// which is a slip and no wish for the default.
void add_environment(OptionTexts& texts);

// A sentence for each variable that begins with ECSBENCH_ and means nothing, with a suggestion where one is close.
[[nodiscard]] std::vector<std::string> unknown_variables();

}  // namespace ecsbench
