#include "harness/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/counted_table.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/memory_table.hpp"
#include "harness/report/modelled_table.hpp"
#include "harness/report/notes.hpp"
#include "harness/report/pivot.hpp"
#include "harness/report/tails_table.hpp"
#include "harness/report/text.hpp"
#include "harness/report/time_unit.hpp"
#include "harness/report/to_decide.hpp"
#include "harness/report/touched_table.hpp"
#include "harness/report/why_no_percentile.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kNarrowBelow = 96;

std::vector<double> medians_of(const Block& block) {
  std::vector<double> medians;
  for (const CaseResult* entry : block.cases) {
    if (const auto median = finite(entry->frame_ns.median)) medians.push_back(*median);
  }
  return medians;
}

// Digits before the decimal point of "0.152", and from it on: 1 and 4.
struct Places {
  std::size_t before = 0;
  std::size_t after = 0;
};

Places places_of(std::string_view number) {
  const std::size_t point = std::min(number.find('.'), number.size());
  return {point, number.size() - point};
}

// Builds the cells of one block; decimals are chosen per column, so that the points line up.
class Rows {
 public:
  Rows(const Block& block, const Result& result, bool narrow)
      : block_(block), result_(result), narrow_(narrow), unit_(time_unit(medians_of(block))) {
    std::vector<double> costs, ratios;
    for (const CaseResult* entry : block.cases) {
      if (const auto cost = finite(entry->ns_per_entity.median)) costs.push_back(*cost);
      if (const auto ratio = finite(entry->ratio_to_baseline.ratio.median)) ratios.push_back(*ratio);
    }
    cost_decimals_ = decimals_for(costs);
    for (const double ratio : ratios) {
      const Places places = places_of(significant(ratio));
      ratio_places_ = {std::max(ratio_places_.before, places.before), std::max(ratio_places_.after, places.after)};
    }
  }

  [[nodiscard]] std::vector<Column> columns() const {
    const std::string unit(unit_.name);
    std::vector<Column> columns = {
        {{"strategy"}, Align::kLeft},
        {{"frame", unit}},
        {{"ns per", unit_of_work(block_)}},
        {narrow_ ? std::vector<std::string>{"95 %", "± %"} : std::vector<std::string>{"95 % interval"}},
        {{"p99", unit}},
        {{"×", "limit"}},
        {{"× " + baseline()}, Align::kLeft},
        {{"bytes per", "entity"}}};
    if (narrow_) columns.back().head = {"bytes", "per e."};
    return columns;
  }

  std::vector<Cell> row(const CaseResult& entry) {
    return {name(entry),
            time(entry.frame_ns.median, "not measured"),
            cost(entry),
            interval(entry),
            time(entry.frame_ns.p99, why_no_percentile(entry, 0.99)),
            limit(entry),
            ratio(entry),
            bytes(entry)};
  }

  [[nodiscard]] const Notes& notes() const { return notes_; }

 private:
  [[nodiscard]] std::string baseline() const {
    for (const CaseResult* entry : block_.cases) {
      if (!entry->ratio_to_baseline.baseline.empty()) return entry->ratio_to_baseline.baseline;
    }
    return "baseline";
  }

  [[nodiscard]] Cell name(const CaseResult& entry) const {
    if (is_bound(entry.strategy)) return {entry.strategy, Tone::kFaint};
    const auto first = std::find_if(block_.cases.begin(), block_.cases.end(),
                                    [](const CaseResult* c) { return !is_bound(c->strategy); });
    return {entry.strategy, *first == &entry ? Tone::kStrong : Tone::kPlain};
  }

  Cell time(Number value_ns, std::string reason) {
    const auto value = finite(value_ns);
    if (!value) return notes_.missing(std::move(reason));
    return {fixed(*value / unit_.ns, unit_.decimals)};
  }

  Cell cost(const CaseResult& entry) {
    const auto value = finite(entry.ns_per_entity.median);
    return value ? Cell{fixed(*value, cost_decimals_)} : notes_.missing("not measured");
  }

