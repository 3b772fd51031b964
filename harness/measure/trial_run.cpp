// The child reports by letters, the parent turns the last of them and the way it died into a sentence.
#include "harness/measure/trial_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace ecsbench {
namespace {

using SteadyTime = std::chrono::steady_clock;

constexpr std::uint64_t kFrames = 3;

// What the child says. A step stands for "I am about to"; kThrew is followed by the text.
constexpr char kBuild = 'b', kVerify = 'v', kRun = 'r', kCheck = 'c', kEnd = 'e';
constexpr char kDone = 'd', kCalledExit = 'x', kThrew = 't';

std::string_view doing(char step) {
  switch (step) {
    case kBuild:
      return "building its world";
    case kVerify:
      return "running the frames of verification";
    case kRun:
      return "running frames";
    case kCheck:
      return "running the frame after the last";
    case kEnd:
      return "destroying its world";
  }
  return "starting";
}

// --- the child

int report_pipe = -1;  // of the child alone; a handler of exit() can reach nothing else

void say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(report_pipe, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      ::_exit(EXIT_FAILURE);  // nobody listens: the parent is gone
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}
void say(char letter) {
  say(std::string_view{&letter, 1});
}

void leave_by_exit() {
  say(kCalledExit);
  ::_exit(EXIT_FAILURE);
}

void shut_in(pid_t parent) {
  ::setpgid(0, 0);  // its own group, so that what it starts ends with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(EXIT_FAILURE);
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
  std::atexit(leave_by_exit);  // the last registered runs first
}

void live(const Case& one, const Params& params) {
  say(kBuild);
  std::unique_ptr<Trial> trial = one.make(params);
  trial->build();
  say(kVerify);
  (void)trial->verify();
  say(kRun);
  trial->prepare();
  trial->run(kFrames);
  say(kCheck);
  (void)trial->check();
  say(kEnd);
  trial.reset();
  say(kDone);
}

[[noreturn]] void be_child(const Case& one, const Params& params, int pipe, pid_t parent) {
  report_pipe = pipe;
  shut_in(parent);
  try {
    live(one, params);
  } catch (const std::exception& error) {
    say(kThrew);
    say(error.what());
  } catch (...) {
    say(kThrew);
    say("something that is no std::exception");
  }
  ::_exit(EXIT_SUCCESS);
}

// --- the parent

[[noreturn]] void refuse(const char* what) {
  throw std::system_error{errno, std::generic_category(), what};
}

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_, O_CLOEXEC) != 0) refuse("a pipe for a trial run");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    ::close(ends_[0]);
    close_writing();
  }
  [[nodiscard]] int reading() const { return ends_[0]; }
  [[nodiscard]] int writing() const { return ends_[1]; }
  void close_writing() {
    if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
  }

 private:
  int ends_[2] = {-1, -1};
};

// How long the parent has patience: until the deadline, or until it is stopped.
struct Patience {
  SteadyTime::time_point deadline;
  const std::atomic<bool>* stop;

  [[nodiscard]] bool is_stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  [[nodiscard]] bool is_over() const { return is_stopped() || SteadyTime::now() >= deadline; }
};

// All that the child says until it falls silent for good, or until patience ends.
std::string listen(int pipe, const Patience& patience) {
  constexpr int kLookEveryMs = 50;
  std::string heard;
  while (!patience.is_over()) {
    pollfd waiting{pipe, POLLIN, 0};
    if (::poll(&waiting, 1, kLookEveryMs) <= 0) continue;  // nothing yet, or a signal
    char buffer[512];
    const ssize_t got = ::read(pipe, buffer, sizeof buffer);
    if (got == 0) break;
    if (got > 0) heard.append(buffer, static_cast<std::size_t>(got));
  }
  return heard;
}

struct Death {
  bool overdue = false;
  int status = 0;  // as of waitpid
};

Death await_death(pid_t child, const Patience& patience) {
  Death death;
  pid_t gone = 0;
  while ((gone = ::waitpid(child, &death.status, WNOHANG)) == 0 && !patience.is_over())
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  death.overdue = gone == 0;
  ::kill(-child, SIGKILL);  // and whatever it started
  if (death.overdue) {
    ::kill(child, SIGKILL);
    while (::waitpid(child, &death.status, 0) < 0 && errno == EINTR) {
    }
  }
  return death;
}

std::string signal_in_words(int number) {
  const char* const name = ::sigabbrev_np(number);
  return fmt::format("SIG{} ({})", name != nullptr ? name : std::to_string(number).c_str(), ::strsignal(number));
}

std::string ending(std::string_view heard, const Death& death, double limit_s) {
  const std::size_t threw = heard.find(kThrew);
  const std::string_view steps = heard.substr(0, threw);
  const bool exited = !steps.empty() && steps.back() == kCalledExit;
  const std::string_view reached = steps.substr(0, steps.size() - (exited ? 1 : 0));
  const std::string_view step = doing(reached.empty() ? '\0' : reached.back());
  if (threw != std::string_view::npos) return fmt::format("it threw while {}: {}", step, heard.substr(threw + 1));
  if (exited) return fmt::format("it called exit() while {}", step);
  if (death.overdue) return fmt::format("it was still {} after {} s and was stopped", step, limit_s);
  if (WIFSIGNALED(death.status))
    return fmt::format("{} ended it while {}", signal_in_words(WTERMSIG(death.status)), step);
  return fmt::format("it left with status {} while {}", WEXITSTATUS(death.status), step);
}

}  // namespace

std::optional<std::string> trial_run(const Case& one, const Params& params, double limit_s,
                                     const std::atomic<bool>* stop) {
  assert(one.make && limit_s > 0);
  Pipe pipe;
  const pid_t parent = ::getpid();
  const Patience patience{
      SteadyTime::now() + std::chrono::duration_cast<SteadyTime::duration>(std::chrono::duration<double>{limit_s}),
      stop};
  std::fflush(nullptr);  // else the child would hold a copy of what waits to be written
  const pid_t child = ::fork();
  if (child < 0) refuse("a process for a trial run");
  if (child == 0) be_child(one, params, pipe.writing(), parent);
  ::setpgid(child, child);  // here too: whoever comes first
  pipe.close_writing();
  const std::string heard = listen(pipe.reading(), patience);
  const Death death = await_death(child, patience);
  if (patience.is_stopped()) return std::nullopt;
  if (!heard.empty() && heard.back() == kDone && heard.find(kThrew) == std::string::npos) return std::nullopt;
  return fmt::format("'{}' is left out of {}: tried with {} entities in a process of its own, {}.", one.strategy,
                     one.workload, params.entities, ending(heard, death, limit_s));
}

}  // namespace ecsbench
