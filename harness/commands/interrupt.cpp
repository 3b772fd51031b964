#include "harness/commands/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <cassert>
#include <csignal>
#include <string_view>

namespace ecsbench {
namespace {

std::atomic<int> caught_signal = 0;
std::atomic<bool> mark = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// Only async-signal-safe calls here. SA_RESETHAND has already restored the usual effect of the
// signal that came; the other one of the two is restored as well.
extern "C" void catch_first(int signal) {
  caught_signal = signal;
  mark = true;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  constexpr std::string_view kText = "\necsbench: stopping; what is complete will be saved; once more stops at once\n";
  if (::write(STDERR_FILENO, kText.data(), kText.size()) < 0) return;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = catch_first;
  action.sa_flags = static_cast<int>(SA_RESETHAND | static_cast<unsigned>(SA_RESTART));
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow: write says so
}

bool interrupted() {
  return mark;
}

const std::atomic<bool>& interrupt_mark() {
  return mark;
}

int interrupt_exit_code() {
  assert(interrupted());
  return 128 + caught_signal;
}

}  // namespace ecsbench