  Cell interval(const CaseResult& entry) {
    const auto low = finite(entry.ns_per_entity.ci_low), high = finite(entry.ns_per_entity.ci_high);
    const auto centre = finite(entry.ns_per_entity.median);
    if (!low || !high || !centre) return notes_.missing("an interval needs at least 6 rounds");
    if (!narrow_) return {fixed(*low, cost_decimals_) + " – " + fixed(*high, cost_decimals_)};
    return {fixed(std::max(*high - *centre, *centre - *low) / *centre * 100, 1)};
  }

  Cell limit(const CaseResult& entry) {
    const auto value = finite(entry.ratio_to_limit.median);
    if (value) return {fixed(*value, *value < 99.95 ? 2 : 0)};
    return entry.strategy == "limit" ? Cell{"1.00"} : notes_.missing("no limit ran beside it");
  }

  Cell ratio(const CaseResult& entry) {
    const auto value = finite(entry.ratio_to_baseline.ratio.median);
    if (entry.strategy == baseline()) return {aligned_ratio(1) + " baseline"};
    if (!value) return notes_.missing("no baseline ran beside it");
    const Verdict verdict = entry.ratio_to_baseline.verdict;
    const ComparisonResult* made = comparison(block_, result_, baseline(), entry.strategy);
    const std::string why = made == nullptr ? "" : why_inconclusive(*made);
    return {aligned_ratio(*value) + " " + to_string(verdict) + (why.empty() ? "" : notes_.mark_of(why)),
            is_bound(entry.strategy) ? Tone::kFaint : tone_of(verdict)};
  }

  // The decimal points of the column stand below one another.
  [[nodiscard]] std::string aligned_ratio(double value) const {
    const std::string text = significant(value);
    const std::string padded = std::string(ratio_places_.before - places_of(text).before, ' ') + text;
    return pad_right(padded, ratio_places_.before + ratio_places_.after);
  }

  Cell bytes(const CaseResult& entry) {
    const auto value = entry.memory ? finite(entry.memory->bytes_per_entity) : std::nullopt;
    if (value) return {fixed(*value, *value < 999.5 ? 1 : 0)};
    return notes_.missing(is_bound(entry.strategy) ? "hand-written arrays, not a storage"
                                                   : "the strategy does not say what it owns");
  }

  const Block& block_;
  const Result& result_;
  bool narrow_;
  TimeUnit unit_;
  Notes notes_;
  int cost_decimals_ = 0;
  Places ratio_places_;
};

std::string head(const Block& block, const Result& result, TableStyle style) {
  const std::size_t width = style.width;
  std::string text = paint(join_facts(head_facts(block, result), width), Tone::kStrong, style.colour) + '\n' +
                     paint(join_facts(build_facts(result), width), Tone::kFaint, style.colour) + '\n';
  if (const auto alarm = build_alarm(result.tool)) {
    text += paint(wrap("!! " + *alarm, width, 3), Tone::kAlarm, style.colour) + '\n';
  }
  return text + '\n';
}

}  // namespace

Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFaster:
      return Tone::kGood;
    case Verdict::kSlower:
      return Tone::kBad;
    case Verdict::kInconclusive:
      return Tone::kDoubt;
    default:
      return Tone::kPlain;
  }
}

std::string table(const Block& block, const Result& result, TableStyle style) {
  Rows rows(block, result, style.width < kNarrowBelow);
  Grid grid(rows.columns());
  for (const CaseResult* entry : block.cases) grid.add(rows.row(*entry));
  return head(block, result, style) + grid.text(style.width, style.colour) +
         rows.notes().text(style.width, style.colour) + counted_table(block, style.width, style.colour) +
         modelled_table(block, style.width, style.colour) +
         (style.detailed ? touched_table(block, style.width, style.colour) : "") +
         (style.detailed ? memory_table(block, style.width, style.colour) : "") +
         (style.detailed ? tails_table(block, style.width, style.colour) : "") + '\n' +
         wrap(finding(block, result), style.width) + '\n';
}

std::vector<std::string> table_heads(const Block& block, std::size_t width) {
  std::vector<std::string> heads;
  const Result without_comparisons;
  for (const Column& column : Rows(block, without_comparisons, width < kNarrowBelow).columns()) {
    heads.push_back(fmt::format("{}", fmt::join(column.head, " ")));
  }
  return heads;
}

std::string table_end(const Result& result, std::string_view next, TableStyle style) {
  return pivots(result, style.width, style.colour) + wrap(closing(result, next), style.width) + '\n';
}

}  // namespace ecsbench
