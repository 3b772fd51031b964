// `ecsbench replay`: says what differs between the run that is replayed and this one, and runs.
#pragma once

#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/console.hpp"
#include "harness/commands/options/config_options.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// A sentence: each of version, revision, compiler, flags, build type and machine that differs, with both values; or that
// none does. `machine`: the fingerprint of this one.
[[nodiscard]] std::string replay_note(const ReplayOptions& options, const ToolResult& tool, const std::string& machine);

// As run_command, with that sentence among the notes.
[[nodiscard]] int replay_command(const ReplayOptions& options, const Catalogue& catalogue,
                                 const std::vector<std::string>& words, Console& console);

}  // namespace ecsbench
