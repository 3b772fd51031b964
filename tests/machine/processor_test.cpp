// The processor's name, cores, caches, governor and hypervisor on imitated machines.
#include "harness/machine/processor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/machine/fake_machine.hpp"

namespace ecsbench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ProcessorModel, is_the_first_model_name_with_single_blanks) {
  FakeMachine fake;
  fake.with("proc/cpuinfo", "processor\t: 0\nmodel name\t: Intel(R)  Xeon(R)     X5650\n");
  EXPECT_EQ(processor_model(fake.machine()), "Intel(R) Xeon(R) X5650");
}

TEST(ProcessorModel, of_arm_is_maker_and_part) {
  FakeMachine fake;
  fake.with("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");
  EXPECT_EQ(processor_model(fake.machine()), "implementer 0x41 part 0xd0c");
}

TEST(ProcessorModel, is_empty_when_nothing_tells) {
  FakeMachine fake;
  EXPECT_EQ(processor_model(fake.machine()), "");
  fake.with("proc/cpuinfo", "\0\xff nonsense\ncpu family\t: 25\nmodel name\t:\n");
  EXPECT_EQ(processor_model(fake.machine()), "");
}

TEST(ProcessorList, ranges_include_both_ends) {
  EXPECT_THAT(parse_processor_list("0-2,7\n"), ElementsAre(0U, 1U, 2U, 7U));
  EXPECT_THAT(parse_processor_list("5"), ElementsAre(5U));
}

TEST(ProcessorList, nonsense_is_empty) {
  for (const char* text : {"", "a", "5,3-1", "0-", "-2", "1,,2", "0-4294967295", "99999999999", "1 2"}) {
    EXPECT_THAT(parse_processor_list(text), IsEmpty()) << text;
  }
}

TEST(AllowedProcessors, are_those_of_the_affinity_not_of_the_machine) {
  FakeMachine fake;
  fake.with("proc/cpuinfo", "processor\t: 0\nprocessor\t: 1\n")
      .with("proc/self/status", "Cpus_allowed:\t2\nCpus_allowed_list:\t1\n");
  EXPECT_THAT(allowed_processors(fake.machine()), ElementsAre(1U));
}

TEST(Caches, are_sorted_by_level_and_sized_in_bytes) {
  FakeMachine fake;
  fake.with_cache(0, "3\n", "Unified\n", "32768K\n")
      .with_cache(1, "1\n", "Instruction\n", "32K\n")
      .with_cache(2, "2\n", "Data\n", "1M\n")
      .with_cache(3, "1\n", "Data\n", "48K\n", "128\n");
  const auto found = caches(fake.machine());
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].type, "Data");
  EXPECT_EQ(found[0].size_bytes, 48U * 1024U);
  EXPECT_EQ(found[0].line_bytes, 128U);
  EXPECT_EQ(found[0].ways, 8U);
  EXPECT_EQ(found[1].type, "Instruction");
  EXPECT_EQ(found[2].level, 2);
  EXPECT_EQ(found[3].level, 3);
  EXPECT_EQ(found[3].size_bytes, 32U * 1024U * 1024U);
}

TEST(Caches, are_those_of_the_first_allowed_processor) {
  FakeMachine fake;
  fake.with_cache(0, "1", "Data", "48K")
      .with("proc/self/status", "Cpus_allowed_list:\t4-5\n")
      .with("sys/devices/system/cpu/cpu4/cache/index0/level", "2")
      .with("sys/devices/system/cpu/cpu4/cache/index0/size", "4M");
  const auto found = caches(fake.machine());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].level, 2);
  EXPECT_EQ(found[0].line_bytes, 0U);
  EXPECT_EQ(found[0].ways, 0U);
}

TEST(Caches, without_a_sensible_level_or_size_are_left_out) {
  FakeMachine fake;
  EXPECT_THAT(caches(fake.machine()), IsEmpty());
  fake.with_cache(0, "0", "Data", "48K")
      .with_cache(1, "1", "Data", "0K")
      .with_cache(2, "two", "Unified", "1M")
      .with_cache(3, "99999999999999999999", "Unified", "1M")
      .with_cache(4, "3", "Unified", "plenty");
  EXPECT_THAT(caches(fake.machine()), IsEmpty());
}

TEST(Governor, that_is_not_shown_is_no_fault) {
  FakeMachine fake;
  fake.with("proc/self/status", "Cpus_allowed_list:\t0-1\n");
  EXPECT_EQ(governor(fake.machine()), std::nullopt);
}

TEST(Governor, differing_between_processors_is_told_in_full) {
  FakeMachine fake;
  fake.with("proc/self/status", "Cpus_allowed_list:\t0-2\n");
  const std::string folder = "sys/devices/system/cpu/cpu";
  fake.with(folder + "0/cpufreq/scaling_governor", "performance\n")
      .with(folder + "1/cpufreq/scaling_governor", "performance\n");
  EXPECT_EQ(governor(fake.machine()), "performance");
  fake.with(folder + "2/cpufreq/scaling_governor", "powersave\n");
  EXPECT_EQ(governor(fake.machine()), "performance, powersave");
}

TEST(Hypervisor, is_unknown_when_nothing_tells) {
  const FakeMachine fake;
  EXPECT_EQ(hypervisor(fake.machine()), std::nullopt);
}

TEST(Hypervisor, signs_with_twelve_letters) {
  FakeMachine fake;
  EXPECT_EQ(hypervisor(fake.signed_by("KVMKVMKVM").machine()), "KVM");
  EXPECT_EQ(hypervisor(fake.signed_by("NewAndOdd").machine()), "NewAndOdd");
}

TEST(Hypervisor, is_named_by_the_firmware_when_only_the_flag_tells) {
  FakeMachine fake;
  fake.with("proc/cpuinfo", "flags\t\t: fpu hypervisor lahf_lm\n");
  EXPECT_EQ(hypervisor(fake.machine()), "unnamed");
  fake.with("sys/class/dmi/id/sys_vendor", "QEMU\n");
  EXPECT_EQ(hypervisor(fake.machine()), "QEMU");
}

TEST(Hypervisor, is_none_where_the_flags_lack_the_word) {
  FakeMachine fake;
  fake.with("proc/cpuinfo", "flags\t\t: fpu hypervisor_like lahf_lm\n");
  EXPECT_EQ(hypervisor(fake.machine()), "none");
}

TEST(Hypervisor, without_flags_is_told_by_the_firmware_alone) {
  FakeMachine fake;
  fake.with("sys/class/dmi/id/sys_vendor", "Amazon EC2\n").with("sys/class/dmi/id/product_name", "m7g.large\n");
  EXPECT_EQ(hypervisor(fake.machine()), "Amazon EC2 m7g.large");
  fake.with("sys/class/dmi/id/product_name", "m7g.metal\n");
  EXPECT_EQ(hypervisor(fake.machine()), "none");
}

}  // namespace
}  // namespace ecsbench
