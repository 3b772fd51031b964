// The table of a comparison for people: one block a workload and size.
//
//   move/scrambled · 1 000 000 entities · 1 thread · 48 rounds · T 2.0 %
//
//     strategy     old     new   new / old   95 % interval     verdict
//                   ms      ms
//     ───────────────────────────────────────────────────────────────
//     archetype  0.618   0.742       1.20    1.19 – 1.21       slower
//
// Fits `width`, as table() does.
#pragma once

#include <string>

#include "harness/report/file_comparison.hpp"
#include "harness/report/table.hpp"

namespace ecsbench {

[[nodiscard]] std::string compare_table(const FileComparison& comparison, TableStyle style);

// The same for a wiki or a pull request.
[[nodiscard]] std::string compare_markdown(const FileComparison& comparison);

// The same for programs: schemas/comparison.schema.json. `exit_code` is what the command ends with.
[[nodiscard]] std::string compare_json(const FileComparison& comparison, int exit_code);

}  // namespace ecsbench
