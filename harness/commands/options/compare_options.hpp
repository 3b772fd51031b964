// The options of `ecsbench compare`: a table of them, and what their words mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/commands/options/run_options.hpp"
#include "harness/report/compare_results.hpp"

namespace ecsbench {

struct CompareOptions {
  std::string old_result, new_result;  // of a rerun the programs
  bool rerun = false;
  std::optional<std::uint64_t> launches;  // of each program; nothing: as many as the number of cases needs
  std::vector<std::string> run_words;     // what a rerun hands on to both programs
  CompareSettings settings;
  bool fail_on_slower = true, fail_on_inconclusive = false;
  bool strict = false;  // any case without a verdict counts as inconclusive, also one that was not compared
  Format format = Format::kTable;
  std::optional<std::string> json;  // a file name; "-" is stdout
  When color = When::kAuto;
  bool quiet = false;
  std::vector<std::string> notes;  // to be said beside it
};

[[nodiscard]] const std::vector<OptionRow>& compare_option_rows();
[[nodiscard]] std::string compare_description();
[[nodiscard]] std::string compare_footer();

// `files` as they stand on the command line, `run_words` what stands behind "--". Throws UsageError: not two files, a value
// out of range, an unknown choice, what goes with --rerun alone.
[[nodiscard]] CompareOptions compare_options(const std::vector<std::string>& files, const OptionTexts& texts,
                                             const std::vector<std::string>& run_words);

}  // namespace ecsbench
