#include "harness/commands/options/config_file.hpp"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

// Where a file speaks of a name, counted from 1; 0 where it cannot be told.
std::size_t line_of(const std::string& name, const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::size_t begin = line.find_first_not_of(" \t\"'");
    if (begin == std::string::npos || line.compare(begin, name.size(), name) != 0) continue;
    const std::size_t end = begin + name.size();
    if (end == line.size() || std::string_view(" \t=\"'").find(line[end]) != std::string_view::npos) return number;
  }
  return 0;
}

std::string place_in(const std::string& path, const std::string& name) {
  const std::size_t line = line_of(name, path);
  return line == 0 ? path : fmt::format("{} line {}", path, line);
}

// CLI11 cuts `param = stride=3,7` at its comma: a piece without a name of its own belongs to the one before.
std::vector<std::string> with_whole_params(const std::vector<std::string>& pieces) {
  std::vector<std::string> params;
  for (const std::string& piece : pieces) {
    if (params.empty() || piece.find('=') != std::string::npos) {
      params.push_back(piece);
    } else {
      params.back() += ',' + piece;
    }
  }
  return params;
}

// Takes in what a file says about options that are not in `texts` yet.
void add_file(OptionTexts& texts, const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> known;
  for (const OptionRow& row : run_option_rows()) known.emplace_back(row.name);
  for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(file)) {
    const std::string place = place_in(path, item.name);
    if (!item.parents.empty() || std::find(known.begin(), known.end(), item.name) == known.end()) {
      throw UsageError(fmt::format("{}: {} It takes the long options of ecsbench run as NAME = VALUE.", place,
                                   unknown_name("option", item.fullname(), known)));
    }
    const auto values = item.name == "param" ? with_whole_params(item.inputs) : item.inputs;
    texts.try_emplace(item.name, OptionText{values, fmt::format("{}: {}", place, item.name)});
  }
}

}  // namespace

void add_config(OptionTexts& texts, const std::optional<std::string>& asked) {
  const std::string path = asked.value_or(kConfigFile);
  std::error_code unknown;
  if (!asked && !std::filesystem::exists(path, unknown)) return;
  if (!std::filesystem::is_regular_file(path, unknown) || !std::ifstream(path)) {
    throw UsageError(fmt::format("{}{}: it is no file that can be read. Name one with --config FILE.",
                                 asked ? "--config " : "", path));
  }
  add_file(texts, path);
}

}  // namespace ecsbench
