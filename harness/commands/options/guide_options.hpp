// The options of the commands that explain the program: completion, explain, man.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/commands/options/command_shape.hpp"

namespace ecsbench {

enum class Shell { kBash, kZsh, kFish };

struct CompletionOptions {
  Shell shell = Shell::kBash;
};

struct ExplainOptions {
  std::string topic;  // as typed; empty: list them all
};

struct ManualOptions {};

// `words` without the command's name. Throw UsageError.
[[nodiscard]] std::variant<HelpOptions, CompletionOptions> parse_completion(const std::vector<std::string>& words);
[[nodiscard]] std::variant<HelpOptions, ExplainOptions> parse_explain(const std::vector<std::string>& words);
[[nodiscard]] std::variant<HelpOptions, ManualOptions> parse_manual(const std::vector<std::string>& words);

}  // namespace ecsbench
