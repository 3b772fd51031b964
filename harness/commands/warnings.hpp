// Warnings: what a reader of the numbers should know about the machine and the run. One condition,
// one cause, one remedy.
#pragma once

#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench {

// Of the build and the machine, before the run. Most serious first.
[[nodiscard]] std::vector<Warning> warnings_before(const ToolResult& tool, const EnvironmentResult& environment);

// Of the numbers: tables whose control is not a tie.
[[nodiscard]] std::vector<Warning> warnings_after(const Result& result);

}  // namespace ecsbench
