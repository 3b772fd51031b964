// The formats of kernel files: fields, sizes, lines.
#include "harness/machine/machine.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>

#include "tests/machine/fake_machine.hpp"

namespace ecsbench {
namespace {

TEST(KernelFile, a_missing_file_is_empty) {
  const FakeMachine fake;
  EXPECT_EQ(read_text(fake.machine(), "proc/cpuinfo"), std::nullopt);
  EXPECT_EQ(read_line(fake.machine(), "proc/cpuinfo"), std::nullopt);
  EXPECT_EQ(read_number(fake.machine(), "proc/cpuinfo"), std::nullopt);
}

TEST(KernelFile, a_folder_in_its_place_is_empty) {
  FakeMachine fake;
  std::filesystem::create_directories(fake.machine().root / "proc/cpuinfo");
  EXPECT_EQ(read_text(fake.machine(), "proc/cpuinfo"), std::nullopt);
}

TEST(KernelFile, blank_lines_are_empty) {
  FakeMachine fake;
  fake.with("blank", " \t\n").with("void", "");
  EXPECT_EQ(read_line(fake.machine(), "blank"), std::nullopt);
  EXPECT_EQ(read_line(fake.machine(), "void"), std::nullopt);
}

TEST(KernelFile, only_the_first_line_is_read_and_trimmed) {
  FakeMachine fake;
  fake.with("file", "  first \nsecond\n");
  EXPECT_EQ(read_line(fake.machine(), "file"), "first");
}

TEST(Field, the_value_stands_behind_colon_or_blanks) {
  EXPECT_EQ(field("model name\t: AMD EPYC\n", "model name"), "AMD EPYC");
  EXPECT_EQ(field("MemTotal:       8 kB\n", "MemTotal"), "8 kB");
  EXPECT_EQ(field("a 1\ninactive_file 12\n", "inactive_file"), "12");
  EXPECT_EQ(field("flags", "flags"), "");
}

TEST(Field, a_longer_key_is_another_key) {
  EXPECT_EQ(field("total_file 1\nfile_dirty 2\n", "file"), std::nullopt);
  EXPECT_EQ(field("cpu family\t: 25\n", "cpu"), std::nullopt);
}

TEST(Field, the_first_of_several_counts_and_colons_in_the_value_stay) {
  EXPECT_EQ(field("key: a: b\nkey: c\n", "key"), "a: b");
}

TEST(Bytes, units_are_binary) {
  EXPECT_EQ(parse_bytes("48K"), 48U * 1024U);
  EXPECT_EQ(parse_bytes("32M"), 32U * 1024U * 1024U);
  EXPECT_EQ(parse_bytes(" 3 kB\n"), 3U * 1024U);
  EXPECT_EQ(parse_bytes("7"), 7U);
}

TEST(Bytes, anything_else_is_empty) {
  for (const char* text : {"", "K", "max", "-1", "4Q", "4 5", "1.5M", "0x10"}) {
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
  }
}

TEST(Bytes, what_does_not_fit_is_empty) {
  EXPECT_EQ(parse_bytes("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parse_bytes("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parse_bytes("18014398509481984K"), std::nullopt);
}

}  // namespace
}  // namespace ecsbench
