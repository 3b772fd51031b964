// What a clock costs and resolves, on clocks of known cost.
#include "harness/measure/clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "tests/measure/fakes.hpp"

namespace ecsbench {
namespace {

static_assert(Clock<SteadyClock>);
static_assert(Clock<FakeClock>);
static_assert(std::chrono::steady_clock::is_steady, "what SteadyClock reads");

// Costs 3 ns a call, but shows only every 40th nanosecond.
struct CoarseClock {
  std::uint64_t time_ns = 0;
  std::uint64_t now_ns() {
    time_ns += 3;
    return time_ns / 40 * 40;
  }
};

// Moves on by 50, 20, 50, 20 ... ns.
struct LimpingClock {
  std::uint64_t time_ns = 0;
  bool long_step = false;
  std::uint64_t now_ns() {
    long_step = !long_step;
    return time_ns += long_step ? 50 : 20;
  }
};

TEST(Clock, the_smallest_of_its_steps_counts) {
  LimpingClock clock;
  EXPECT_DOUBLE_EQ(measure_resolution_ns(clock), 20);
}

TEST(Clock, its_cost_is_that_of_a_call) {
  FakeClock clock{1'000, 25};
  EXPECT_DOUBLE_EQ(measure_cost_ns(clock), 25);
}

TEST(Clock, its_resolution_is_the_smallest_step_and_may_exceed_its_cost) {
  CoarseClock clock;
  const ClockFacts facts = measure_clock(clock);
  EXPECT_DOUBLE_EQ(facts.resolution_ns, 40);
  EXPECT_NEAR(facts.cost_ns, 3, 0.1);
}

TEST(Clock, a_clock_that_stands_still_is_noticed_and_waited_for_in_vain_only_briefly) {
  FakeClock clock{1'000, 0};
  EXPECT_EQ(measure_clock(clock).resolution_ns, 0);
}

TEST(Clock, the_steady_clock_counts_in_nanoseconds) {  // H144
  const SteadyClock clock;
  const std::uint64_t before = clock.now_ns();
  std::this_thread::sleep_for(std::chrono::milliseconds{10});
  const std::uint64_t elapsed_ns = clock.now_ns() - before;
  EXPECT_GE(elapsed_ns, 10'000'000u);
  EXPECT_LT(elapsed_ns, 5'000'000'000u) << "10 ms, and what else the machine had to do";
}

TEST(Clock, the_steady_clock_never_goes_backwards) {  // H100
  const SteadyClock clock;
  std::uint64_t before = clock.now_ns();
  for (int reading = 0; reading < 10'000; ++reading) {
    const std::uint64_t now = clock.now_ns();
    ASSERT_GE(now, before);
    before = now;
  }
}

}  // namespace
}  // namespace ecsbench
