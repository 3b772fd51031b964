#include "harness/commands/options/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/commands/options/number.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/warning_kinds.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::string_view kWhat = "What is measured", kHow = "How it is measured", kOut = "Where results go",
                           kSay = "What is said";

// Strict reading of texts by name; the sentences name the option.
class Values {
 public:
  explicit Values(const OptionTexts& texts) : texts_(texts) {}

  [[nodiscard]] std::vector<std::string> all(std::string_view name) const {
    const auto given = texts_.find(name);
    return given == texts_.end() ? std::vector<std::string>() : given->second.values;
  }

  // The last one given, or the default.
  [[nodiscard]] std::string text(std::string_view name) const {
    const std::vector<std::string> given = all(name);
    return given.empty() ? std::string(row(name).standard) : given.back();
  }

  [[nodiscard]] bool given(std::string_view name) const { return !all(name).empty(); }
  [[nodiscard]] bool flag(std::string_view name) const {
    const std::string word = text(name);
    for (const std::string_view yes : {"true", "on", "yes", "1"}) {
      if (word == yes) return true;
    }
    for (const std::string_view no : {"", "false", "off", "no", "0"}) {
      if (word == no) return false;
    }
    throw UsageError(fmt::format("{}: '{}' is neither true nor false.", label(name), word));
  }

  // All that was given, as one comma list.
  [[nodiscard]] std::string joined(std::string_view name) const {
    const std::vector<std::string> given = all(name);
    return given.empty() ? std::string(row(name).standard) : fmt::format("{}", fmt::join(given, ","));
  }

  [[nodiscard]] std::vector<std::string> list(std::string_view name) const {
    return given(name) ? split_list(label(name), joined(name)) : std::vector<std::string>();
  }

  [[nodiscard]] std::uint64_t whole(std::string_view name, WholeRange range) const {
    return parse_whole(label(name), text(name), range);
  }
  [[nodiscard]] std::optional<std::uint64_t> whole_or_auto(std::string_view name, WholeRange range) const {
    if (text(name) == "auto") return std::nullopt;
    return whole(name, range);
  }
  [[nodiscard]] double real(std::string_view name, RealRange range) const {
    return parse_real(label(name), text(name), range);
  }

  [[nodiscard]] std::optional<std::string> file(std::string_view name) const {
    if (!given(name)) return std::nullopt;
    return standard_stream(text(name));
  }

  template <class Choice>
  [[nodiscard]] Choice choice(std::string_view name, const std::vector<std::pair<std::string, Choice>>& choices) const {
    const std::string word = text(name);
    std::vector<std::string> known;
    for (const auto& [label, value] : choices) {
      if (label == word) return value;
      known.push_back(label);
    }
    throw UsageError(fmt::format("{}: {} It takes one of {}.", label(name), unknown_name("choice", word, known),
                                 fmt::join(known, ", ")));
  }

  [[nodiscard]] std::string label(std::string_view name) const {
    const auto given = texts_.find(name);
    return given == texts_.end() ? dashed(name) : given->second.source;
  }

  static std::string dashed(std::string_view name) { return fmt::format("--{}", name); }

 private:
  static const OptionRow& row(std::string_view name) {
    const auto& rows = run_option_rows();
    return *std::find_if(rows.begin(), rows.end(), [&](const OptionRow& row) { return row.name == name; });
  }

  const OptionTexts& texts_;
};

// "4xL3"; nothing where the text has another form.
std::optional<EntityCount> parse_cache_multiple(std::string_view option, std::string_view text) {
  const std::size_t mark = text.find("xL");
  if (mark == std::string_view::npos) return std::nullopt;
  EntityCount count;
  count.text = text;
  count.cache_multiple = parse_real(option, text.substr(0, mark), {0.001, 1e6});
  count.cache_level = static_cast<int>(parse_whole(option, text.substr(mark + 2), {1, 4}));
  return count;
}

