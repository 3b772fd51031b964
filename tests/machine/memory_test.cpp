// Memory on imitated machines: the tightest of kernel, control groups and limits counts.
#include "harness/machine/memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "tests/machine/fake_machine.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
constexpr const char* kMeminfo = "MemTotal:        8388608 kB\nMemFree:  1048576 kB\nMemAvailable:    4194304 kB\n";

TEST(Memory, is_unknown_when_nothing_tells) {
  const FakeMachine fake;
  EXPECT_EQ(memory_total_bytes(fake.machine()), std::nullopt);
  EXPECT_EQ(memory_available_bytes(fake.machine()), std::nullopt);
}

TEST(Memory, without_limits_is_what_the_kernel_says) {
  FakeMachine fake;
  fake.with("proc/meminfo", kMeminfo);
  EXPECT_EQ(memory_total_bytes(fake.machine()), 8192U * kMebibyte);
  EXPECT_EQ(memory_available_bytes(fake.machine()), 4096U * kMebibyte);
}

TEST(Memory, of_an_old_kernel_is_what_is_free) {
  FakeMachine fake;
  fake.with("proc/meminfo", "MemTotal: 2048 kB\nMemFree: 1024 kB\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), kMebibyte);
}

TEST(Memory, is_what_the_group_leaves_and_dropped_files_would_free) {
  FakeMachine fake;
  fake.with("proc/meminfo", kMeminfo)
      .with("proc/self/cgroup", "0::/box\n")
      .with("sys/fs/cgroup/box/memory.max", "536870912\n")
      .with("sys/fs/cgroup/box/memory.current", "314572800\n")
      .with("sys/fs/cgroup/box/memory.stat", "anon 1\ninactive_file 104857600\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), (512U - 300U + 100U) * kMebibyte);
}

TEST(Memory, is_held_by_a_group_further_up) {
  FakeMachine fake;
  fake.with("proc/meminfo", kMeminfo)
      .with("proc/self/cgroup", "0::/outer/inner\n")
      .with("sys/fs/cgroup/outer/inner/memory.max", "max\n")
      .with("sys/fs/cgroup/outer/inner/memory.current", "1\n")
      .with("sys/fs/cgroup/outer/memory.max", "67108864\n")
      .with("sys/fs/cgroup/outer/memory.current", "0\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), 64U * kMebibyte);
}

TEST(Memory, is_held_by_groups_of_version_1) {
  FakeMachine fake;
  fake.with("proc/meminfo", kMeminfo)
      .with("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/box\n0::/\n")
      .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
      .with("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "33554432\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), 32U * kMebibyte);
}

TEST(Memory, of_a_container_that_cannot_see_its_own_path_is_held_by_the_mount) {
  FakeMachine fake;
  fake.with("proc/meminfo", kMeminfo)
      .with("proc/self/cgroup", "0::/../../elsewhere\n")
      .with("sys/fs/cgroup/memory.max", "16777216\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), 16U * kMebibyte);
}

TEST(Memory, already_over_its_limit_is_nothing) {
  FakeMachine fake;
  fake.with("proc/self/cgroup", "0::/\n")
      .with("sys/fs/cgroup/memory.max", "100\n")
      .with("sys/fs/cgroup/memory.current", "200\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), 0U);
}

TEST(Memory, is_held_by_the_limit_on_the_address_space) {
  FakeMachine fake;
  fake.with("proc/meminfo", kMeminfo)
      .with("proc/self/limits", "Max address space         10485760   unlimited   bytes\n")
      .with("proc/self/status", "VmSize:\t    2048 kB\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), 8U * kMebibyte);
  fake.with("proc/self/limits", "Max address space         unlimited  unlimited   bytes\n");
  EXPECT_EQ(memory_available_bytes(fake.machine()), 4096U * kMebibyte);
}

TEST(Memory, survives_nonsense) {
  FakeMachine fake;
  fake.with("proc/meminfo", "MemTotal: lots\nMemAvailable\n")
      .with("proc/self/cgroup", ":\n::::\n0:\nmemory\n0::\n5:memory:")
      .with("sys/fs/cgroup/memory.max", "-4\n")
      .with("proc/self/limits", "Max address space\n");
  EXPECT_EQ(memory_total_bytes(fake.machine()), std::nullopt);
  EXPECT_EQ(memory_available_bytes(fake.machine()), std::nullopt);
}

TEST(Memory, of_this_machine_is_known_and_available_within_total) {
  const auto total = memory_total_bytes(this_machine());
  const auto available = memory_available_bytes(this_machine());
  ASSERT_TRUE(total && available);
  EXPECT_GT(*available, 0U);
  EXPECT_LE(*available, *total);
}

}  // namespace
}  // namespace ecsbench
