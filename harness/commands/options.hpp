// The command line: words in, one command out.
//
//   ecsbench [run] OPTIONS | list | micro | plot RESULT | schema | --version | --help
//
// Options of `run` may also stand in the environment (ECSBENCH_TIME_BUDGET) and in ./ecsbench.toml (time-budget = 5).
// Flags beat the environment, the environment beats the file, the file beats the defaults. Neither is looked at for
// --help, --version and the other commands.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/commands/micro_options.hpp"
#include "harness/commands/run_options.hpp"

namespace ecsbench {

struct ListOptions {
  std::string axes;  // a workload; empty: the whole list
  bool json = false;
};

struct PlotOptions {
  std::string result;
  std::string folder;
  std::vector<std::string> notes = {};  // to be said beside it
};

struct SchemaOptions {};

struct VersionOptions {
  bool json = false;
};

struct HelpOptions {
  std::string text;
};

using Command =
    std::variant<RunOptions, ListOptions, MicroOptions, PlotOptions, SchemaOptions, VersionOptions, HelpOptions>;

// `words` without the program's name. Reads the environment and ./ecsbench.toml. Throws UsageError.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& words);

}  // namespace ecsbench
