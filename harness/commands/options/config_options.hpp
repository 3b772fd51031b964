// The options of the commands that deal in configurations: config prints what a run would use, replay runs what a result
// was made with.
//
//   config   flags > ECSBENCH_* > ecsbench.toml > defaults     the same as for run
//   replay   flags > the configuration stored in the result     and nothing else: the same on any machine, in any folder
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/commands/options/command_shape.hpp"
#include "harness/commands/options/run_options.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

struct ConfigOptions {
  OptionTexts given;  // all that is not a default, with where it comes from
  std::vector<std::string> notes;
};

struct ReplayOptions {
  RunOptions run;
  std::string result;   // the file
  ToolResult tool;      // what measured then,
  std::string machine;  // and where: the fingerprint
};

// `words` without the command's name. Throw UsageError.
[[nodiscard]] std::variant<HelpOptions, ConfigOptions> parse_config(const std::vector<std::string>& words);

// Throws ReadError as well: no result file, or one whose stored configuration makes no sense.
[[nodiscard]] std::variant<HelpOptions, ReplayOptions> parse_replay(const std::vector<std::string>& words);

}  // namespace ecsbench
