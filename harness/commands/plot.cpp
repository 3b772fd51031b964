#include "harness/commands/plot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <system_error>
#include <vector>

#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/run/output_of.hpp"
#include "harness/commands/temporary.hpp"
#include "harness/report/json.hpp"
#include "harness/report/json_reader.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHowToGetIt =
    "no charts: no Python here can import matplotlib. Install it (Debian: apt install "
    "python3-matplotlib), or set "
    "ECSBENCH_PYTHON to an interpreter that has it; then: ecsbench plot RESULT -o DIR";

constexpr int kNoPythonFound = 125;  // see scripts/find-python.sh

// `more`: options of plot.py. Says how to get matplotlib where no Python has it.
WhatItSaid draw(const std::string& result, const std::string& folder, const std::vector<std::string>& more,
                const Console& console) {
  std::error_code unknown;  // leaves the path empty
  const fs::path script = plot_script(fs::read_symlink("/proc/self/exe", unknown));
  std::vector<std::string> words{
      script.parent_path() / "find-python.sh", "matplotlib", "--", script, result, "--output=" + folder};
  words.insert(words.end(), more.begin(), more.end());
  WhatItSaid finished = output_of(words);
  if (finished.code == kNoPythonFound) console.say_always(std::string("ecsbench: ") + kHowToGetIt);
  return finished;
}

// Paths with a zero byte behind each.
std::vector<std::string> paths_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> paths;
  for (std::string path; std::getline(stream, path, '\0');) paths.push_back(path);
  return paths;
}

}  // namespace

std::string plot_script(const fs::path& executable) {
  for (fs::path folder = executable.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    std::error_code unreadable;
    const fs::path script = folder / "scripts" / "plot.py";
    if (fs::is_regular_file(script, unreadable)) return script.string();
  }
  return ECSBENCH_SCRIPTS_DIR "/plot.py";
}

int plot_command(const PlotOptions& options, const Console& console) {
  const Result result = read_result(options.result);
  if (result.cases.empty()) throw ReadError(options.result + " holds no results: nothing to draw.");
  prepare_plot_folder(options.folder);
  return draw(options.result, options.folder, {}, console).code == 0 ? 0 : 1;
}

void prepare_plot_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) {
    throw UsageError(fmt::format("cannot draw into {}: it is no folder and cannot be made one{}{}.", folder,
                                 error ? ": " : "", error ? error.message() : ""));
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw UsageError(fmt::format("cannot draw into {}: it may not be written.", folder));
  }
}

Charts plot_after_run(const Result& result, const std::string& folder, const Console& console) {
  const TemporaryFile file;
  file.write(to_json(result, KeptSamples::kAll));
  const WhatItSaid finished = draw(file.path(), folder, {"--list"}, console);
  return {finished.code != 0 && finished.code != kNoPythonFound, paths_of(finished.output)};
}

}  // namespace ecsbench
