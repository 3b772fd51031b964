#include "harness/commands/guide/completion.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "harness/commands/guide/topic.hpp"
#include "harness/commands/warning_kinds.hpp"

namespace ecsbench {
namespace {

bool is_called(const OptionShape& option, std::string_view name) {
  return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
}

// "auto|off|LIST" -> auto, off: what stands in capitals is a kind of value.
std::vector<std::string> choices_of(const std::string& value) {
  std::vector<std::string> choices;
  if (value.find('|') == std::string::npos) return choices;
  std::istringstream stream(value);
  for (std::string word; std::getline(stream, word, '|');) {
    const bool is_capital = std::any_of(word.begin(), word.end(), [](char letter) { return letter < 'a'; });
    if (!is_capital) choices.push_back(word);
  }
  return choices;
}

std::vector<std::string> with_all(std::vector<std::string> names) {
  names.insert(names.begin(), "all");
  return names;
}

}  // namespace

Names names_of(const Catalogue& catalogue) {
  Names names;
  for (const StrategyInfo& strategy : catalogue.strategies) names.strategies.push_back(strategy.name);
  for (const WorkloadInfo& workload : catalogue.workloads) names.workloads.push_back(workload.name);
  for (const Topic& topic : topics(catalogue)) names.topics.push_back(topic.name);
  names.warnings = warning_ids();
  return names;
}

Offer offer_for(const OptionShape& option, const Names& names) {
  using enum Offer::Kind;
  if (is_called(option, "--strategy")) return {kList, with_all(names.strategies)};
  if (is_called(option, "--workload")) return {kList, names.workloads};
  if (is_called(option, "--baseline")) return {kWords, names.strategies};
  if (is_called(option, "--axes")) return {kWords, names.workloads};
  if (is_called(option, "--no-warn")) return {kList, names.warnings};
  if (is_called(option, "TOPIC")) return {kWords, names.topics};
  const std::vector<std::string> choices = choices_of(option.value);
  if (!choices.empty()) return {kWords, choices};
  if (option.value == "DIR") return {kFolder};
  if (option.value == "FILE" || (option.is_argument && option.value.empty())) return {kFile};
  return {option.value.empty() ? kNothing : kAnything};
}

std::string completion_text(Shell shell, const std::vector<CommandShape>& tree, const Names& names) {
  switch (shell) {
    case Shell::kBash:
      return bash_completion(tree, names);
    case Shell::kZsh:
      return zsh_completion(tree, names);
    case Shell::kFish:
      return fish_completion(tree, names);
  }
  return "";
}

}  // namespace ecsbench
