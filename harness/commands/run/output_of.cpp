#include "harness/commands/run/output_of.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace ecsbench {
namespace {

std::string read_all(int descriptor) {
  std::string text;
  char piece[4096];
  for (ssize_t got = 0; (got = ::read(descriptor, piece, sizeof piece)) != 0;) {
    if (got > 0) text.append(piece, static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) break;
  }
  return text;
}

}  // namespace

Finished output_of(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  Finished finished;
  if (failed == 0) finished.output = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  if (failed == 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status)) finished.code = WEXITSTATUS(status);
  return finished;
}

}  // namespace ecsbench
