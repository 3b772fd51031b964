// Counters by contestant and frame, on a kernel that answers as told.
#include "harness/commands/run/counting.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <memory>
#include <utility>

#include "tests/machine/fake_kernel.hpp"

namespace ecsbench {
namespace {

using enum CounterEvent;

// A fake kernel, counting for two contestants, and the calls that a run makes.
class CountingTest : public testing::Test {
 protected:
  void wants(std::span<const CounterEvent> events) {
    auto kernel = std::make_unique<FakeKernel>();
    kernel_ = kernel.get();
    kernel_->rate = {{kCycles, 400}, {kInstructions, 1000}, {kContextSwitches, 1}};
    kernel_->refuses = refuses_;
    counting_.emplace(std::move(kernel), events, 2);
    counting_->attach(watch_);
  }
  void block(std::size_t contestant, int ticks, std::uint64_t frames) {
    watch_.counting_begins();
    for (int tick = 0; tick < ticks; ++tick) kernel_->tick();
    watch_.counting_ends(contestant, frames);
  }

  std::map<CounterEvent, int> refuses_;
  FakeKernel* kernel_ = nullptr;
  std::optional<Counting> counting_;
  Watch watch_;
};

TEST_F(CountingTest, each_contestant_gets_its_own_counts_by_the_frame) {
  wants(all_counter_events());
  block(0, 3, 6);
  block(1, 10, 5);
  block(0, 1, 2);
  EXPECT_EQ(counting_->of(0).cycles, 200);
  EXPECT_EQ(counting_->of(0).instructions, 500);
  EXPECT_EQ(counting_->of(0).context_switches, 0.5);
  EXPECT_EQ(counting_->of(1).cycles, 800);
  EXPECT_EQ(counting_->of(1).migrations, 0);
  EXPECT_EQ(counting_->of(0).share_counted, 1);
  EXPECT_TRUE(counting_->of(0).available);
  EXPECT_EQ(counting_->of(0).reason, "");
}

TEST_F(CountingTest, without_hardware_counters_they_are_absent_and_the_rest_is_there) {
  for (const CounterEvent event : all_counter_events()) {
    if (is_hardware(event)) refuses_[event] = ENOENT;
  }
  wants(all_counter_events());
  block(0, 4, 2);
  const CountersResult counted = counting_->of(0);
  EXPECT_FALSE(counted.available);
  EXPECT_EQ(counted.cycles, std::nullopt);
  EXPECT_EQ(counted.context_switches, 2);
  EXPECT_NE(counted.reason.find("does not offer cycles"), std::string::npos) << counted.reason;
}

TEST_F(CountingTest, who_wants_nothing_is_not_called) {
  wants({});
  EXPECT_FALSE(watch_.counting_begins);
  EXPECT_FALSE(watch_.counting_ends);
  EXPECT_EQ(counting_->of(0).reason, "counters are off");
}

TEST_F(CountingTest, who_never_ran_has_no_counts) {
  wants(all_counter_events());
  block(0, 4, 2);
  EXPECT_EQ(counting_->of(1).cycles, std::nullopt);
  EXPECT_FALSE(counting_->of(1).available);
}

}  // namespace
}  // namespace ecsbench
