#include "harness/commands/options/micro_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/commands/options/micro_flags.hpp"
#include "harness/commands/options/number.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/report/text.hpp"
#include "harness/workloads/operation_plan.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kHelpWidth = 100;
constexpr std::string_view kWhat = "What is measured", kOut = "Where results go", kSay = "What is said";

// The last one given, or the default.
std::string text_of(const OptionTexts& texts, std::string_view name) {
  if (const auto given = texts.find(name); given != texts.end()) return given->second.values.back();
  const auto& rows = micro_option_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const OptionRow& one) { return one.name == name; });
  return std::string(row->standard);
}

When colour_of(const std::string& word) {
  if (word == "auto") return When::kAuto;
  if (word == "always") return When::kAlways;
  if (word == "never") return When::kNever;
  throw UsageError(fmt::format("--color: {} It takes one of auto, always, never.",
                               unknown_name("choice", word, {"auto", "always", "never"})));
}

}  // namespace

const std::vector<OptionRow>& micro_option_rows() {
  static const std::vector<OptionRow> rows = {
      {"filter", "RE", "", kWhat,
       "only names in which this regular expression is found: 'archetype.*insert', '^limit/', '/1000$'"},
      {"entities", "LIST", "1k,4k,16k,64k,256k", kWhat, "entities in the world: 10k, 1M, or 4xL3 as in ecsbench run"},
      {"seed", "S", "42", kWhat, "everything random follows from it"},
      {"list", "", "", kWhat, "print the names that would be measured, and stop"},
      {"gbench-json", "FILE", "", kOut,
       "write the JSON of Google Benchmark, as its own tools read it; - is stdout, and nothing else goes there"},
      {"color", "auto|always|never", "auto", kSay, "colour; NO_COLOR and FORCE_COLOR are heeded"},
      {"quiet", "", "", kSay, "no progress", 'q'},
  };
  return rows;
}

Parted part_at_dashes(const std::vector<std::string>& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  return {{words.begin(), dashes}, {dashes == words.end() ? dashes : dashes + 1, words.end()}};
}

MicroOptions micro_options(const OptionTexts& texts, const std::vector<std::string>& flags) {
  require_flags(flags);
  MicroOptions options;
  options.filter = text_of(texts, "filter");
  if (texts.contains("filter") && options.filter.empty()) {
    throw UsageError("--filter: the expression is empty. Leave it out to measure everything.");
  }
  options.entities = parse_entities("--entities", text_of(texts, "entities"));
  options.seed = parse_whole("--seed", text_of(texts, "seed"), {});
  if (texts.contains("gbench-json")) options.gbench_json = text_of(texts, "gbench-json");
  options.list = texts.contains("list");
  options.quiet = texts.contains("quiet");
  options.color = colour_of(text_of(texts, "color"));
  options.flags = flags;
  return options;
}

std::string micro_description() {
  return "Measures single operations under Google Benchmark: what one spawn, insert or look-up costs, and how\n"
         "that grows with the world.\n\n"
         "Examples:\n"
         "  ecsbench micro --filter 'archetype.*insert'\n"
         "  ecsbench micro --filter '^(bitset|limit)/get' --entities 1k,1M\n"
         "  ecsbench micro --gbench-json out.json -- --benchmark_repetitions=9\n";
}

std::string micro_footer() {
  return wrap(fmt::format("A time is the median of 15 repetitions of 1 ms or one frame, whichever is longer. One "
                          "iteration of Google Benchmark is one frame: the world is restored outside its timer, then "
                          "so many operations are done as there are entities ({} where views are made). The table "
                          "divides by them; the file keeps whole frames. The fit is of ns per operation against "
                          "entities, over all sizes alike: O(1), O(lg N) or O(N), and how far the sizes lie from it. "
                          "Caches that no longer hold the world look like O(lg N). In the file, library_build_type is "
                          "that of the packaged library, not of what is measured.",
                          OperationPlan::kViews),
              kHelpWidth) +
         "\n\n" +
         wrap(fmt::format("After -- flags of Google Benchmark: {}. Variables BENCHMARK_* are not read.", flag_names()),
              kHelpWidth) +
         "\n";
}

}  // namespace ecsbench
