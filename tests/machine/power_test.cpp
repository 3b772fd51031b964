// Mains or battery, boost or not, on imitated machines.
#include "harness/machine/power.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/machine/fake_machine.hpp"

namespace ecsbench {
namespace {

const std::string kSupplies = "sys/class/power_supply/";

FakeMachine& with_battery(FakeMachine& fake, std::string_view status) {
  return fake.with(kSupplies + "BAT0/type", "Battery\n").with(kSupplies + "BAT0/status", status);
}

TEST(Power, is_unknown_where_no_supply_is_shown) {
  FakeMachine fake;
  EXPECT_EQ(on_battery(fake.machine()), std::nullopt);
}

TEST(Power, a_discharging_battery_feeds_the_machine) {
  FakeMachine fake;
  EXPECT_EQ(on_battery(with_battery(fake, "Discharging\n").machine()), true);
}

TEST(Power, a_battery_that_charges_or_is_full_does_not) {
  for (const char* status : {"Charging\n", "Full\n", "Not charging\n"}) {
    FakeMachine fake;
    EXPECT_EQ(on_battery(with_battery(fake, status).machine()), false) << status;
  }
}

TEST(Power, mains_decide_by_being_online) {
  FakeMachine on, off;
  on.with(kSupplies + "AC/type", "Mains\n").with(kSupplies + "AC/online", "1\n");
  off.with(kSupplies + "AC/type", "Mains\n").with(kSupplies + "AC/online", "0\n");
  EXPECT_EQ(on_battery(on.machine()), false);
  EXPECT_EQ(on_battery(off.machine()), true);
}

TEST(Power, the_battery_of_a_mouse_says_nothing) {
  FakeMachine fake;
  with_battery(fake, "Discharging\n").with(kSupplies + "BAT0/scope", "Device\n");
  EXPECT_EQ(on_battery(fake.machine()), std::nullopt);
}

TEST(Power, strange_files_say_nothing) {
  FakeMachine fake;
  fake.with(kSupplies + "AC/type", "Mains\n").with(kSupplies + "AC/online", "maybe\n");
  EXPECT_EQ(on_battery(with_battery(fake, "Unknown\n").machine()), std::nullopt);
}

const std::string kProcessors = "sys/devices/system/cpu/";

TEST(Boost, is_unknown_where_nothing_is_shown) {
  FakeMachine fake;
  EXPECT_EQ(boost(fake.machine()), std::nullopt);
}

TEST(Boost, is_read_where_the_frequency_driver_shows_it) {
  FakeMachine on, off;
  EXPECT_EQ(boost(on.with(kProcessors + "cpufreq/boost", "1\n").machine()), true);
  EXPECT_EQ(boost(off.with(kProcessors + "cpufreq/boost", "0\n").machine()), false);
}

TEST(Boost, of_intel_is_said_the_other_way_round) {
  FakeMachine on, off;
  EXPECT_EQ(boost(on.with(kProcessors + "intel_pstate/no_turbo", "0\n").machine()), true);
  EXPECT_EQ(boost(off.with(kProcessors + "intel_pstate/no_turbo", "1\n").machine()), false);
}

TEST(Boost, strange_files_say_nothing) {
  for (const char* text : {"", "yes\n", "2\n", "-1\n"}) {
    FakeMachine fake;
    fake.with(kProcessors + "intel_pstate/no_turbo", text).with(kProcessors + "cpufreq/boost", text);
    EXPECT_EQ(boost(fake.machine()), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace ecsbench
