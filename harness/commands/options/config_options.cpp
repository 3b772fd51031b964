#include "harness/commands/options/config_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

#include "harness/commands/options/parser.hpp"
#include "harness/commands/options/row_words.hpp"
#include "harness/commands/options/run_words.hpp"
#include "harness/commands/options/surroundings.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/printable.hpp"
#include "harness/report/json_reader.hpp"

namespace ecsbench {
namespace {

// A replay must not write over what it is compared with.
constexpr std::string_view kOutputs[] = {"json", "csv", "markdown", "plot"};

bool is_output(std::string_view option) {
  return std::find(std::begin(kOutputs), std::end(kOutputs), option) != std::end(kOutputs);
}

const OptionRow* row_named(std::string_view name) {
  const auto& rows = run_option_rows();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

// The values of --param are stored one behind the other: "stride=3,7;sets=4".
std::vector<std::string> values_of(std::string_view option, const std::string& stored) {
  if (option != "param") return {stored};
  std::vector<std::string> values;
  std::size_t begin = 0;
  for (std::size_t end = stored.find(';'); end != std::string::npos; end = stored.find(';', begin)) {
    values.push_back(stored.substr(begin, end - begin));
    begin = end + 1;
  }
  values.push_back(stored.substr(begin));
  return values;
}

// What a result was made with, and what of it is left out.
struct Stored {
  OptionTexts texts;
  std::vector<std::string> notes;
};

Stored stored_in(const RunResult& run, const std::string& file) {
  Stored stored;
  std::vector<std::string> outputs;
  for (const auto& [name, value] : run.config) {
    const OptionRow* const row = row_named(name);
    if (row == nullptr) {
      stored.notes.push_back(
          fmt::format("note: {} sets '{}', which this version does not know; it is left out.", file, printable(name)));
    } else if (value.empty() || value == row->standard || (row->value.empty() && value == "false")) {
      continue;
    } else if (is_output(name)) {
      outputs.push_back(fmt::format("--{} {}", name, value));
    } else {
      stored.texts[name] = {values_of(name, value), fmt::format("{}: {}", file, name)};
    }
  }
  if (!outputs.empty()) {
    stored.notes.push_back(
        fmt::format("note: {} of the first run is left out, so that nothing is written over; name "
                    "files anew to write any.",
                    fmt::join(outputs, ", ")));
  }
  return stored;
}

// A value that makes no sense is a fault of the file, not of the words.
void require_sense(const OptionTexts& texts, const std::string& file) {
  try {
    (void)run_options(texts);
  } catch (const UsageError& error) {
    throw ReadError(fmt::format("{} stores a configuration that cannot be run: {}", file, error.what()));
  }
}

ReplayOptions replay_of(const std::string& file, OptionTexts texts) {
  const Result result = read_result(file);
  const std::string shown = printable(file);
  if (result.run.config.empty()) {
    throw ReadError(fmt::format("{} stores no configuration (run.config): there is nothing to replay.", shown));
  }
  Stored stored = stored_in(result.run, shown);
  require_sense(stored.texts, shown);
  texts.merge(stored.texts);
  RunOptions run = run_options(texts);
  run.notes.insert(run.notes.begin(), stored.notes.begin(), stored.notes.end());
  return {std::move(run), file, result.tool, result.environment.fingerprint};
}

}  // namespace

std::variant<HelpOptions, ConfigOptions> parse_config(const std::vector<std::string>& words) {
  const auto app =
      make_app("config",
               "Prints what ecsbench run would use here, and where each value comes from: a flag, the "
               "environment,\necsbench.toml or the default. Takes the options of run.\n\nExamples:\n"
               "  ecsbench config                                     what holds in this folder\n"
               "  ecsbench config --rounds 48 > 48.toml               kept, for: ecsbench --config 48.toml\n");
  const RunWords options(*app);
  if (!parse(*app, words)) return help_of(*app);
  OptionTexts texts = options.effective();
  RunOptions run = run_options(texts);
  for (std::string& sentence : unknown_variables()) run.notes.push_back(std::move(sentence));
  return ConfigOptions{std::move(texts), std::move(run.notes)};
}

std::variant<HelpOptions, ReplayOptions> parse_replay(const std::vector<std::string>& words) {
  const auto app = make_app("replay",
                            "Runs again what a result file was measured with: the same selection, sizes and seed. "
                            "Options of run\nthat stand beside it win over those stored; the environment and "
                            "ecsbench.toml are not looked at.\n\nExamples:\n"
                            "  ecsbench replay a.json                    the same once more, on stdout\n"
                            "  ecsbench replay a.json --json b.json      kept, to be held against a.json\n"
                            "  ecsbench replay a.json --time-budget 60   the same, for longer\n");
  std::string file;
  app->add_option("RESULT", file, "a file written by --json")->type_name("");
  const RowWords options(*app, run_option_rows());
  if (!parse(*app, words)) return help_of(*app);
  if (file.empty()) throw UsageError("replay needs a result file: ecsbench replay out.json.");
  return replay_of(file, options.given());
}

}  // namespace ecsbench
