// Charts are drawn by scripts/plot.py: this finds a Python that can, and runs it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/commands/console.hpp"
#include "harness/commands/options/options.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// scripts/plot.py in the folder of the executable or in the nearest one above it, so that a clone may be moved; else
// where it was when the program was built.
[[nodiscard]] std::string plot_script(const std::filesystem::path& executable);

// `ecsbench plot`: reads the file first, so that a damaged one is refused in our words. The exit
// code: 0, or 1 with a sentence said. Throws ReadError.
[[nodiscard]] int plot_command(const PlotOptions& options, const Console& console);

// --plot DIR: the folder is made if need be. Throws UsageError where nothing can be written into it.
void prepare_plot_folder(const std::string& folder);

// The charts of a run: the files, or none. `failed` is false where only matplotlib is missing (which is said): the run
// has succeeded.
struct Charts {
  bool failed = false;
  std::vector<std::string> files;
};
[[nodiscard]] Charts plot_after_run(const Result& result, const std::string& folder, const Console& console);

}  // namespace ecsbench
