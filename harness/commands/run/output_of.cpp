#include "harness/commands/run/output_of.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>

namespace ecsbench {
namespace {

// The child's standard output, looked at ten times a second, so that neither a child that hangs nor one that leaves somebody
// behind who holds the pipe keeps us.
class Listener {
 public:
  Listener(pid_t child, int pipe, const WaitingRules& rules) : child_(child), pipe_(pipe), rules_(rules) {}

  WhatItSaid hear() {
    while (!is_silent_ && !has_ended_) {
      if (is_enough()) return give_up();
      has_ended_ = ended(WNOHANG);
      read_what_is_there(has_ended_ ? 0 : kPauseMs);
    }
    if (!has_ended_) has_ended_ = ended(0);  // it closed its output: the end is near
    if (has_ended_ && WIFEXITED(status_)) finished_.code = WEXITSTATUS(status_);
    return finished_;
  }

 private:
  static constexpr int kPauseMs = 100;

  [[nodiscard]] bool is_enough() const {
    return (rules_.stop != nullptr && *rules_.stop) || std::chrono::steady_clock::now() - begin_ > rules_.most;
  }
  WhatItSaid give_up() {
    ::kill(child_, SIGKILL);
    ended(0);
    finished_.is_given_up = true;
    return finished_;
  }
  bool ended(int how) {
    pid_t found = 0;
    do {
      found = ::waitpid(child_, &status_, how);
    } while (found < 0 && errno == EINTR);
    return found == child_;
  }
  // Until nothing came for `pause_ms`, or the pipe is closed.
  void read_what_is_there(int pause_ms) {
    pollfd waited{pipe_, POLLIN, 0};
    char piece[4096];
    while (::poll(&waited, 1, pause_ms) > 0 && !is_enough()) {
      const ssize_t got = ::read(pipe_, piece, sizeof piece);
      if (got > 0) finished_.output.append(piece, static_cast<std::size_t>(got));
      if (got == 0 || (got < 0 && errno != EINTR)) {
        is_silent_ = true;
        return;
      }
    }
  }

  pid_t child_;
  int pipe_;
  const WaitingRules& rules_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  int status_ = 0;
  bool is_silent_ = false, has_ended_ = false;
  WhatItSaid finished_;
};

}  // namespace

WhatItSaid output_of(const std::vector<std::string>& words, const WaitingRules& rules) {
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
  WhatItSaid finished = failed == 0 ? Listener(child, ends[0], rules).hear() : WhatItSaid{};
  ::close(ends[0]);
  return finished;
}

}  // namespace ecsbench
