#include "harness/commands/options/surroundings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

constexpr std::string_view kPrefix = "ECSBENCH_";

std::vector<std::string> known_variables() {
  std::vector<std::string> names = {"ECSBENCH_PYTHON"};
  for (const OptionRow& row : run_option_rows()) names.push_back(environment_name(row.name));
  return names;
}

}  // namespace

std::string environment_name(std::string_view option) {
  std::string name(kPrefix);
  for (const char letter : option) {
    name += letter == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return name;
}

void add_environment(OptionTexts& texts) {
  for (const OptionRow& row : run_option_rows()) {
    const std::string name = environment_name(row.name);
    const char* const value = std::getenv(name.c_str());
    if (value == nullptr) continue;
    if (*value == '\0') throw UsageError(fmt::format("{} is set but empty. Give it a value, or unset it.", name));
    texts.try_emplace(std::string(row.name), OptionText{{value}, name});
  }
}

std::vector<std::string> unknown_variables() {
  const std::vector<std::string> known = known_variables();
  std::vector<std::string> sentences;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (!name.starts_with(kPrefix) || std::find(known.begin(), known.end(), name) != known.end()) continue;
    sentences.push_back(fmt::format("warning: {} It is ignored.", unknown_name("variable", name, known)));
  }
  return sentences;
}

}  // namespace ecsbench