ParamSweep parse_param(const std::string& label, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw UsageError(fmt::format("{}: '{}' is not NAME=VALUE. See ecsbench list --axes WORKLOAD.", label, text));
  }
  ParamSweep sweep{std::string(text.substr(0, equals)), {}};
  const std::string option = label + " " + sweep.name;
  for (const std::string& value : split_list(option, text.substr(equals + 1))) {
    const bool whole_form = value.find_first_of("kMG") != std::string::npos;
    const double number =
        whole_form ? static_cast<double>(parse_whole(option, value, {})) : parse_real(option, value, kEveryReal);
    if (std::find(sweep.values.begin(), sweep.values.end(), number) == sweep.values.end()) {
      sweep.values.push_back(number);
    }
  }
  return sweep;
}

std::vector<ParamSweep> parse_params(const std::string& label, const std::vector<std::string>& texts) {
  std::vector<ParamSweep> sweeps;
  for (const std::string& text : texts) {
    ParamSweep sweep = parse_param(label, text);
    const auto same =
        std::find_if(sweeps.begin(), sweeps.end(), [&](const ParamSweep& known) { return known.name == sweep.name; });
    if (same != sweeps.end()) {
      throw UsageError(fmt::format("{0}: {1} is given twice. For a sweep write {1}=1,2,3.", label, sweep.name));
    }
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

std::vector<std::uint64_t> parse_counts(const Values& values, std::string_view name) {
  std::vector<std::uint64_t> counts;
  for (const std::string& part : split_list(values.label(name), values.joined(name))) {
    const std::uint64_t count = parse_whole(values.label(name), part, {1, 1024});
    if (std::find(counts.begin(), counts.end(), count) == counts.end()) counts.push_back(count);
  }
  return counts;
}

void require_one_stdout(const RunOptions& options) {
  int to_stdout = 0;
  for (const auto& file : {options.json, options.csv, options.markdown}) {
    if (file == "-") ++to_stdout;
  }
  if (to_stdout > 1) {
    throw UsageError(
        "only one of --json, --csv and --markdown can go to stdout ('-', /dev/stdout). Name a file for the other.");
  }
}

void read_what(const Values& values, RunOptions& options) {
  options.strategies = values.list("strategy");
  options.workloads = values.list("workload");
  options.entities = parse_entities(values.label("entities"), values.joined("entities"));
  options.baseline = values.text("baseline");
  if (values.given("baseline") && options.baseline.empty()) {
    throw UsageError(values.label("baseline") + ": the name is empty.");
  }
  options.reference = !values.flag("no-reference");
  options.threads = parse_counts(values, "threads");
  options.params = parse_params(values.label("param"), values.all("param"));
}

// auto is all there are, off none.
void read_counters(const Values& values, RunOptions& options) {
  const std::string text = values.text("counters");
  const auto all = all_counter_events();
  if (text == "off") return;
  if (text == "auto") {
    options.counters.assign(all.begin(), all.end());
    return;
  }
  std::vector<std::string> known{"auto", "off"};
  for (const CounterEvent event : all) known.emplace_back(name_of(event));
  for (const std::string& name : values.list("counters")) {
    const auto event = counter_event(name);
    if (!event) {
      throw UsageError(values.label("counters") + ": " + unknown_name("counter", name, known) + " There are " +
                       fmt::format("{}.", fmt::join(known, ", ")));
    }
    if (std::find(options.counters.begin(), options.counters.end(), *event) == options.counters.end()) {
      options.counters.push_back(*event);
    }
  }
  options.counters_named = true;
}

void read_how(const Values& values, RunOptions& options) {
  options.rounds = values.whole_or_auto("rounds", {1, 1'000'000});
  options.frames = values.whole_or_auto("frames", {1, 1'000'000'000});
  options.time_budget_s = values.real("time-budget", {0.01, 1e6});
  options.precision_percent = values.real("precision", {0.001, 100});
  options.launches = values.whole("launches", {1, 1000});
  options.interleave = values.choice<Interleave>(
      "interleave", {{"block", Interleave::kBlock}, {"frame", Interleave::kFrame}, {"none", Interleave::kNone}});
  options.seed = values.whole("seed", {});
  if (options.rounds && values.given("time-budget")) {
    options.notes.push_back(
        fmt::format("note: --rounds wins over --time-budget: {} whatever time that takes; the budget only shortens "
                    "blocks.",
                    counted(*options.rounds, "round")));
  }
  if (values.given("cpu")) options.cpu = values.whole("cpu", {0, 65'535});
  read_counters(values, options);
}

void read_output(const Values& values, RunOptions& options) {
  options.format = values.choice<Format>(
      "format",
      {{"table", Format::kTable}, {"markdown", Format::kMarkdown}, {"csv", Format::kCsv}, {"json", Format::kJson}});
  options.json = values.file("json");
  options.csv = values.file("csv");
  options.markdown = values.file("markdown");
  options.plot = values.file("plot");
  if (options.plot == "-") {
    throw UsageError(values.label("plot") + ": charts go into a folder, and '-' is stdout. Name one: --plot charts.");
  }
  if (options.plot == "") throw UsageError(values.label("plot") + ": the folder name is empty.");
  options.samples = values.choice<KeptSamples>(
      "samples", {{"none", KeptSamples::kNone}, {"summary", KeptSamples::kSummary}, {"all", KeptSamples::kAll}});
  require_one_stdout(options);
}

void require_warning(const std::string& label, const std::string& id) {
  if (find_warning_kind(id) != nullptr) return;
  throw UsageError(fmt::format("{}: {} Known: {}.", label, unknown_name("warning", id, warning_ids()),
                               fmt::join(warning_ids(), ", ")));
}

void read_speech(const Values& values, RunOptions& options) {
  options.dry_run = values.flag("dry-run");
  options.strict = values.flag("strict");
  options.quiet = values.flag("quiet");
  options.verbose = values.flag("verbose");
  enum class Wanted { kWithDetails, kYes, kNo };
  const auto modelled = values.choice<Wanted>(
      "cache-model", {{"auto", Wanted::kWithDetails}, {"on", Wanted::kYes}, {"off", Wanted::kNo}});
  options.cache_model = modelled == Wanted::kYes || (modelled == Wanted::kWithDetails && options.verbose);
  options.no_warn = values.list("no-warn");
  for (const std::string& id : options.no_warn) require_warning(values.label("no-warn"), id);
  options.color =
      values.choice<When>("color", {{"auto", When::kAuto}, {"always", When::kAlways}, {"never", When::kNever}});
}

std::vector<OptionRow> rows_of_what() {
  return {
      {"strategy", "NAMES", "", kWhat, "strategies: a comma list, globs, or 'all' (default: the four storages)"},
      {"workload", "NAMES", "", kWhat, "workloads: a comma list or globs (default: the four movement workloads)"},
      {"entities", "LIST", "1M", kWhat,
       "entities in the world: 10k, 1M, 1e6, or 4xL3 for a payload of four times that cache"},
      {"baseline", "NAME", "", kWhat,
       "ratios are against this strategy (default: boxed where it runs, else the first)"},
      {"no-reference", "", "", kWhat,
       "leave out boxed, boxed_scattered, limit and gather, which otherwise join every movement "
       "run"},
      {"threads", "LIST", "1", kWhat, "threads; the workloads of this version run on one"},
      {"param", "NAME=VALUE[,VALUE]", "", kWhat,
       "a parameter of a workload (see list --axes); a list makes a sweep; may be repeated"},
  };
}

std::vector<OptionRow> rows_of_how() {
  return {
      {"rounds", "N", "auto", kHow,
       "rounds; in each every strategy runs one block of frames; a number is kept however long it takes"},
      {"frames", "N", "auto", kHow, "frames in a block; auto: blocks of all strategies take equal time"},
      {"time-budget", "S", "14", kHow,
       "seconds of measuring in each launch, for all tables together; --rounds N wins over it"},
      {"precision", "PCT", "1", kHow, "a table may end early when every ratio is known to this many per cent"},
      {"launches", "L", "1", kHow,
       "start the program anew so many times, each with its own time budget: memory lies elsewhere in each, and a "
       "verdict must hold in all; 7 or more for claims"},
      {"interleave", "block|frame|none", "block", kHow,
       "how strategies alternate, so that heat and neighbours hit all alike"},
      {"seed", "S", "42", kHow, "everything random follows from it"},
      {"cpu", "N", "", kHow, "stay on this processor"},
      {"counters", "auto|off|LIST", "auto", kHow,
       "what the processor counts by the match: cycles,instructions,llc-misses,..."},
      {"cache-model", "auto|on|off", "auto", kHow,
       "misses in a model of this machine's caches, where nothing counts them too; auto: with -v"},
  };
}

std::vector<OptionRow> rows_of_outputs() {
  return {
      {"format", "table|markdown|csv|json", "table", kOut, "what is printed on stdout"},
      {"json", "FILE", "", kOut, "write the result file; - is stdout, and nothing else goes there"},
      {"csv", "FILE", "", kOut, "write one row a case"},
      {"markdown", "FILE", "", kOut, "write the tables for a pull request"},
      {"plot", "DIR", "", kOut, "draw charts into this folder"},
      {"samples", "none|summary|all", "all", kOut, "single frame times in the result file"},
  };
}

std::vector<OptionRow> rows_of_manners() {
  return {
      {"dry-run", "", "", kSay, "say what would be measured and what it would need, and stop"},
      {"strict", "", "", kSay, "exit with 4 when a comparison is inconclusive"},
      {"no-warn", "IDS", "", kSay, "warnings that need not be said, a comma list: W04,W13; the result file keeps them"},
      {"color", "auto|always|never", "auto", kSay, "colour; NO_COLOR and FORCE_COLOR are heeded"},
      {"quiet", "", "", kSay, "no progress, hints or warnings", 'q'},
      {"verbose", "", "", kSay, "say each step and every warning; show what must be touched", 'v'},
  };
}

}  // namespace

std::string standard_stream(const std::string& path) {
  const std::string plain_path = std::filesystem::path(path).lexically_normal().string();
  const bool is_stdout = plain_path == "/dev/stdout" || plain_path == "/dev/fd/1" || plain_path == "/proc/self/fd/1";
  return is_stdout ? "-" : path;
}

const std::vector<OptionRow>& run_option_rows() {
  static const std::vector<OptionRow> rows = [] {
    std::vector<OptionRow> all;
    for (const std::vector<OptionRow>& some : {rows_of_what(), rows_of_how(), rows_of_outputs(), rows_of_manners()}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return rows;
}

std::vector<EntityCount> parse_entities(std::string_view option, std::string_view text) {
  std::vector<EntityCount> entities;
  for (const std::string& part : split_list(option, text)) {
    std::optional<EntityCount> count = parse_cache_multiple(option, part);
    if (!count) {
      count.emplace();
      count->count = parse_whole(option, part, {1, UINT64_MAX});
      count->text = part;
    }
    count->option = option;
    const auto known = std::find_if(entities.begin(), entities.end(), [&](const EntityCount& c) {
      return c.count == count->count && c.cache_multiple == count->cache_multiple &&
             c.cache_level == count->cache_level;
    });
    if (known == entities.end()) entities.push_back(std::move(*count));
  }
  return entities;
}

std::string RunOptions::label(std::string_view option) const {
  const auto elsewhere = sources.find(option);
  return elsewhere == sources.end() ? Values::dashed(option) : elsewhere->second;
}

std::string RunOptions::whence(std::string_view option) const {
  return sources.contains(option) ? label(option) + ": " : "";
}

RunOptions run_options(const OptionTexts& texts) {
  const Values values(texts);
  RunOptions options;
  for (const auto& [name, given] : texts) {
    if (given.source != Values::dashed(name)) options.sources.emplace(name, given.source);
  }
  read_what(values, options);
  read_how(values, options);
  read_output(values, options);
  read_speech(values, options);
  for (const OptionRow& row : run_option_rows()) {
    const std::string value = row.value.empty()     ? (values.flag(row.name) ? "true" : "false")
                              : row.name == "param" ? fmt::format("{}", fmt::join(values.all("param"), ";"))
                                                    : values.joined(row.name);
    options.config.emplace_back(row.name, value);
  }
  return options;
}

}  // namespace ecsbench
