// `ecsbench doctor`: a checkup of this machine, the self-test of the engine, or the warnings of a result file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/console.hpp"
#include "harness/commands/options/doctor_options.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// The exit code: 0, whatever is to be mended; 1 where the self-test finds a promise broken; 130, 143 when interrupted.
// Throws UsageError, ReadError, WriteError. `words`: the command line, stored in the result.
[[nodiscard]] int doctor_command(const DoctorOptions& options, const Catalogue& catalogue,
                                 const std::vector<std::string>& words, Console& console);

// Every warning of a result with its cause and remedy, the most serious first. `name` stands for its file.
[[nodiscard]] std::string warnings_page(const Result& result, const std::string& name, std::size_t width);

}  // namespace ecsbench
