// `ecsbench compare OLD NEW`: reads two result files, or runs two programs, compares them, writes what was found.
#pragma once

#include "harness/commands/console.hpp"
#include "harness/commands/options/compare_options.hpp"

namespace ecsbench {

// The exit code: 0, 3 with a case that is slower, 4 with one that is inconclusive where that was asked for, 130 or 143
// interrupted. Throws
// ReadError for a file that cannot be read or holds no case, UsageError where nothing can be compared or a file cannot
// be written, WriteError.
[[nodiscard]] int compare_command(const CompareOptions& options, Console console);

}  // namespace ecsbench
