// Which command, and the options of those that have few. What the options of run mean is in run_options.cpp.
#include "harness/commands/options/options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "harness/commands/options/compare_options.hpp"
#include "harness/commands/options/parser.hpp"
#include "harness/commands/options/row_words.hpp"
#include "harness/commands/options/run_words.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/surroundings.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& [name, help] : commands()) names.push_back(name);
  return names;
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
         "  3    compare found a case that is slower\n"
         "  4    inconclusive, with --strict\n"
         "  130  interrupted (143: terminated); what was complete has been saved\n";
}

Command parse_run(const std::vector<std::string>& words) {
  const auto app = make_app("ecsbench", run_description());
  app->footer(run_footer());
  const std::string version_help = "version, build and libraries; with --json after it as JSON";
  app->add_flag("--version", version_help);
  const RunWords options(*app);
  if (!parse(*app, words)) return help_of(*app);
  if (app->count("--version") > 0) return VersionOptions{};
  RunOptions asked = run_options(options.effective());
  for (std::string& sentence : unknown_variables()) asked.notes.push_back(std::move(sentence));
  return asked;
}

Command parse_compare(const std::vector<std::string>& words) {
  const auto app = make_app("compare", compare_description());
  app->footer(compare_footer());
  std::vector<std::string> files(2);
  app->add_option("OLD", files[0], "a file written by --json: what was before")->type_name("");
  app->add_option("NEW", files[1], "a file written by --json: what is now")->type_name("");
  const RowWords options(*app, compare_option_rows());
  const auto own_end = std::find(words.begin(), words.end(), "--");
  if (!parse(*app, {words.begin(), own_end})) return help_of(*app);
  const OptionTexts texts = options.given();
  std::erase(files, "");
  return compare_options(files, texts, {own_end == words.end() ? own_end : own_end + 1, words.end()});
}

Command parse_micro(const std::vector<std::string>& words) {
  const auto app = make_app("micro", micro_description());
  app->footer(micro_footer());
  const RowWords options(*app, micro_option_rows());
  const auto& [ours, flags] = part_at_dashes(words);
  if (!parse(*app, ours)) return help_of(*app);
  return micro_options(options.given(), flags);
}

Command parse_doctor(const std::vector<std::string>& words) {
  const auto app = make_app("doctor", doctor_description());
  DoctorOptions options;
  std::vector<std::string> results;
  app->add_option("RESULT", results, "a file written by --json")
      ->type_name("")
      ->expected(0, CLI::detail::expected_max_vector_size);
  app->add_flag("--self-test", options.self_test, "put the engine's promises to the test, in under a minute");
  app->add_option("--json", options.json, "write what was found as a result file; - is stdout")->type_name("FILE");
  app->add_flag("-q,--quiet", options.quiet, "no progress");
  if (!parse(*app, words)) return help_of(*app);
  if (results.size() > 1) {
    throw UsageError(fmt::format("'{}' is one word too many: doctor reads one result at a time.", results[1]));
  }
  if (!results.empty()) options.result = results.front();
  return checked(std::move(options));
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

// A command or its help, as one of all.
template <class Options>
Command any_of(std::variant<HelpOptions, Options> parsed) {
  return std::visit([](auto& options) -> Command { return std::move(options); }, parsed);
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& commands() {
  static const std::vector<std::pair<std::string, std::string>> rows = {
      {"run", "measure; the default, so that the word may be left out"},
      {"compare", "two result files, a verdict for each case: ecsbench compare OLD NEW"},
      {"completion", "print completions for a shell: ecsbench completion bash|zsh|fish"},
      {"config", "print what run would use here, and where each value comes from"},
      {"doctor", "build, machine, noise floor, advice; --self-test; doctor RESULT: the warnings of a run"},
      {"explain", "a strategy, a workload, a metric or a warning in half a page; alone: all topics"},
      {"list", "strategies and workloads; --axes NAME: a workload's parameters; --json"},
      {"micro", "single operations under Google Benchmark; --filter RE; -- --benchmark_..."},
      {"plot", "draw charts from a result file: ecsbench plot RESULT -o DIR"},
      {"replay", "run again what a result file was measured with: ecsbench replay RESULT"},
      {"schema", "print the JSON Schema of the result file"},
  };
  return rows;
}

std::vector<CommandShape> command_tree() {
  std::vector<CommandShape> tree;
  for (const auto& [name, summary] : commands()) {
    tree.push_back(std::get<HelpOptions>(parse_command_line({name, "--help"})).shape);
    tree.back().name = name;
    tree.back().summary = summary;
  }
  return tree;
}

Command parse_command_line(const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty() || words.front().front() == '-') {
    const bool version = !words.empty() && words.front() == "--version";
    return version ? parse_version({words.begin() + 1, words.end()}) : parse_run(words);
  }
  const std::string& name = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (name == "run") return parse_run(rest);
  if (name == "compare") return parse_compare(rest);
  if (name == "completion") return any_of(parse_completion(rest));
  if (name == "config") return any_of(parse_config(rest));
  if (name == "doctor") return parse_doctor(rest);
  if (name == "explain") return any_of(parse_explain(rest));
  if (name == "list") return parse_list(rest);
  if (name == "man") return any_of(parse_manual(rest));
  if (name == "micro") return parse_micro(rest);
  if (name == "plot") return parse_plot(rest);
  if (name == "replay") return any_of(parse_replay(rest));
  if (name == "schema") return parse_schema(rest);
  std::vector<std::string> known = command_names();
  known.insert(known.end(), {"--help", "--version"});
  throw UsageError(
      fmt::format("{} Commands: {}.", unknown_name("command", name, known), fmt::join(command_names(), ", ")));
}

}  // namespace ecsbench
