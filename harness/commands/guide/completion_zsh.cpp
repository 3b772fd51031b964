// Completions for zsh: a function for _arguments, a specification for each option of each command.
#include <fmt/format.h>

#include <string_view>

#include "harness/commands/guide/completion.hpp"

namespace ecsbench {
namespace {

// Text within a specification, which stands in single quotes.
std::string quoted(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '\'') {
      safe += "'\\''";
      continue;
    }
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') safe += '\\';
    safe += letter;
  }
  return safe;
}

// ":NAMES:_values -s , NAMES a b c"
std::string action(const OptionShape& option, const Offer& offer) {
  const std::string what = quoted(option.value.empty() ? option.names.front() : option.value);
  switch (offer.kind) {
    case Offer::Kind::kNothing:
      return "";
    case Offer::Kind::kAnything:
      return fmt::format(":{}: ", what);
    case Offer::Kind::kWords:
      return fmt::format(":{}:({})", what, fmt::join(offer.words, " "));
    case Offer::Kind::kList:
      return fmt::format(":{}:_values -s , name {}", what, fmt::join(offer.words, " "));
    case Offer::Kind::kFile:
      return fmt::format(":{}:_files", what);
    case Offer::Kind::kFolder:
      return fmt::format(":{}:_files -/", what);
  }
  return "";
}

std::string specifications(const CommandShape& command, const Names& names) {
  std::string text;
  for (const OptionShape& option : command.options) {
    const std::string behind = action(option, offer_for(option, names));
    if (option.is_argument) {
      text += fmt::format(" \\\n        '*{}'", behind);
      continue;
    }
    const bool has_value = !behind.empty();
    for (const std::string& name : option.names) {
      const char* const joint = !has_value ? "" : name.starts_with("--") ? "=" : "+";
      text += fmt::format(" \\\n        '*{}{}[{}]{}'", name, joint, quoted(option.help), behind);
    }
  }
  return text;
}

}  // namespace

std::string zsh_completion(const std::vector<CommandShape>& tree, const Names& names) {
  std::string text =
      "#compdef ecsbench\n# zsh completion for ecsbench, printed by: ecsbench completion zsh\n\n_ecsbench() {\n"
      "  local -a commands\n  commands=(\n";
  for (const CommandShape& command : tree) {
    text += fmt::format("    '{}:{}'\n", command.name, quoted(command.summary));
  }
  text += fmt::format(
      "  )\n  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
      "    _describe -t commands command commands\n    return\n  fi\n"
      "  local command={}\n  if [[ $words[2] != -* ]]; then\n    command=$words[2]\n    shift words\n"
      "    ((CURRENT--))\n  fi\n  case $command in\n",
      tree.front().name);
  for (const CommandShape& command : tree) {
    text += fmt::format("    {})\n      _arguments{}\n      ;;\n", command.name, specifications(command, names));
  }
  return text +
         "  esac\n}\n\nif [[ $funcstack[1] == _ecsbench ]]; then\n  _ecsbench \"$@\"\nelse\n  compdef _ecsbench "
         "ecsbench\nfi\n";
}

}  // namespace ecsbench
