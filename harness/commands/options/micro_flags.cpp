#include "harness/commands/options/micro_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "harness/commands/options/number.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

using Check = std::function<void(std::string_view flag, std::string_view value)>;

void check_seconds(std::string_view flag, std::string_view value) {
  (void)parse_real(flag, value, {0, 1e6});
}
void check_count(std::string_view flag, std::string_view value) {
  (void)parse_whole(flag, value, {1, 100'000});
}
void check_level(std::string_view flag, std::string_view value) {
  (void)parse_whole(flag, value, {0, 100});
}
void check_switch(std::string_view flag, std::string_view value) {
  if (value == "true" || value == "false") return;
  throw UsageError(fmt::format("{}: '{}' is neither true nor false.", flag, value));
}
void check_unit(std::string_view flag, std::string_view value) {
  for (const std::string_view unit : {"ns", "us", "ms", "s"}) {
    if (value == unit) return;
  }
  throw UsageError(fmt::format("{}: '{}' is none of ns, us, ms, s.", flag, value));
}
void check_pairs(std::string_view flag, std::string_view value) {
  for (const std::string& pair : split_list(flag, value)) {
    if (std::count(pair.begin(), pair.end(), '=') == 1 && pair.front() != '=' && pair.back() != '=') continue;
    throw UsageError(fmt::format("{}: '{}' is not KEY=VALUE.", flag, pair));
  }
}
void check_names(std::string_view flag, std::string_view value) {
  (void)split_list(flag, value);
}

const std::vector<std::pair<std::string, Check>>& handed_on() {
  static const std::vector<std::pair<std::string, Check>> flags = {
      {"--benchmark_min_time", check_seconds},
      {"--benchmark_min_warmup_time", check_seconds},
      {"--benchmark_repetitions", check_count},
      {"--benchmark_enable_random_interleaving", check_switch},
      {"--benchmark_report_aggregates_only", check_switch},
      {"--benchmark_time_unit", check_unit},
      {"--benchmark_perf_counters", check_names},
      {"--benchmark_context", check_pairs},
      {"--v", check_level},
  };
  return flags;
}

struct Replaced {
  std::string_view flag, by;
};
constexpr Replaced kReplaced[] = {
    {"--benchmark_filter", "type --filter RE before the --"},
    {"--benchmark_list_tests", "type --list before the --"},
    {"--benchmark_out", "type --gbench-json FILE before the --"},
    {"--benchmark_out_format", "--gbench-json FILE writes JSON"},
    {"--benchmark_format", "the table is ours; --gbench-json - prints JSON"},
    {"--benchmark_color", "type --color WHEN before the --"},
    {"--benchmark_counters_tabular", "the table always is"},
    {"--benchmark_display_aggregates_only",
     "the table shows medians; --benchmark_report_aggregates_only is for the file"},
};

void require_flag(const std::string& word) {
  const std::size_t equals = word.find('=');
  const std::string flag = word.substr(0, equals);
  for (const Replaced& one : kReplaced) {
    if (flag == one.flag) throw UsageError(fmt::format("{}: not here: {}.", flag, one.by));
  }
  const auto& flags = handed_on();
  const auto found = std::find_if(flags.begin(), flags.end(), [&](const auto& one) { return one.first == flag; });
  if (found == flags.end()) {
    std::vector<std::string> known;
    for (const auto& [name, check] : flags) known.push_back(name);
    throw UsageError(fmt::format("after --: {} It takes flags of Google Benchmark: {}.",
                                 unknown_name("flag", word, known), fmt::join(known, ", ")));
  }
  if (equals == std::string::npos) {
    throw UsageError(fmt::format("{0} needs a value, joined to it: {0}=VALUE.", flag));
  }
  found->second(flag, std::string_view(word).substr(equals + 1));
}

}  // namespace

void require_flags(const std::vector<std::string>& flags) {
  for (const std::string& flag : flags) require_flag(flag);
}

std::string flag_names() {
  std::vector<std::string> names;
  for (const auto& [name, check] : handed_on()) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace ecsbench
