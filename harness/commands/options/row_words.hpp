// RowWords: a table of options on a parser, and what the words gave for each.
//
//   {"seed", "S", "42", ...}   -->   --seed S [42]   -->   texts["seed"] = {"7"}, from "--seed"
#pragma once

#include <CLI/App.hpp>
#include <utility>
#include <vector>

#include "harness/commands/options/run_options.hpp"

namespace ecsbench {

class RowWords {
 public:
  // Adds an option for each row. Parser and rows must outlive this.
  RowWords(CLI::App& app, const std::vector<OptionRow>& rows);

  // REQUIRES: the parser has parsed.
  [[nodiscard]] OptionTexts given() const;

 private:
  std::vector<std::pair<const OptionRow*, CLI::Option*>> options_;
};

}  // namespace ecsbench
