// Completions for bash: one function, in which a case says what may follow each option of each command.
#include <fmt/format.h>

#include "harness/commands/guide/completion.hpp"

namespace ecsbench {
namespace {

constexpr const char* kBegin = R"(# bash completion for ecsbench, printed by: ecsbench completion bash

# WORDS: what the last part of a comma list may be.
_ecsbench_list() {
  local done=""
  [[ $cur == *,* ]] && done="${cur%,*},"
  mapfile -t COMPREPLY < <(compgen -P "$done" -W "$1" -- "${cur##*,}")
}

_ecsbench_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

# -f: files, -d: folders
_ecsbench_paths() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

_ecsbench() {
  local cur="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  # --name=value comes as three words
  if [[ $cur == "=" ]]; then
    cur=""
  elif [[ $before == "=" ]]; then
    before="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
)";

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// The shell's words for an offer.
std::string action(const Offer& offer) {
  switch (offer.kind) {
    case Offer::Kind::kNothing:
    case Offer::Kind::kAnything:
      return ":";
    case Offer::Kind::kWords:
      return fmt::format("_ecsbench_words '{}'", joined(offer.words));
    case Offer::Kind::kList:
      return fmt::format("_ecsbench_list '{}'", joined(offer.words));
    case Offer::Kind::kFile:
      return "_ecsbench_paths -f";
    case Offer::Kind::kFolder:
      return "_ecsbench_paths -d";
  }
  return ":";
}

// "run --json" | "run --csv"
std::string patterns(const std::string& command, const OptionShape& option) {
  std::vector<std::string> each;
  for (const std::string& name : option.names) each.push_back(fmt::format("\"{} {}\"", command, name));
  return fmt::format("{}", fmt::join(each, " | "));
}

std::string values(const std::vector<CommandShape>& tree, const Names& names) {
  std::string text = "  case \"$command $before\" in\n";
  for (const CommandShape& command : tree) {
    for (const OptionShape& option : command.options) {
      const Offer offer = offer_for(option, names);
      if (option.is_argument || offer.kind == Offer::Kind::kNothing) continue;
      text += fmt::format("    {}) {}; return ;;\n", patterns(command.name, option), action(offer));
    }
  }
  return text + "  esac\n";
}

std::string dashed_names(const CommandShape& command) {
  std::vector<std::string> dashed;
  for (const OptionShape& option : command.options) {
    if (!option.is_argument) dashed.insert(dashed.end(), option.names.begin(), option.names.end());
  }
  return joined(dashed);
}

std::string options(const std::vector<CommandShape>& tree) {
  std::string text = "  if [[ $cur == -* ]]; then\n    case $command in\n";
  for (const CommandShape& command : tree) {
    text += fmt::format("      {}) _ecsbench_words '{}' ;;\n", command.name, dashed_names(command));
  }
  return text + "    esac\n    return\n  fi\n";
}

std::string arguments(const std::vector<CommandShape>& tree, const Names& names) {
  std::string text = "  case $command in\n";
  for (const CommandShape& command : tree) {
    for (const OptionShape& option : command.options) {
      if (!option.is_argument) continue;
      text += fmt::format("    {}) {} ;;\n", command.name, action(offer_for(option, names)));
      break;  // which of several it is cannot be told: the first speaks for all
    }
  }
  return text + "  esac\n";
}

}  // namespace

std::string bash_completion(const std::vector<CommandShape>& tree, const Names& names) {
  std::vector<std::string> commands;
  for (const CommandShape& command : tree) commands.push_back(command.name);
  std::string text = kBegin;
  text += fmt::format("  local command={}\n", commands.front());
  text += fmt::format(
      "  if ((COMP_CWORD > 1)); then\n    case ${{COMP_WORDS[1]}} in\n      {}) command=${{COMP_WORDS[1]}} ;;\n"
      "    esac\n  fi\n",
      fmt::join(commands, " | "));
  text += values(tree, names) + options(tree);
  text += fmt::format("  if ((COMP_CWORD == 1)); then\n    _ecsbench_words '{}'\n    return\n  fi\n", joined(commands));
  return text + arguments(tree, names) + "}\ncomplete -F _ecsbench ecsbench\n";
}

}  // namespace ecsbench
