#include "harness/report/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/tails.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

using NamedValue = std::pair<std::string_view, std::string>;  // column, value

std::string quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string safe = "\"";
  for (const char letter : text) {
    if (letter == '"') safe += '"';
    safe += letter;
  }
  return safe + '"';
}

std::string number(Number value) {
  const auto known = finite(value);
  return known ? plain(*known) : "";
}

std::string whole(std::uint64_t value) {
  return std::to_string(value);
}

std::string params_text(const CaseResult& entry) {
  std::string text;
  for (const auto& [name, value] : entry.params) {
    if (!text.empty()) text += ';';
    text += name + '=' + plain(value);
  }
  return text;
}

void add_identity(std::vector<NamedValue>& row, const CaseResult& entry) {
  row.insert(row.end(), {{"strategy", quoted(entry.strategy)},
                         {"workload", quoted(entry.workload)},
                         {"entities", whole(entry.entities)},
                         {"matched", whole(entry.matched)},
                         {"operations", whole(entry.operations)},
                         {"per", quoted(entry.per)},
                         {"threads", whole(entry.threads)},
                         {"launch", whole(entry.launch)},
                         {"params", quoted(params_text(entry))},
                         {"rounds", whole(entry.rounds)},
                         {"frames", whole(entry.frames)},
                         {"digest", entry.digest}});
}

void add_times(std::vector<NamedValue>& row, const CaseResult& entry) {
  const FrameResult& frame = entry.frame_ns;
  row.insert(row.end(), {{"frame_median_ns", number(frame.median)},
                         {"frame_mad_ns", number(frame.mad)},
                         {"frame_min_ns", number(frame.min)},
                         {"frame_p95_ns", number(frame.p95)},
                         {"frame_p99_ns", number(frame.p99)},
                         {"frame_max_ns", number(frame.max)},
                         {"group_size", whole(frame.group_size)},
                         {"ns_per_entity", number(entry.ns_per_entity.median)},
                         {"ns_per_entity_ci_low", number(entry.ns_per_entity.ci_low)},
                         {"ns_per_entity_ci_high", number(entry.ns_per_entity.ci_high)}});
}

// "over_16.67_ms", its column in all rows, empty where the result holds no such budget.
void add_budgets(std::vector<NamedValue>& row, const FrameResult& frame) {
  constexpr std::array<std::array<std::string_view, 3>, kBudgetsMs.size()> kColumns = {
      {{"over_16.67_ms", "over_16.67_ms_ci_low", "over_16.67_ms_ci_high"},
       {"over_8.33_ms", "over_8.33_ms_ci_low", "over_8.33_ms_ci_high"},
       {"over_6.94_ms", "over_6.94_ms_ci_low", "over_6.94_ms_ci_high"}}};
  for (std::size_t at = 0; at < kBudgetsMs.size(); ++at) {
    const auto found = std::find_if(frame.over_budget.begin(), frame.over_budget.end(),
                                    [&](const auto& over) { return over.budget_ms == kBudgetsMs[at]; });
    const OverBudgetResult over = found == frame.over_budget.end() ? OverBudgetResult() : *found;
    row.emplace_back(kColumns[at][0], number(over.share));
    row.emplace_back(kColumns[at][1], number(over.ends.ci_low));
    row.emplace_back(kColumns[at][2], number(over.ends.ci_high));
  }
}

void add_tails(std::vector<NamedValue>& row, const FrameResult& frame) {
  row.insert(row.end(), {{"frame_p95_ci_low_ns", number(frame.p95_ends.ci_low)},
                         {"frame_p95_ci_high_ns", number(frame.p95_ends.ci_high)},
                         {"frame_p99_ci_low_ns", number(frame.p99_ends.ci_low)},
                         {"frame_p99_ci_high_ns", number(frame.p99_ends.ci_high)},
                         {"frame_max_ci_low_ns", number(frame.max_ends.ci_low)},
                         {"frame_max_ci_high_ns", number(frame.max_ends.ci_high)},
                         {"p99_to_p50", number(frame.p99_to_p50.median)},
                         {"p99_to_p50_ci_low", number(frame.p99_to_p50.ci_low)},
                         {"p99_to_p50_ci_high", number(frame.p99_to_p50.ci_high)}});
  add_budgets(row, frame);
  const auto& outliers = frame.outliers;
  row.emplace_back("outliers_mild", outliers ? whole(outliers->mild) : "");
  row.emplace_back("outliers_severe", outliers ? whole(outliers->severe) : "");
  row.emplace_back("outliers_in_disturbed_rounds", outliers ? whole(outliers->in_disturbed_rounds) : "");
}

void add_ratios(std::vector<NamedValue>& row, const CaseResult& entry) {
  const RatioToBaseline& base = entry.ratio_to_baseline;
  row.insert(row.end(), {{"baseline", quoted(base.baseline)},
                         {"ratio_to_baseline", number(base.ratio.median)},
                         {"ratio_to_baseline_ci_low", number(base.ratio.ci_low)},
                         {"ratio_to_baseline_ci_high", number(base.ratio.ci_high)},
                         {"verdict", to_string(base.verdict)},
                         {"ratio_to_limit", number(entry.ratio_to_limit.median)},
                         {"ratio_to_limit_ci_low", number(entry.ratio_to_limit.ci_low)},
                         {"ratio_to_limit_ci_high", number(entry.ratio_to_limit.ci_high)},
                         {"ratio_to_gather", number(entry.ratio_to_gather.median)},
                         {"ratio_to_gather_ci_low", number(entry.ratio_to_gather.ci_low)},
                         {"ratio_to_gather_ci_high", number(entry.ratio_to_gather.ci_high)}});
}

void add_memory(std::vector<NamedValue>& row, const CaseResult& entry) {
  const auto& memory = entry.memory;
  const auto bytes = [&](std::optional<std::uint64_t> MemoryResult::*part) {
    return memory && (*memory).*part ? whole(*((*memory).*part)) : std::string();
  };
  row.insert(row.end(), {{"payload_bytes", bytes(&MemoryResult::payload_bytes)},
                         {"index_bytes", bytes(&MemoryResult::index_bytes)},
                         {"slack_bytes", bytes(&MemoryResult::slack_bytes)},
                         {"total_bytes", bytes(&MemoryResult::total_bytes)},
                         {"bytes_per_entity", number(memory ? memory->bytes_per_entity : Number())},
                         {"predicted_bytes_touched", number(entry.predicted.bytes_touched)},
                         {"predicted_gb_per_s", number(entry.predicted.gb_per_s)},
                         {"allocations_per_frame", number(memory ? memory->allocations_per_frame : Number())},
                         {"peak_bytes", bytes(&MemoryResult::peak_bytes)},
                         {"allocator_overhead_bytes", bytes(&MemoryResult::allocator_overhead_bytes)}});
}

std::vector<NamedValue> row_of(const CaseResult& entry) {
  std::vector<NamedValue> row;
  add_identity(row, entry);
  add_times(row, entry);
  add_ratios(row, entry);
  add_memory(row, entry);
  add_tails(row, entry.frame_ns);
  return row;
}

}  // namespace

std::string to_csv(const Result& result) {
  std::vector<std::string> columns;
  for (const NamedValue& field : row_of(CaseResult{})) columns.emplace_back(field.first);
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (const CaseResult& entry : result.cases) {
    std::vector<std::string> values;
    for (NamedValue& field : row_of(entry)) values.push_back(std::move(field.second));
    text += fmt::format("{}\n", fmt::join(values, ","));
  }
  return text;
}

}  // namespace ecsbench
