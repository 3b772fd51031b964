// The one unit that includes CLI11. It splits words; what the words mean is in run_options.cpp.
#include "harness/commands/options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/commands/suggest.hpp"
#include "harness/commands/surroundings.hpp"
#include "harness/commands/usage_error.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kHelpWidth = 100, kHelpColumn = 30;
constexpr const char* kConfigFile = "ecsbench.toml";

const std::vector<std::pair<std::string, std::string>>& commands() {
  static const std::vector<std::pair<std::string, std::string>> rows = {
      {"run", "measure; the default, so that the word may be left out"},
      {"list", "strategies and workloads; --axes NAME: a workload's parameters; --json"},
      {"micro", "single operations under Google Benchmark; --filter RE; -- --benchmark_..."},
      {"plot", "draw charts from a result file: ecsbench plot RESULT -o DIR"},
      {"schema", "print the JSON Schema of the result file"},
  };
  return rows;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& [name, help] : commands()) names.push_back(name);
  return names;
}

std::string help_row(const std::string& left, const std::string& right) {
  std::string text = "  " + left;
  if (text.size() + 1 > kHelpColumn) {
    text += '\n' + std::string(kHelpColumn, ' ');
  } else {
    text.resize(kHelpColumn, ' ');
  }
  const std::string wrapped = wrap(right, kHelpWidth - kHelpColumn, 0);
  for (const char letter : wrapped) {
    text += letter;
    if (letter == '\n') text += std::string(kHelpColumn, ' ');
  }
  return text + '\n';
}

// CLI11 wraps nothing; this one keeps to 100 columns and shows defaults where they are.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string left = make_option_name(option, is_positional);
    if (const std::size_t comma = left.find(','); comma != std::string::npos) left.insert(comma + 1, " ");
    if (!is_positional && !option->get_type_name().empty()) left += " " + option->get_type_name();
    std::string right = option->get_description();
    if (!option->get_default_str().empty()) right += " [" + option->get_default_str() + "]";
    return help_row(left, right);
  }

  std::string make_usage(const CLI::App* app, std::string) const override {
    const bool is_run = app->get_name() == "ecsbench";
    const bool takes_file = !app->get_options([](const CLI::Option* o) { return o->get_positional(); }).empty();
    return fmt::format("\nUsage: {}{}{} [OPTIONS]\n", is_run ? "ecsbench [run]" : "ecsbench ",
                       is_run ? "" : app->get_name(), takes_file ? " RESULT" : "");
  }
};

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
    texts.try_emplace(item.name, OptionText{item.inputs, fmt::format("{}: {}", place, item.name)});
  }
}

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

// "--json=" and "-o=" say nothing, and CLI11 would take the next word for the value.
void refuse_empty_values(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return;
    if (word.size() > 1 && word.front() == '-' && word.find('=') == word.size() - 1) {
      throw UsageError(fmt::format("{}: the value is empty.", word.substr(0, word.size() - 1)));
    }
  }
}

// "--json --csv x" would make a file called --csv: an option's name is nobody's value. "--json=--csv" says it is meant.
void refuse_names_as_values(const CLI::App& app, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size() && words[i] != "--"; ++i) {
    const CLI::Option* const option = words[i].starts_with('-') ? app.get_option_no_throw(words[i]) : nullptr;
    if (option == nullptr || option->get_expected_min() == 0) continue;
    const std::string& next = words[i + 1];
    if (next.starts_with('-') && app.get_option_no_throw(next) != nullptr) {
      throw UsageError(
          fmt::format("{0} needs a value, and {1} is an option. A value of that name: {0}={1}.", words[i], next));
    }
  }
}

void refuse_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const std::string word = extras.front().substr(0, extras.front().find('='));
  if (word.front() != '-') {
    const std::vector<std::string> names = command_names();
    const bool command = std::find(names.begin(), names.end(), word) != names.end();
    throw UsageError(command ? fmt::format("'{0}' is a command and comes first: ecsbench {0}.", word)
                             : fmt::format("'{}' is one word too many. See ecsbench --help.", word));
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  throw UsageError(unknown_name("option", word, known) + " See ecsbench --help.");
}

