// Whatever a case does to the process it runs in, this one learns of it in a sentence and lives on.
#include "harness/measure/trial_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace ecsbench {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

struct Acts {
  std::function<void()> on_make = [] {};
  std::function<void()> on_build = [] {};
  std::function<void()> on_verify = [] {};
  std::function<void()> on_run = [] {};
  std::function<void()> on_check = [] {};
  std::function<void()> on_end = [] {};
};

class ActingTrial final : public Trial {
 public:
  explicit ActingTrial(Acts acts) : acts_{std::move(acts)} { acts_.on_make(); }
  ~ActingTrial() override { acts_.on_end(); }
  void build() override { acts_.on_build(); }
  Outcome verify() override {
    acts_.on_verify();
    return {};
  }
  std::uint64_t fingerprint(std::uint64_t) const override { return 0; }
  std::string state_of(std::uint64_t) const override { return {}; }
  void prepare() override {}
  void run(std::uint64_t) override { acts_.on_run(); }
  std::optional<std::string> check() override {
    acts_.on_check();
    return std::nullopt;
  }
  Work work() const override { return {}; }
  std::optional<MemoryBytes> memory() const override { return std::nullopt; }

 private:
  Acts acts_;
};

std::optional<std::string> tried(Acts acts, double limit_s = 20) {
  Params params;
  params.entities = 1234;
  const Case one{"shaky", "move/same-order", [acts](const Params&) { return std::make_unique<ActingTrial>(acts); }, {}};
  return trial_run(one, params, limit_s);
}

std::string fate(Acts acts, double limit_s = 20) {
  return tried(std::move(acts), limit_s).value_or("lived");
}

void loop_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds{1});
}

TEST(TrialRun, is_over_at_once_when_stopped_and_says_nothing) {
  const Case one{"shaky",
                 "move/same-order",
                 [](const Params&) { return std::make_unique<ActingTrial>(Acts{.on_build = loop_for_ever}); },
                 {}};
  const std::atomic<bool> stop = true;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(trial_run(one, {}, 20, &stop), std::nullopt);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{2});
}

TEST(TrialRun, says_nothing_of_a_case_that_comes_through) {
  EXPECT_EQ(tried({}), std::nullopt);
}

TEST(TrialRun, names_strategy_workload_size_and_signal) {
  EXPECT_EQ(fate({.on_build = [] { std::abort(); }}),
            "'shaky' is left out of move/same-order: tried with 1234 entities in a process of its "
            "own, SIGABRT (Aborted) ended it while building its world.");
}

TEST(TrialRun, survives_a_segmentation_fault) {
  EXPECT_THAT(fate({.on_run = [] { std::raise(SIGSEGV); }}),
              EndsWith("SIGSEGV (Segmentation fault) ended it while running frames."));
}

TEST(TrialRun, survives_a_wild_pointer) {
  const auto write_to_nowhere = [] {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
  };
  EXPECT_THAT(fate({.on_verify = write_to_nowhere}), HasSubstr("while running the frames of verification"));
}

TEST(TrialRun, tells_at_which_step_it_happened) {
  const auto die = [] { std::raise(SIGFPE); };
  EXPECT_THAT(fate({.on_make = die}), HasSubstr("SIGFPE (Floating point exception) ended it while building"));
  EXPECT_THAT(fate({.on_check = die}), HasSubstr("while running the frame after the last"));
  EXPECT_THAT(fate({.on_end = die}), HasSubstr("while destroying its world"));
}

TEST(TrialRun, stops_what_never_ends) {  // H109
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(fate({.on_run = loop_for_ever}, 0.3),
              EndsWith("it was still running frames after 0.3 s and was stopped."));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{10});
}

TEST(TrialRun, stops_what_turns_a_deaf_ear_and_falls_silent) {
  const auto hide = [] {
    std::signal(SIGTERM, SIG_IGN);
    for (int descriptor = 3; descriptor < 64; ++descriptor) ::close(descriptor);
    loop_for_ever();
  };
  EXPECT_THAT(fate({.on_build = hide}, 0.3), HasSubstr("after 0.3 s and was stopped"));
}

TEST(TrialRun, passes_on_what_an_exception_says) {
  EXPECT_THAT(fate({.on_build = [] { throw std::runtime_error{"the table is full"}; }}),
              EndsWith("it threw while building its world: the table is full."));
  EXPECT_THAT(fate({.on_run = [] { throw std::bad_alloc{}; }}), HasSubstr("running frames: std::bad_alloc"));
  EXPECT_THAT(fate({.on_run = [] { throw 42; }}), HasSubstr("something that is no std::exception"));
}

TEST(TrialRun, is_not_fooled_by_an_early_exit) {
  EXPECT_THAT(fate({.on_verify = [] { std::exit(0); }}),
              EndsWith("it called exit() while running the frames of verification."));
  EXPECT_THAT(fate({.on_verify = [] { ::_exit(0); }}), HasSubstr("it left with status 0 while"));
  EXPECT_THAT(fate({.on_run = [] { ::_exit(7); }}), HasSubstr("it left with status 7 while"));
}

// Letters of the report inside the text of an exception are not steps.
TEST(TrialRun, takes_no_exception_for_the_end) {
  EXPECT_THAT(fate({.on_build = [] { throw std::runtime_error{"tad"}; }}), EndsWith("world: tad."));
}

TEST(TrialRun, keeps_standard_output_clean_and_prints_nothing_twice) {
  testing::internal::CaptureStdout();
  std::fputs("once ", stdout);
  EXPECT_NE(tried({.on_run =
                       [] {
                         std::puts("noise");
                         std::fflush(stdout);
                         std::exit(0);
                       }}),
            std::nullopt);
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "once ");
}

TEST(TrialRun, runs_no_exit_handler_of_this_process) {
  static int pipe_ends[2];
  ASSERT_EQ(::pipe(pipe_ends), 0);
  const pid_t self = ::getpid();
  static pid_t owner;
  owner = self;
  std::atexit([] {
    if (::getpid() != owner) (void)!::write(pipe_ends[1], "!", 1);
  });
  (void)tried({.on_run = [] { std::exit(0); }});
  ::close(pipe_ends[1]);
  char heard = 0;
  EXPECT_EQ(::read(pipe_ends[0], &heard, 1), 0);
}

TEST(TrialRun, leaves_no_child_behind) {
  (void)tried({});
  (void)tried({.on_run = loop_for_ever}, 0.1);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(TrialRun, gives_crashing_code_the_default_signals) {
  const auto previous = std::signal(SIGABRT, [](int) {});
  EXPECT_THAT(fate({.on_run = [] { std::raise(SIGABRT); }}), HasSubstr("SIGABRT"));
  std::signal(SIGABRT, previous);
}

}  // namespace
}  // namespace ecsbench
