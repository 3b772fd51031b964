// Warnings: what a reader of the numbers should know about the machine and the run. One condition,
// one cause, one remedy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/result.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {

// Of the build and the machine, before the run. `on_battery` as in machine/power.hpp.
[[nodiscard]] std::vector<Warning> warnings_before(const ToolResult& tool, const EnvironmentResult& environment,
                                                   std::optional<bool> on_battery = std::nullopt);

// W15, from the reason of machine/counters.hpp.
[[nodiscard]] std::string counters_missing(const std::string& reason);

// Of the numbers: frames too short for the clock, tables whose control is not a tie, and what sample_warnings.hpp finds.
[[nodiscard]] std::vector<Warning> warnings_after(const Result& result);

// W23: the workloads that are about cache misses and whose values fit the last cache at every size that was measured.
[[nodiscard]] std::optional<Warning> fitting_payload(const Result& result, const std::vector<WorkloadInfo>& workloads);

// Those whose ids are not muted, the most serious first, since of many only a few are printed; before them the one that is
// about what was `asked_for` by name. Those of one id keep their order.
[[nodiscard]] std::vector<Warning> to_be_said(std::vector<Warning> warnings, const std::vector<std::string>& muted,
                                              std::string_view asked_for = "");

}  // namespace ecsbench