// CLI11 leaves two blank lines between groups; one is enough.
HelpOptions help_of(const CLI::App& app) {
  std::string text = app.help();
  for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n")) text.erase(at, 1);
  return {text};
}

// Parses; the sentences of CLI11 become ours. False: help was asked for.
bool parse(CLI::App& app, const std::vector<std::string>& words) {
  refuse_empty_values(words);
  refuse_names_as_values(app, words);
  app.allow_extras();
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 wants them
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return false;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    throw UsageError(fmt::format("{} needs a value. See ecsbench --help.", what.substr(0, what.find(':'))));
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}. See ecsbench --help.", error.what()));
  }
  refuse_extras(app);
  return true;
}

std::unique_ptr<CLI::App> make_app(const std::string& name, const std::string& description) {
  auto app = std::make_unique<CLI::App>(description, name);
  const auto formatter = std::make_shared<HelpFormatter>();
  formatter->label("Positionals", "Argument");
  app->formatter(formatter);
  app->set_help_flag("-h,--help", "print this");
  return app;
}

std::string run_description() {
  std::string text =
      "ecsbench measures how fast ECS storages do a workload, and proves first that all did the "
      "same "
      "work.\n\nExamples:\n";
  text +=
      "  ecsbench                                              the four storages, four movement "
      "workloads\n"
      "  ecsbench --strategy archetype --entities 1M           one storage beside the baseline and "
      "limit\n"
      "  ecsbench --strategy all --json out.json --plot charts everything, kept and drawn\n"
      "  ecsbench --workload 'move/s*' --entities 10k,1M,4xL3  sizes from the cache to beyond it\n"
      "  ecsbench plot out.json -o charts                      draw an earlier run\n"
      "\nCommands:\n";
  for (const auto& [name, help] : commands()) text += help_row(name, help);
  return text;
}

std::string run_footer() {
  return wrap(
             "Numbers take k, M and G (powers of ten). Each option can also stand in the "
             "environment "
             "(ECSBENCH_TIME_BUDGET=5) or in ./ecsbench.toml (time-budget = 5); flags beat the "
             "environment, and the environment beats the file.",
             kHelpWidth) +
         "\n\nExit codes:\n"
         "  0    fine, also when the reader of a pipe has gone\n"
         "  1    the run failed: a file could not be written, strategies did not do the same work\n"
         "  2    usage: the sentence says what to type\n"
         "  4    inconclusive, with --strict\n"
         "  130  interrupted (143: terminated); what was complete has been saved\n";
}

CLI::Option* add_row(CLI::App& app, const OptionRow& row) {
  const std::string letter = row.letter == '\0' ? "" : fmt::format("-{},", row.letter);
  const std::string names = fmt::format("{}--{}", letter, row.name);
  const std::string help(row.help);
  CLI::Option* option = row.value.empty()
                            ? app.add_flag(names, help)
                            : app.add_option(names, CLI::callback_t([](const auto&) { return true; }), help);
  option->group(std::string(row.group));
  if (row.value.empty()) return option;
  return option->type_name(std::string(row.value))
      ->type_size(1)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false)
      ->default_str(std::string(row.standard));
}

using RowOptions = std::vector<std::pair<const OptionRow*, CLI::Option*>>;

RowOptions add_rows(CLI::App& app, const std::vector<OptionRow>& rows) {
  RowOptions options;
  for (const OptionRow& row : rows) options.emplace_back(&row, add_row(app, row));
  return options;
}

OptionTexts given_texts(const RowOptions& options) {
  OptionTexts texts;
  for (const auto& [row, option] : options) {
    if (option->count() > 0) texts[std::string(row->name)] = {option->results(), fmt::format("--{}", row->name)};
  }
  return texts;
}

