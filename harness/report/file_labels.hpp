// What a reader of two result files side by side must know: what differs between them beside the code, and what is
// amiss with one of them.
//
//   W19   other machine: fingerprints differ          build      compiler, flags, build type, assertions, sanitizers
//   partial   a run did not reach its end             strategy   a given strategy is of another version, source or usage
//   alarm     a build that measures nothing           settings   order of interleaving, seed
#pragma once

#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench {

// One sentence each, the most serious first. `id` is the word above.
[[nodiscard]] std::vector<Warning> file_labels(const Result& old_result, const Result& new_result);

// Different or unknown machines, different builds: then even what no change touches may take another time.
[[nodiscard]] bool machines_differ(const Result& old_result, const Result& new_result);
[[nodiscard]] bool builds_differ(const ToolResult& before, const ToolResult& after);

}  // namespace ecsbench
