#include "harness/commands/run/config.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "harness/commands/printable.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kOriginColumn = 36;

// A number or a truth stands bare, all else in quotes.
std::string quoted(const std::string& value) {
  const bool is_number = !value.empty() && value.find_first_not_of("0123456789.") == std::string::npos;
  if (is_number || value == "true" || value == "false") return value;
  const char quote = value.find('"') == std::string::npos ? '"' : '\'';
  return quote + value + quote;
}

std::string quoted(const std::vector<std::string>& values) {
  if (values.size() == 1) return quoted(values.front());
  std::vector<std::string> each;
  for (const std::string& value : values) each.push_back(quoted(value));
  return fmt::format("[{}]", fmt::join(each, ", "));
}

// The reader of the file knows no escapes and takes '#' for a comment wherever it stands.
bool fits(const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    const bool both_quotes = value.find('"') != std::string::npos && value.find('\'') != std::string::npos;
    if (both_quotes || value.find_first_of("#\\") != std::string::npos || printable(value) != value) return false;
  }
  return true;
}

// "ecsbench.toml line 3: seed" -> "ecsbench.toml line 3"; "--seed" -> "the command line"
std::string origin_of(const OptionText& text, std::string_view name) {
  if (text.source == fmt::format("--{}", name)) return "the command line";
  const std::string tail = fmt::format(": {}", name);
  const bool in_file = text.source.ends_with(tail);
  return printable(in_file ? text.source.substr(0, text.source.size() - tail.size()) : text.source);
}

std::string line(const std::string& setting, const std::string& origin) {
  const std::string padded = display_width(setting) < kOriginColumn ? pad_right(setting, kOriginColumn) : setting + ' ';
  return padded + origin + '\n';
}

std::string line_of(const OptionRow& row, const OptionTexts& given) {
  const auto found = given.find(row.name);
  if (found == given.end()) {
    const std::string standard(row.value.empty() ? "false" : row.standard);
    return line(fmt::format("# {} = {}", row.name, quoted(standard)), "default");
  }
  const OptionText& text = found->second;
  const std::string origin = origin_of(text, row.name);
  if (fits(text.values)) return line(fmt::format("{} = {}", row.name, quoted(text.values)), "# " + origin);
  return line(fmt::format("# {} = {}", row.name, printable(fmt::format("{}", fmt::join(text.values, ", ")))),
              origin + "; a file cannot hold this value: give it as a flag");
}

}  // namespace

std::string config_text(const ConfigOptions& options) {
  std::string text =
      "# What ecsbench run uses here. As ecsbench.toml, or under --config FILE, it says the same again.\n";
  std::string_view group;
  for (const OptionRow& row : run_option_rows()) {
    if (row.group != group) text += fmt::format("\n# {}\n", row.group);
    group = row.group;
    text += line_of(row, options.given);
  }
  return text;
}

}  // namespace ecsbench
