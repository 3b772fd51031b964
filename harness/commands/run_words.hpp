// RunWords: the options of `run` on a parser, for the commands that take them: run, config, replay.
//
//   flags  >  ECSBENCH_*  >  ecsbench.toml  >  what the table of options has as defaults
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/commands/run_options.hpp"

namespace ecsbench {

class RunWords {
 public:
  // Adds an option for each row of run_option_rows(). The parser must outlive this.
  explicit RunWords(CLI::App& app);

  // The same with --config FILE.
  static RunWords with_config(CLI::App& app);

  // What the command line gave. REQUIRES: the parser has parsed.
  [[nodiscard]] OptionTexts given() const;

  // With what the environment and the file say. Throws UsageError. REQUIRES: as above, with_config.
  [[nodiscard]] OptionTexts effective() const;

 private:
  std::vector<std::pair<const OptionRow*, CLI::Option*>> options_;
  CLI::Option* config_ = nullptr;
};

}  // namespace ecsbench
