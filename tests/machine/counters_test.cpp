// Counters on a kernel that answers as told: this machine's own may have none.
#include "harness/machine/counters.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <map>
#include <vector>

#include "tests/machine/fake_kernel.hpp"

namespace ecsbench {
namespace {

using enum CounterEvent;

void span_of(Counters& counters, FakeKernel& kernel, int ticks) {
  counters.begin();
  for (int tick = 0; tick < ticks; ++tick) kernel.tick();
  counters.end();
}

TEST(Counters, spans_add_up_and_what_lies_between_them_does_not_count) {
  FakeKernel kernel;
  kernel.rate = {{kCycles, 200}, {kInstructions, 500}, {kL1dMisses, 3}, {kPageFaults, 1}};
  Counters counters{kernel, all_counter_events()};
  kernel.tick();
  span_of(counters, kernel, 4);
  kernel.tick();
  span_of(counters, kernel, 6);
  const CounterTotals totals = counters.take();
  EXPECT_EQ(totals[kCycles], 2000);
  EXPECT_EQ(totals[kInstructions], 5000);
  EXPECT_EQ(totals[kL1dMisses], 30);
  EXPECT_EQ(totals[kPageFaults], 10);
  EXPECT_EQ(totals[kMigrations], 0) << "counted, and there was none";
  EXPECT_EQ(totals.share_counted, 1);
  EXPECT_EQ(counters.reason(), "");
}

TEST(Counters, taking_begins_anew) {
  FakeKernel kernel;
  kernel.rate = {{kCycles, 1}};
  Counters counters{kernel, all_counter_events()};
  span_of(counters, kernel, 5);
  static_cast<void>(counters.take());
  span_of(counters, kernel, 2);
  EXPECT_EQ(counters.take()[kCycles], 2);
  EXPECT_EQ(counters.take()[kCycles], std::nullopt) << "nothing was counted since: that is not 0";
}

TEST(Counters, a_group_that_took_turns_is_scaled_and_its_share_told) {
  FakeKernel kernel;
  kernel.rate = {{kCycles, 100}, {kL1dMisses, 40}};
  kernel.share_percent = {{kL1dMisses, 25}};
  Counters counters{kernel, all_counter_events()};
  span_of(counters, kernel, 8);
  const CounterTotals totals = counters.take();
  EXPECT_EQ(totals[kCycles], 800);
  EXPECT_EQ(totals[kL1dMisses], 320) << "80 were counted in a quarter of the time";
  EXPECT_EQ(totals.share_counted, 0.25);
}

TEST(Counters, a_group_that_never_had_its_turn_is_absent) {
  FakeKernel kernel;
  kernel.rate = {{kLlcMisses, 5}};
  kernel.share_percent = {{kLlcMisses, 0}};
  Counters counters{kernel, all_counter_events()};
  span_of(counters, kernel, 8);
  EXPECT_EQ(counters.take()[kLlcMisses], std::nullopt);
}

TEST(Counters, events_that_belong_together_are_read_as_one_group) {
  FakeKernel kernel;
  const Counters counters{kernel, all_counter_events()};
  std::map<int, int> members;
  for (const auto& [event, leader] : kernel.opened) ++members[leader];
  EXPECT_EQ(members[-1], 4) << "so many groups";
  EXPECT_EQ(members[3], 2) << "instructions and branch misses with cycles";
}

TEST(Counters, a_machine_without_hardware_counters_counts_what_its_kernel_can_and_says_why) {
  FakeKernel kernel;
  kernel.rate = {{kContextSwitches, 2}};
  for (const CounterEvent event : all_counter_events()) {
    if (is_hardware(event)) kernel.refuses[event] = ENOENT;
  }
  Counters counters{kernel, all_counter_events()};
  span_of(counters, kernel, 3);
  const CounterTotals totals = counters.take();
  EXPECT_EQ(totals[kContextSwitches], 6);
  EXPECT_EQ(totals[kCycles], std::nullopt);
  EXPECT_FALSE(counters.has(kCycles));
  EXPECT_TRUE(counters.has(kContextSwitches));
  EXPECT_EQ(
      counters.reason(),
      "this machine does not offer cycles, instructions, branch-misses, l1d-misses, llc-misses (as on many virtual "
      "machines)");
}

TEST(Counters, a_leader_that_is_refused_leaves_the_lead_to_the_next) {
  FakeKernel kernel;
  kernel.rate = {{kInstructions, 9}};
  kernel.refuses = {{kCycles, ENOENT}};
  Counters counters{kernel, all_counter_events()};
  span_of(counters, kernel, 2);
  EXPECT_EQ(counters.take()[kInstructions], 18);
  EXPECT_EQ(counters.reason(), "this machine does not offer cycles (as on many virtual machines)");
}

TEST(Counters, a_kernel_that_does_not_allow_them_is_named_with_its_setting) {
  FakeKernel kernel;
  kernel.refuses = {{kCycles, EACCES}};
  const std::vector<CounterEvent> wanted{kCycles};
  const Counters counters{kernel, wanted};
  EXPECT_FALSE(counters.any());
  EXPECT_NE(counters.reason().find("kernel.perf_event_paranoid is "), std::string::npos) << counters.reason();
}

TEST(Counters, software_events_that_are_refused_are_no_reason_to_speak) {
  FakeKernel kernel;
  kernel.refuses = {{kMigrations, EACCES}};
  const Counters counters{kernel, all_counter_events()};
  EXPECT_FALSE(counters.has(kMigrations));
  EXPECT_EQ(counters.reason(), "");
}

TEST(Counters, a_span_without_a_beginning_or_with_a_failed_read_counts_nothing) {
  FakeKernel kernel;
  kernel.rate = {{kCycles, 1}};
  Counters counters{kernel, all_counter_events()};
  counters.end();
  EXPECT_EQ(counters.take()[kCycles], std::nullopt);
  kernel.reads_fail = true;
  span_of(counters, kernel, 3);
  kernel.reads_fail = false;
  EXPECT_EQ(counters.take()[kCycles], std::nullopt);
}

TEST(Counters, every_descriptor_is_closed) {
  FakeKernel kernel;
  { const Counters counters{kernel, all_counter_events()}; }
  EXPECT_EQ(kernel.opened.size(), kCounterEvents);
  EXPECT_TRUE(kernel.open_ones.empty());
}

TEST(Counters, names_lead_back_to_their_events) {
  for (const CounterEvent event : all_counter_events()) EXPECT_EQ(counter_event(name_of(event)), event);
  EXPECT_EQ(counter_event("cycle"), std::nullopt);
}

TEST(Counters, this_machines_kernel_counts_or_says_why_not) {
  const auto kernel = this_kernel();
  Counters counters{*kernel, all_counter_events()};
  counters.begin();
  std::vector<char> touched(std::size_t{1} << 22, 'x');
  counters.end();
  const CounterTotals totals = counters.take();
  EXPECT_EQ(counters.has(kCycles), totals[kCycles].has_value());
  EXPECT_EQ(counters.has(kCycles) && counters.has(kLlcMisses), counters.reason().empty()) << counters.reason();
  if (counters.has(kPageFaults)) {
    EXPECT_GT(totals[kPageFaults].value_or(0), 0) << touched.size();
  }
}

}  // namespace
}  // namespace ecsbench
