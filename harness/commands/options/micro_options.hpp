// MicroOptions: what `ecsbench micro` was asked to do, in types; and which flags of Google Benchmark may follow `--`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/commands/options/run_options.hpp"

namespace ecsbench {

struct MicroOptions {
  std::string filter;  // a regular expression over names; empty: all
  std::vector<EntityCount> entities;
  std::uint64_t seed = 42;
  std::optional<std::string> gbench_json;  // "-" is stdout
  bool list = false, quiet = false;
  When color = When::kAuto;
  std::vector<std::string> flags;  // of Google Benchmark, checked
};

[[nodiscard]] const std::vector<OptionRow>& micro_option_rows();

// The words before and after the first `--`.
using Parted = std::pair<std::vector<std::string>, std::vector<std::string>>;
[[nodiscard]] Parted part_at_dashes(const std::vector<std::string>& words);

// Throws UsageError: a bad number, size or choice, and a flag that the library lacks, takes otherwise, or that an option
// of ours stands for. The library itself would ignore the one and end the program over the other.
[[nodiscard]] MicroOptions micro_options(const OptionTexts& texts, const std::vector<std::string>& flags);

// What --help says around the options.
[[nodiscard]] std::string micro_description();
[[nodiscard]] std::string micro_footer();

}  // namespace ecsbench
