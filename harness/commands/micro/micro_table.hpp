// The tables of `ecsbench micro`: one for each operation, a row a strategy, a column a size.
//
//   strategy    1 000   4 000   fit, ns           off by   allocations   bytes held
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/commands/micro/micro_select.hpp"
#include "harness/measure/micro.hpp"
#include "harness/report/result.hpp"
#include "harness/report/table.hpp"

namespace ecsbench {

// The points of a family, by size; nothing where it was not completed.
using MicroRow = std::optional<std::vector<MicroPoint>>;

// Machine, build and what a row says: once above all tables. `result` needs its tool, environment and seed.
[[nodiscard]] std::string micro_head(const Result& result, TableStyle style);

// REQUIRES: a row for each family of the task; at least one is there.
[[nodiscard]] std::string micro_table(const MicroTask& task, const std::vector<MicroRow>& rows, TableStyle style);

}  // namespace ecsbench
