// RunWords: the options of `run` wherever they may stand.
//
//   flags  >  ECSBENCH_*  >  ecsbench.toml, or what --config names
#pragma once

#include <CLI/App.hpp>

#include "harness/commands/options/row_words.hpp"
#include "harness/commands/options/run_options.hpp"

namespace ecsbench {

class RunWords {
 public:
  // Adds the options of run_option_rows() and --config. The parser must outlive this.
  explicit RunWords(CLI::App& app);

  // Throws UsageError. REQUIRES: the parser has parsed.
  [[nodiscard]] OptionTexts effective() const;

 private:
  RowWords rows_;
  CLI::Option* config_ = nullptr;
};

}  // namespace ecsbench
