#include "harness/commands/options/compare_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/commands/options/number.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/surroundings.hpp"
#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

constexpr std::string_view kWhat = "What is compared", kHow = "How it is judged", kOut = "Where results go",
                           kSay = "What is said";

std::string_view standard_of(std::string_view name) {
  const auto& rows = compare_option_rows();
  return std::find_if(rows.begin(), rows.end(), [&](const OptionRow& row) { return row.name == name; })->standard;
}

// The last value given, or the default.
std::string value_of(const OptionTexts& texts, std::string_view name) {
  const auto given = texts.find(name);
  return given == texts.end() ? std::string(standard_of(name)) : given->second.values.back();
}

bool is_set(const OptionTexts& texts, std::string_view name) {
  return texts.find(name) != texts.end();
}

std::string choice(const OptionTexts& texts, std::string_view name, const std::vector<std::string>& known) {
  std::string word = value_of(texts, name);
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  throw UsageError(
      fmt::format("--{}: {} It takes one of {}.", name, unknown_name("choice", word, known), fmt::join(known, ", ")));
}

// "2" and "2%" are per cent.
double threshold_of(const OptionTexts& texts) {
  std::string text = value_of(texts, "threshold");
  if (text.size() > 1 && text.back() == '%') text.pop_back();
  return parse_real("--threshold", text, {0, 1000}) / 100;
}

void read_fail_on(const OptionTexts& texts, CompareOptions& options) {
  const std::vector<std::string> known = {"slower", "inconclusive", "none"};
  const std::vector<std::string> words = split_list("--fail-on", value_of(texts, "fail-on"));
  for (const std::string& word : words) {
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      throw UsageError(fmt::format("--fail-on: {} It takes a list of slower and inconclusive, or none.",
                                   unknown_name("verdict to fail on", word, known)));
    }
  }
  const auto has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  if (has("none") && words.size() > 1) throw UsageError("--fail-on: none goes with no other word.");
  options.fail_on_slower = has("slower");
  options.fail_on_inconclusive = has("inconclusive");
}

Format format_of(const OptionTexts& texts) {
  const std::string word = choice(texts, "format", {"table", "markdown", "json"});
  if (word == "json") return Format::kJson;
  return word == "markdown" ? Format::kMarkdown : Format::kTable;
}

When color_of(const OptionTexts& texts) {
  const std::string word = choice(texts, "color", {"auto", "always", "never"});
  if (word == "always") return When::kAlways;
  return word == "never" ? When::kNever : When::kAuto;
}

// What a rerun asks of both programs; what is written is the rerun's own business.
void read_rerun(const OptionTexts& texts, const std::vector<std::string>& run_words, CompareOptions& options) {
  options.rerun = is_set(texts, "rerun");
  options.run_words = run_words;
  if (!options.rerun && (is_set(texts, "launches") || !run_words.empty())) {
    throw UsageError(fmt::format("{} goes with --rerun alone: ecsbench compare --rerun OLDBIN NEWBIN.",
                                 is_set(texts, "launches") ? "--launches" : "'--' with options of run behind it"));
  }
  if (value_of(texts, "launches") != "auto") {
    options.launches = parse_whole("--launches", value_of(texts, "launches"), {1, 1000});
  }
  for (const std::string& word : run_words) {
    if (word == "--launches" || word.starts_with("--launches=")) {
      throw UsageError("--launches stands before '--': the rerun itself launches both programs alternately.");
    }
    for (const std::string_view output : {"--json", "--csv", "--markdown", "--plot", "--samples"}) {
      if (word == output || word.starts_with(fmt::format("{}=", output))) {
        throw UsageError(
            fmt::format("{} is no option for the programs of a rerun: their results are read from files "
                        "that are removed.",
                        output));
      }
    }
  }
}

}  // namespace

const std::vector<OptionRow>& compare_option_rows() {
  static const std::vector<OptionRow> rows = {
      {"rerun", "", "", kWhat, "OLD and NEW are programs: run them alternately and compare pair by pair"},
      {"launches", "L|auto", "auto", kWhat, "of each program in a rerun; auto: as many as the number of cases needs"},
      {"threshold", "PCT", "2", kHow, "a difference below this many per cent does not matter"},
      {"fail-on", "LIST", "slower", kHow, "slower (exit 3), inconclusive (exit 4), both with a comma, or none"},
      {"strict", "", "", kHow, "exit 4 unless every case of both files was compared and judged"},
      {"seed", "S", "42", kHow, "of the bootstrap"},
      {"format", "table|markdown|json", "table", kOut, "what stdout gets"},
      {"json", "FILE", "", kOut, "write the comparison as JSON; '-' is stdout"},
      {"color", "auto|always|never", "auto", kSay, "colour; NO_COLOR and FORCE_COLOR are heeded"},
      {"quiet", "", "", kSay, "no hints", 'q'},
  };
  return rows;
}

std::string compare_description() {
  return "Compares two result files: for each case that is in both the ratio new / old, its interval, and a\n"
         "verdict: faster, slower, same within T, or inconclusive. T is the threshold, or more where the runs'\n"
         "own controls ask for it. A case that did not do the same work in both is refused.\n"
         "Below five launches in either file nothing within a factor of 2 is called faster or slower: where\n"
         "memory lies in a launch may do as much. All cases of a default run together ask for seven\n"
         "(run --launches 7).\n\nExamples:\n"
         "  ecsbench compare before.json after.json\n"
         "  ecsbench compare before.json after.json --threshold 5 --format markdown\n"
         "  ecsbench compare before.json after.json --json - --strict\n"
         "  ecsbench compare --rerun ./old ./new -- --entities 100k --time-budget 2\n";
}

std::string compare_footer() {
  return "Exit codes:\n"
         "  0    no case is slower\n"
         "  1    a file could not be read or written, a program of a rerun failed\n"
         "  2    usage, or nothing in the two files can be compared\n"
         "  3    a case is slower (unless --fail-on says otherwise)\n"
         "  4    none is slower, but one is inconclusive (with --fail-on inconclusive or --strict)\n";
}

CompareOptions compare_options(const std::vector<std::string>& files, const OptionTexts& texts,
                               const std::vector<std::string>& run_words) {
  CompareOptions options;
  if (files.size() != 2) {
    throw UsageError(
        fmt::format("compare takes two result files, or with --rerun two programs, and {} {} given: ecsbench "
                    "compare OLD NEW.",
                    files.size(), files.size() == 1 ? "is" : "are"));
  }
  options.old_result = files[0];
  options.new_result = files[1];
  read_rerun(texts, run_words, options);
  options.settings.threshold = threshold_of(texts);
  options.settings.seed = parse_whole("--seed", value_of(texts, "seed"), {});
  read_fail_on(texts, options);
  options.strict = is_set(texts, "strict");
  options.format = format_of(texts);
  if (is_set(texts, "json")) options.json = standard_stream(value_of(texts, "json"));
  options.color = color_of(texts);
  options.quiet = is_set(texts, "quiet");
  options.notes = unknown_variables();
  return options;
}

}  // namespace ecsbench
