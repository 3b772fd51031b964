#include "harness/commands/rerun.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/commands/interrupt.hpp"
#include "harness/report/json_reader.hpp"
#include "harness/report/match_cases.hpp"
#include "harness/report/output_file.hpp"
#include "harness/statistics/round_bootstrap.hpp"

namespace ecsbench {
namespace {

namespace fs = std::filesystem;

// A folder that is gone with all it holds when it is no longer needed.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((fs::temp_directory_path() / "ecsbench-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) {
      throw WriteError(
          fmt::format("cannot make a folder in {}: {}.", fs::temp_directory_path().string(), std::strerror(errno)));
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code unknown;
    fs::remove_all(path_, unknown);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (fs::path(path_) / name).string(); }

 private:
  std::string path_;
};

// Its output is nobody's; what it says on stderr is shown. The status as waitpid gives it.
int run_silent(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    throw std::runtime_error(fmt::format("cannot start {}: {}.", words.front(), std::strerror(failed)));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

// One program of the two, and what its launches have given.
struct Program {
  std::string path;
  std::vector<std::string> words;  // options of run
  std::string file;
  std::optional<Result> result = std::nullopt;  // of all launches
};

void launch(Program& program, std::uint64_t pair) {
  std::vector<std::string> words = {program.path, "run"};
  words.insert(words.end(), program.words.begin(), program.words.end());
  words.insert(words.end(), {"--samples", "summary", "--quiet", "--json", program.file});
  const int status = run_silent(words);
  if (interrupted()) return;
  if (status != 0) {
    throw std::runtime_error(
        fmt::format("{} {} in launch {}: nothing is compared.", program.path, ending_of(status), pair));
  }
  Result result = read_result(program.file);
  for (CaseResult& entry : result.cases) entry.launch = pair;
  if (!program.result) {
    program.result = std::move(result);
    return;
  }
  program.result->partial = program.result->partial || result.partial;
  std::move(result.cases.begin(), result.cases.end(), std::back_inserter(program.result->cases));
}

std::uint64_t pairs_needed(const CompareOptions& options, const Result& before, const Result& after) {
  if (options.launches) return *options.launches;
  const std::size_t cases = std::max<std::size_t>(1, match_cases(before, after).matched.size());
  return statistics::rounds_needed({options.settings.level, cases});
}

}  // namespace

std::optional<Reruns> rerun(const CompareOptions& options, const Console& console) {
  const TemporaryFolder folder;
  Program before{options.old_result, options.run_words, folder.file("old.json")};
  Program after{options.new_result, options.run_words, folder.file("new.json")};
  std::uint64_t pairs = 1;
  for (std::uint64_t pair = 1; pair <= pairs; ++pair) {
    const bool old_first = pair % 2 == 1;
    for (Program* program : {old_first ? &before : &after, old_first ? &after : &before}) {
      launch(*program, pair);
      if (interrupted()) return std::nullopt;
    }
    if (pair == 1) pairs = pairs_needed(options, *before.result, *after.result);
    console.say(fmt::format("pair {} of {} done", pair, pairs));
  }
  return Reruns{std::move(*before.result), std::move(*after.result)};
}

}  // namespace ecsbench
