// The environment as a whole: degrades to empty, and its fingerprint follows what decides speed.
#include "harness/machine/environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "tests/machine/fake_machine.hpp"

namespace ecsbench {
namespace {

FakeMachine& furnish(FakeMachine& fake) {
  return fake.with("proc/cpuinfo", "model name\t: Toy 3000\nflags\t\t: fpu\n")
      .with("proc/self/status", "Cpus_allowed_list:\t0-3\n")
      .with("proc/meminfo", "MemTotal: 8388608 kB\n")
      .with("proc/loadavg", "0.25 0.10 0.05 1/100 4242\n")
      .with("proc/sys/kernel/ostype", "Linux\n")
      .with("proc/sys/kernel/osrelease", "6.1.0\n")
      .with("proc/sys/kernel/randomize_va_space", "2\n")
      .with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
      .with_cache(0, "1", "Data", "48K");
}

TEST(Environment, tells_what_the_files_tell) {
  FakeMachine fake;
  const auto environment = read_environment(furnish(fake).machine());
  EXPECT_EQ(environment.cpu_model, "Toy 3000");
  EXPECT_EQ(environment.cores, 4U);
  EXPECT_EQ(environment.caches.size(), 1U);
  EXPECT_EQ(environment.memory_bytes, std::uint64_t{8} << 30U);
  EXPECT_EQ(environment.governor, std::nullopt);
  EXPECT_EQ(environment.boost, std::nullopt);
  EXPECT_EQ(environment.hypervisor, "none");
  EXPECT_EQ(environment.kernel, "Linux 6.1.0");
  EXPECT_EQ(environment.huge_pages, "madvise");
  EXPECT_EQ(environment.aslr, true);
  EXPECT_EQ(environment.load_before, 0.25);
}

TEST(Environment, of_a_machine_that_shows_nothing_is_empty) {
  const FakeMachine fake;
  const auto environment = read_environment(fake.machine());
  EXPECT_EQ(environment.cpu_model, "");
  EXPECT_EQ(environment.cores, 0U);
  EXPECT_TRUE(environment.caches.empty());
  EXPECT_EQ(environment.kernel, "");
  EXPECT_EQ(environment.huge_pages, std::nullopt);
  EXPECT_EQ(environment.aslr, std::nullopt);
  EXPECT_EQ(environment.load_before, std::nullopt);
  EXPECT_THAT(environment.fingerprint, ::testing::MatchesRegex("[0-9a-f]{16}"));
}

TEST(Environment, without_brackets_knows_no_huge_page_mode) {
  FakeMachine fake;
  const auto path = "sys/kernel/mm/transparent_hugepage/enabled";
  for (const char* text : {"always madvise never\n", "]always[\n", "[always\n"}) {
    fake.with(path, text);
    EXPECT_EQ(read_environment(fake.machine()).huge_pages, std::nullopt) << text;
  }
}

TEST(Environment, knows_when_addresses_are_fixed_for_all_or_for_this_process) {
  FakeMachine fake;
  furnish(fake).with("proc/self/personality", "00040000\n");
  EXPECT_EQ(read_environment(fake.machine()).aslr, false);
  fake.with("proc/self/personality", "00000000\n").with("proc/sys/kernel/randomize_va_space", "0\n");
  EXPECT_EQ(read_environment(fake.machine()).aslr, false);
}

TEST(LoadAverage, that_is_no_load_is_empty) {
  FakeMachine fake;
  for (const char* text : {"", "busy\n", "-1.0 0 0\n", "nan 0 0\n"}) {
    fake.with("proc/loadavg", text);
    EXPECT_EQ(load_average(fake.machine()), std::nullopt) << text;
  }
}

TEST(Fingerprint, is_the_same_when_only_load_kernel_and_a_little_memory_differ) {
  FakeMachine fake;
  const auto before = read_environment(furnish(fake).machine()).fingerprint;
  fake.with("proc/loadavg", "9.00 0 0\n")
      .with("proc/sys/kernel/osrelease", "6.2.0\n")
      .with("proc/meminfo", "MemTotal: 8388708 kB\n");
  EXPECT_EQ(read_environment(fake.machine()).fingerprint, before);
}

TEST(Fingerprint, stays_what_it_was_in_files_written_before) {
  FakeMachine fake;
  EXPECT_EQ(read_environment(furnish(fake).machine()).fingerprint, "3392641f49a73980");
}

TEST(Fingerprint, changes_with_the_model_and_with_everything_else_that_decides_speed) {
  FakeMachine fake;
  const auto base = read_environment(furnish(fake).machine());
  const auto changed = [&](auto change) {
    auto environment = base;
    change(environment);
    return environment_fingerprint(environment) != base.fingerprint;
  };
  EXPECT_TRUE(changed([](auto& e) { e.cpu_model = "Toy 3001"; }));
  EXPECT_TRUE(changed([](auto& e) { e.cores = 3; }));
  EXPECT_TRUE(changed([](auto& e) { e.caches[0].size_bytes *= 2; }));
  EXPECT_TRUE(changed([](auto& e) { e.caches.clear(); }));
  EXPECT_TRUE(changed([](auto& e) { e.memory_bytes *= 2; }));
  EXPECT_TRUE(changed([](auto& e) { e.governor = "powersave"; }));
  EXPECT_TRUE(changed([](auto& e) { e.boost = true; }));
  EXPECT_TRUE(changed([](auto& e) { e.hypervisor = "KVM"; }));
  EXPECT_TRUE(changed([](auto& e) { e.huge_pages = "always"; }));
  EXPECT_TRUE(changed([](auto& e) { e.aslr = false; }));
}

TEST(Environment, tells_whether_the_processor_boosts) {
  FakeMachine fake;
  furnish(fake).with("sys/devices/system/cpu/cpufreq/boost", "0\n");
  EXPECT_EQ(read_environment(fake.machine()).boost, false);
}

TEST(Environment, of_this_machine_names_its_cores_and_kernel) {
  const auto environment = read_environment(this_machine());
  EXPECT_GE(environment.cores, 1U);
  EXPECT_THAT(environment.kernel, ::testing::StartsWith("Linux "));
}

}  // namespace
}  // namespace ecsbench
