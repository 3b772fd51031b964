// RunOptions: what `ecsbench [run]` was asked to do, in types. The table of options is the one
// place that names them; the command line, the environment, ecsbench.toml, the help and the stored
// configuration all follow from it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/machine/counters.hpp"
#include "harness/measure/pace.hpp"
#include "harness/report/json.hpp"

namespace ecsbench {

// One option: --name VALUE, or a flag where `value` is empty.
struct OptionRow {
  std::string_view name;
  std::string_view value;
  std::string_view standard;  // the default as it would be typed; may be empty
  std::string_view group;
  std::string_view help;
  char letter = '\0';  // -q
};

[[nodiscard]] const std::vector<OptionRow>& run_option_rows();

// A number of entities as asked for: a count, or a multiple of a cache that only the machine can
// turn into one.
struct EntityCount {
  std::uint64_t count = 0;    // 0: see below
  double cache_multiple = 0;  // 4xL3: 4
  int cache_level = 0;        //       3
  std::string text;           // as typed
  std::string option;         // what a sentence about it calls it: "--entities"
};

struct ParamSweep {
  std::string name;
  std::vector<double> values;
};

enum class Format { kTable, kMarkdown, kCsv, kJson };
enum class When { kAuto, kAlways, kNever };

struct RunOptions {
  std::vector<std::string> strategies;  // names and globs; empty: the default selection
  std::vector<std::string> workloads;
  std::vector<EntityCount> entities;
  std::string baseline;  // empty: boxed where it runs, else the first
  bool reference = true;
  std::uint64_t launches = 1;
  std::optional<std::uint64_t> rounds, frames;  // nothing: found by time
  double time_budget_s = 0;                     // of each launch
  double precision_percent = 0;
  Interleave interleave = Interleave::kBlock;
  std::vector<std::uint64_t> threads;
  std::uint64_t seed = 42;
  std::vector<ParamSweep> params;
  Format format = Format::kTable;
  std::optional<std::string> json, csv, markdown, plot;  // file names; "-" is stdout
  KeptSamples samples = KeptSamples::kAll;
  std::optional<std::uint64_t> cpu;
  std::vector<CounterEvent> counters;  // empty: off
  bool counters_named = false;         // one by one, so that each that is missing matters
  bool cache_model = false;
  std::vector<std::string> no_warn;  // ids
  bool dry_run = false, strict = false, quiet = false, verbose = false;
  When color = When::kAuto;
  std::vector<std::string> notes;                           // what is allowed, but may not be what was meant
  std::vector<std::pair<std::string, std::string>> config;  // every option with its value: replays the run
  std::map<std::string, std::string, std::less<>>
      sources;  // of options that were given elsewhere than on the command line

  // What a sentence about an option calls it: "--seed", "ECSBENCH_SEED", "ecsbench.toml line 3: seed".
  [[nodiscard]] std::string label(std::string_view option) const;

  // The same with a colon and a blank, or nothing for what stands on the command line and explains itself.
  [[nodiscard]] std::string whence(std::string_view option) const;
};

// The values of an option as text, as often as given, and its label. Of a flag the last is what counts.
struct OptionText {
  std::vector<std::string> values;
  std::string source;
};
using OptionTexts = std::map<std::string, OptionText, std::less<>>;

// Throws UsageError: a number out of range, an unknown choice, an empty name, two outputs to stdout.
[[nodiscard]] RunOptions run_options(const OptionTexts& texts);

// "-" for other spellings of it, such as /dev/stdout; any other path as it is.
[[nodiscard]] std::string standard_stream(const std::string& path);

// "1M", "10k", "4xL3"; in a list each once.
[[nodiscard]] std::vector<EntityCount> parse_entities(std::string_view option, std::string_view text);

}  // namespace ecsbench
