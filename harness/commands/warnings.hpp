// Warnings: what a reader of the numbers should know about the machine and the run. One condition,
// one cause, one remedy.
#pragma once

#include <string>
#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench {

// Of the build and the machine, before the run. Most serious first.
[[nodiscard]] std::vector<Warning> warnings_before(const ToolResult& tool, const EnvironmentResult& environment);

// W15, from the reason of machine/counters.hpp.
[[nodiscard]] std::string counters_missing(const std::string& reason);

// Of the numbers: tables whose control is not a tie.
[[nodiscard]] std::vector<Warning> warnings_after(const Result& result);

}  // namespace ecsbench
