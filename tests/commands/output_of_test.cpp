// Claims about a program that is waited for: its output, its end, and when waiting ends before it does.
#include "harness/commands/run/output_of.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace ecsbench {
namespace {

using std::chrono::seconds;

WhatItSaid shell(const std::string& script, const WaitingRules& rules = {}) {
  return output_of({"sh", "-c", script}, rules);
}

TEST(OutputOf, gives_all_that_was_written_and_the_exit_code) {
  const WhatItSaid finished = shell("head -c 300000 /dev/zero | tr '\\0' x; exit 7");
  EXPECT_EQ(finished.output, std::string(300'000, 'x'));
  EXPECT_EQ(finished.code, 7);
  EXPECT_FALSE(finished.is_given_up);
}

TEST(OutputOf, a_program_that_cannot_be_started_or_is_ended_by_a_signal_has_the_code_of_none) {
  EXPECT_EQ(output_of({"/no/such/program"}).code, 127);
  EXPECT_EQ(shell("kill -9 $$").code, 127);
}

TEST(OutputOf, a_program_that_hangs_is_ended_when_patience_is) {
  const WhatItSaid finished = shell("echo begun; exec sleep 600", {seconds{1}});
  EXPECT_TRUE(finished.is_given_up);
  EXPECT_EQ(finished.output, "begun\n");
}

TEST(OutputOf, a_mark_ends_the_waiting) {
  std::atomic<bool> stop{false};
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{200});
    stop = true;
  });
  EXPECT_TRUE(shell("exec sleep 600", {seconds{600}, &stop}).is_given_up);
  later.join();
}

TEST(OutputOf, who_is_left_behind_with_the_pipe_is_not_waited_for) {
  const auto begin = std::chrono::steady_clock::now();
  const WhatItSaid finished = shell("sleep 600 & echo $!");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, seconds{300});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(shell("kill " + finished.output).code, 0) << "it was still there";
}

}  // namespace
}  // namespace ecsbench