Command parse_run(const std::vector<std::string>& words) {
  const auto app = make_app("ecsbench", run_description());
  app->footer(run_footer());
  const RowOptions options = add_rows(*app, run_option_rows());
  const std::string version_help = "version, build and libraries; with --json after it as JSON";
  app->add_flag("--version", version_help);
  std::optional<std::string> config;
  app->add_option("--config", config, "read options from this file")->type_name("FILE")->default_str(kConfigFile);
  if (!parse(*app, words)) return help_of(*app);
  if (app->count("--version") > 0) return VersionOptions{};
  OptionTexts texts = given_texts(options);
  add_environment(texts);
  add_config(texts, config);
  RunOptions asked = run_options(texts);
  for (std::string& sentence : unknown_variables()) asked.notes.push_back(std::move(sentence));
  return asked;
}

Command parse_list(const std::vector<std::string>& words) {
  const auto app = make_app("list", "Strategies and workloads, one line each.\n");
  ListOptions options;
  app->add_option("--axes", options.axes, "the parameters of this workload")->type_name("NAME");
  app->add_flag("--json", options.json, "as JSON");
  if (!parse(*app, words)) return help_of(*app);
  if (app->count("--axes") > 0 && options.axes.empty()) {
    throw UsageError("--axes: the name is empty. Name a workload: ecsbench list shows them.");
  }
  return options;
}

Command parse_micro(const std::vector<std::string>& words) {
  const auto app = make_app("micro", micro_description());
  app->footer(micro_footer());
  const RowOptions options = add_rows(*app, micro_option_rows());
  const auto& [ours, flags] = part_at_dashes(words);
  if (!parse(*app, ours)) return help_of(*app);
  return micro_options(given_texts(options), flags);
}

Command parse_plot(const std::vector<std::string>& words) {
  const auto app = make_app("plot", "Draws charts from a result file, as SVG and PNG.\n");
  PlotOptions options;
  options.folder = "charts";
  app->add_option("RESULT", options.result, "a file written by --json")->type_name("");
  app->add_option("-o,--output", options.folder, "the folder they go to, made if need be")
      ->type_name("DIR")
      ->default_str("charts");
  if (!parse(*app, words)) return help_of(*app);
  if (options.result.empty()) {
    throw UsageError("plot needs a result file: ecsbench plot out.json -o charts.");
  }
  if (options.folder == "-") {
    throw UsageError("--output: charts go into a folder, and '-' is stdout. Name one: ecsbench plot RESULT -o charts.");
  }
  if (options.folder.empty()) throw UsageError("--output: the folder name is empty.");
  options.notes = unknown_variables();
  return options;
}

Command parse_schema(const std::vector<std::string>& words) {
  const auto app = make_app("schema", "Prints the JSON Schema of the result file.\n");
  if (!parse(*app, words)) return help_of(*app);
  return SchemaOptions{};
}

Command parse_version(const std::vector<std::string>& words) {
  const auto app = make_app("--version", "Version, build and libraries.\n");
  VersionOptions options;
  app->add_flag("--json", options.json, "as JSON");
  if (!parse(*app, words)) return help_of(*app);
  return options;
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty() || words.front().front() == '-') {
    const bool version = !words.empty() && words.front() == "--version";
    return version ? parse_version({words.begin() + 1, words.end()}) : parse_run(words);
  }
  const std::string& name = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (name == "run") return parse_run(rest);
  if (name == "list") return parse_list(rest);
  if (name == "micro") return parse_micro(rest);
  if (name == "plot") return parse_plot(rest);
  if (name == "schema") return parse_schema(rest);
  std::vector<std::string> known = command_names();
  known.insert(known.end(), {"--help", "--version"});
  throw UsageError(
      fmt::format("{} Commands: {}.", unknown_name("command", name, known), fmt::join(command_names(), ", ")));
}

}  // namespace ecsbench
