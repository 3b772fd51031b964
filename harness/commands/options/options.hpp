// The command line: words in, one command out.
//
//   ecsbench [run] OPTIONS | compare OLD NEW | completion SHELL | config | explain TOPIC | list | plot RESULT | replay RESULT | schema
//            --version | --help
//
// Options of `run` may also stand in the environment (ECSBENCH_TIME_BUDGET) and in ./ecsbench.toml (time-budget = 5).
// Flags beat the environment, the environment beats the file, the file beats the defaults. `config` shows what comes of it;
// the other commands, --help and --version look at neither.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/commands/options/command_shape.hpp"
#include "harness/commands/options/compare_options.hpp"
#include "harness/commands/options/config_options.hpp"
#include "harness/commands/options/doctor_options.hpp"
#include "harness/commands/options/guide_options.hpp"
#include "harness/commands/options/micro_options.hpp"
#include "harness/commands/options/run_options.hpp"

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

using Command = std::variant<RunOptions, DoctorOptions, MicroOptions, CompareOptions, CompletionOptions, ConfigOptions,
                             ExplainOptions, ListOptions, ManualOptions, PlotOptions, ReplayOptions, SchemaOptions,
                             VersionOptions, HelpOptions>;

// Every command and its line in the help, in that order. `man`, for those who package the program, is not among them.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& commands();

// The same with all that each of them takes, read off the parsers themselves.
[[nodiscard]] std::vector<CommandShape> command_tree();

// `words` without the program's name. Reads the environment and ./ecsbench.toml, or the result to be replayed. Throws
// UsageError, ReadError.
[[nodiscard]] Command parse_command_line(const std::vector<std::string>& words);

}  // namespace ecsbench
