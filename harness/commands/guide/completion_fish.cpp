// Completions for fish: one `complete` line for each option of each command.
#include <fmt/format.h>

#include <string_view>

#include "harness/commands/guide/completion.hpp"

namespace ecsbench {
namespace {

std::string quoted(std::string_view text) {
  std::string safe = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') safe += '\\';
    safe += letter;
  }
  return safe + "'";
}

// " -x -a '...'"
std::string action(const Offer& offer) {
  const std::string words = fmt::format("{}", fmt::join(offer.words, " "));
  switch (offer.kind) {
    case Offer::Kind::kNothing:
      return "";
    case Offer::Kind::kAnything:
      return " -x";
    case Offer::Kind::kWords:
      return " -x -a " + quoted(words);
    case Offer::Kind::kList:
      return fmt::format(" -x -a '(__fish_complete_list , \"string split \\\\  {}\")'", words);
    case Offer::Kind::kFile:
      return " -r -F";
    case Offer::Kind::kFolder:
      return " -x -a '(__fish_complete_directories)'";
  }
  return "";
}

// " -s q -l quiet"
std::string spelling(const OptionShape& option) {
  std::string text;
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return text;
}

std::string line(const std::string& condition, const OptionShape& option, const Names& names) {
  const std::string behind = action(offer_for(option, names));
  const std::string begin = fmt::format("complete -c ecsbench -n {}", quoted(condition));
  if (option.is_argument) return begin + (behind == " -r -F" ? " -F" : behind) + '\n';
  return fmt::format("{}{}{} -d {}\n", begin, spelling(option), behind, quoted(option.help));
}

}  // namespace

std::string fish_completion(const std::vector<CommandShape>& tree, const Names& names) {
  std::vector<std::string> others;
  for (std::size_t at = 1; at < tree.size(); ++at) others.push_back(tree[at].name);
  std::string text =
      "# fish completion for ecsbench, printed by: ecsbench completion fish\n\ncomplete -c ecsbench -f\n";
  for (const CommandShape& command : tree) {
    text += fmt::format("complete -c ecsbench -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted(command.summary));
  }
  for (const CommandShape& command : tree) {
    const bool is_default = &command == &tree.front();
    const std::string condition = is_default ? fmt::format("not __fish_seen_subcommand_from {}", fmt::join(others, " "))
                                             : "__fish_seen_subcommand_from " + command.name;
    text += fmt::format("\n# {}\n", command.name);
    for (const OptionShape& option : command.options) text += line(condition, option, names);
  }
  return text;
}

}  // namespace ecsbench
