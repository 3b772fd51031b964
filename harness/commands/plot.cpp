#include "harness/commands/plot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "harness/commands/usage_error.hpp"
#include "harness/report/json.hpp"
#include "harness/report/json_reader.hpp"
#include "harness/report/output_file.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHowToGetIt =
    "no charts: no Python here can import matplotlib. Install it (Debian: apt install "
    "python3-matplotlib), or set "
    "ECSBENCH_PYTHON to an interpreter that has it; then: ecsbench plot RESULT -o DIR";

enum class Streams { kSilent, kToStderr };

constexpr int kCannotRun = 127;

// The exit code of a program, kCannotRun where it cannot be started or does not end by itself.
int run_program(const std::vector<std::string>& words, Streams streams) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (streams == Streams::kToStderr) {
    ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  } else {
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return kCannotRun;
  return WEXITSTATUS(status);
}

// Nothing where a Python can draw, else what is wrong with it.
std::string_view fault_of(const std::string& python) {
  const int code = run_program({python, "-c", "import matplotlib"}, Streams::kSilent);
  if (code == 0) return "";
  return code == kCannotRun ? "it cannot be run" : "it cannot import matplotlib";
}

// The one asked for by ECSBENCH_PYTHON, of which a fault is said; else python3, the first of which on PATH may be one
// without matplotlib.
std::optional<std::string> find_python(const Console& console) {
  const char* const asked = std::getenv("ECSBENCH_PYTHON");
  if (asked != nullptr) {
    const std::string_view fault = fault_of(asked);
    if (fault.empty()) return asked;
    console.say_always(fmt::format("ecsbench: ECSBENCH_PYTHON is '{}': {}. Trying python3 instead.", asked, fault));
  }
  for (const std::string python : {"python3", "/usr/bin/python3"}) {
    if (fault_of(python).empty()) return python;
  }
  return std::nullopt;
}

bool draw(const std::string& python, const std::string& result, const std::string& folder, bool quiet) {
  std::error_code unknown;  // leaves the path empty
  const std::string script = plot_script(fs::read_symlink("/proc/self/exe", unknown));
  std::vector<std::string> words{python, script, result, "--output=" + folder};
  if (quiet) words.emplace_back("-q");
  return run_program(words, Streams::kToStderr) == 0;
}

// A file that is gone when it is no longer needed.
class TemporaryFile {
 public:
  TemporaryFile() : path_((fs::temp_directory_path() / "ecsbench-XXXXXX").string()) {
    descriptor_ = ::mkstemp(path_.data());
    if (descriptor_ < 0) throw WriteError(fmt::format("cannot make a file in {}.", path_));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    ::close(descriptor_);
    ::unlink(path_.c_str());
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  void write(std::string_view text) const { write_all(descriptor_, text, path_); }

 private:
  std::string path_;
  int descriptor_ = -1;
};

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
  for (const std::string& note : options.notes) console.say(note);
  const Result result = read_result(options.result);
  if (result.cases.empty()) throw ReadError(options.result + " holds no results: nothing to draw.");
  prepare_plot_folder(options.folder);
  const std::optional<std::string> python = find_python(console);
  if (!python) {
    console.say_always(std::string("ecsbench: ") + kHowToGetIt);
    return 1;
  }
  return draw(*python, options.result, options.folder, false) ? 0 : 1;
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

bool plot_after_run(const Result& result, const std::string& folder, const Console& console) {
  const std::optional<std::string> python = find_python(console);
  if (!python) {
    console.say_always(std::string("ecsbench: ") + kHowToGetIt);
    return true;
  }
  const TemporaryFile file;
  file.write(to_json(result, KeptSamples::kAll));
  return draw(*python, file.path(), folder, console.quiet());
}

}  // namespace ecsbench
