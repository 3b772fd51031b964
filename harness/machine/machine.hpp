// Machine: where facts about this computer are read from.
//
//   files in /proc and /sys  --+
//                              +-->  Machine  -->  processor.hpp, memory.hpp, environment.hpp
//   the cpuid instruction    --+
//
// All facts are files below `root`, but for the one that only an instruction tells; so a test hands
// in a folder of its own and any machine can be imitated. A file that is missing, unreadable or
// strange is an empty optional, never a fault: guests and containers hide what they like.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ecsbench {

struct Machine {
  std::filesystem::path root = "/";
  std::string hypervisor_signature;  // cpuid leaf 0x40000000, "KVMKVMKVM"; empty when there is none
};

// The computer that we run on.
[[nodiscard]] Machine this_machine();

// A file's whole text; `path` is relative to the root ("proc/cpuinfo"). Empty when unreadable.
[[nodiscard]] std::optional<std::string> read_text(const Machine& machine, std::string_view path);

// The first line without surrounding blanks; empty when unreadable or blank.
[[nodiscard]] std::optional<std::string> read_line(const Machine& machine, std::string_view path);

// A file that holds one whole number.
[[nodiscard]] std::optional<std::uint64_t> read_number(const Machine& machine, std::string_view path);

// The value behind a key at the start of a line, whatever stands between ("MemTotal:   8 kB",
// "model name\t: X", "inactive_file 12"). The first such line counts; empty when there is none.
[[nodiscard]] std::optional<std::string> field(std::string_view text, std::string_view key);

// A number with an optional binary unit: "48K", "32M", "12 kB", "7" -> bytes. Empty for anything
// else, also for what does not fit 64 bits.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(std::string_view text);

// The text between surrounding blanks.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace ecsbench
