// What this program is: version, revision, compiler and flags, for --version and for every file it writes.
//
//   configure time  version, compiler, flags, libraries  (build_facts.hpp.in)
//   build time      git revision and whether files differ from it  (cmake/revision.cmake)
//   compile time    assertions
#pragma once

#include "harness/report/result.hpp"

namespace ecsbench {

// All facts. `flags` are those of the measured code, without warnings. `revision` reads
// "n/a (reason)" when not built from a git checkout; a library that the build lacks is left out.
[[nodiscard]] ToolResult tool_facts();

}  // namespace ecsbench
