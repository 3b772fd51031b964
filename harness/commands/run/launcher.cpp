#include "harness/commands/run/launcher.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "harness/commands/interrupt.hpp"

namespace ecsbench {
namespace {

[[noreturn]] void cannot(const std::string& what, int error) {
  throw std::runtime_error(fmt::format("cannot {}: {}.", what, std::strerror(error)));
}

class PipeToHere {
 public:
  PipeToHere() {
    if (::pipe2(ends_, O_CLOEXEC) != 0) cannot("make a pipe", errno);
  }
  PipeToHere(const PipeToHere&) = delete;
  PipeToHere& operator=(const PipeToHere&) = delete;
  ~PipeToHere() {
    close_reading();
    close_writing();
  }
  [[nodiscard]] int reading() const { return ends_[0]; }
  [[nodiscard]] int writing() const { return ends_[1]; }
  void close_writing() { close(ends_[1]); }
  void close_reading() { close(ends_[0]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(std::exchange(end, -1));
  }
  int ends_[2] = {-1, -1};
};

extern "C" void be_woken(int) {}

// While it lives, signals come only where ppoll lets them in: none is lost between a look and a sleep.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t held;
    ::sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) ::sigaddset(&held, signal);
    ::sigprocmask(SIG_BLOCK, &held, &before_);
    struct sigaction action {};
    action.sa_handler = be_woken;
    ::sigaction(SIGCHLD, &action, &child_before_);
  }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;
  ~SignalsHeldBack() {
    ::sigaction(SIGCHLD, &child_before_, nullptr);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
  struct sigaction child_before_ {};
};

// The words as exec wants them: pointers into `texts`.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_without(std::string_view hidden) {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (hidden.empty() || !variable.starts_with(hidden)) variables.emplace_back(variable);
  }
  return variables;
}

// All that the child needs, made before the fork: after it nothing may be allocated.
struct Start {
  const ProgramCall& call;
  std::vector<char*> words, variables;
  int said = -1, failed = -1;  // where it writes
  pid_t parent = 0;
  sigset_t signals;
};

[[noreturn]] void become(const Start& start) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != start.parent) ::_exit(EXIT_FAILURE);
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  if (start.call.is_heard) ::dup2(start.said, STDERR_FILENO);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD, SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &start.signals, nullptr);
  ::execvpe(start.call.path.c_str(), start.words.data(), start.variables.data());
  const int error = errno;
  const ssize_t written = ::write(start.failed, &error, sizeof error);
  ::_exit(written == sizeof error ? EXIT_FAILURE : EXIT_FAILURE + 1);
}

// All that is there to be read. False once nothing will come any more.
bool hear(int pipe, std::string& said) {
  char buffer[4096];
  ssize_t got = 0;
  while ((got = ::read(pipe, buffer, sizeof buffer)) > 0) said.append(buffer, static_cast<std::size_t>(got));
  return got < 0 && (errno == EAGAIN || errno == EINTR);
}

// Hands a signal that came here on to the child, once.
ProgramEnd await(pid_t child, int pipe, const sigset_t& signals) {
  ProgramEnd end;
  bool is_told = false, is_open = pipe >= 0;
  while (::waitpid(child, &end.status, WNOHANG) != child) {
    if (interrupted() && !std::exchange(is_told, true)) ::kill(-child, interrupt_exit_code() - 128);
    pollfd waiting{is_open ? pipe : -1, POLLIN, 0};
    if (::ppoll(&waiting, 1, nullptr, &signals) > 0) is_open = hear(pipe, end.said);
  }
  if (is_open) (void)hear(pipe, end.said);
  return end;
}

}  // namespace

ProgramEnd run_program(const ProgramCall& call) {
  std::vector<std::string> words = {call.path};
  words.insert(words.end(), call.words.begin(), call.words.end());
  const std::vector<std::string> variables = environment_without(call.hidden_variable);
  PipeToHere said, failed;
  ::fcntl(said.reading(), F_SETFL, O_NONBLOCK);
  const SignalsHeldBack signals;
  const Start start{call,       pointers_to(words), pointers_to(variables), said.writing(), failed.writing(),
                    ::getpid(), signals.before()};
  const pid_t child = ::fork();
  if (child < 0) cannot("start " + call.path, errno);
  if (child == 0) become(start);
  ::setpgid(child, child);  // here too: whoever comes first
  said.close_writing();
  failed.close_writing();
  int error = 0;
  const bool is_started = ::read(failed.reading(), &error, sizeof error) != sizeof error;
  ProgramEnd end = await(child, call.is_heard ? said.reading() : -1, signals.before());
  if (!is_started) cannot("start " + call.path, error);
  return end;
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace ecsbench
