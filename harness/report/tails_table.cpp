#include "harness/report/tails_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/report/grid.hpp"
#include "harness/report/notes.hpp"
#include "harness/report/tails.hpp"
#include "harness/report/text.hpp"
#include "harness/report/time_unit.hpp"
#include "harness/report/why_no_percentile.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kNarrowBelow = 96;

Cell name(const CaseResult& entry) {
  return {entry.strategy, is_bound(entry.strategy) ? Tone::kFaint : Tone::kPlain};
}

// In per cent with two digits: 0, 0.047, 1.5, 24, 100.
std::string percent(double share) {
  if (share <= 0 || share >= 1) return share <= 0 ? "0" : "100";
  return fixed(100 * share, share >= 0.0995 ? 0 : share >= 0.00995 ? 1 : share >= 0.000995 ? 2 : 3);
}

TimeUnit unit_of(const Block& block) {
  std::vector<double> medians;
  for (const CaseResult* entry : block.cases) {
    if (const auto median = finite(entry->frame_ns.median)) medians.push_back(*median);
  }
  return time_unit(medians);
}

// How long the slow frames are.
class Lengths {
 public:
  Lengths(const Block& block, bool narrow) : narrow_(narrow), unit_(unit_of(block)) {}

  [[nodiscard]] std::vector<Column> columns() const {
    const std::string unit(unit_.name);
    const Column interval = narrow_ ? Column{{"approx.", "± %"}} : Column{{"95 %", "approx."}};
    return {{{"tails"}, Align::kLeft}, {{"p95", unit}},       interval, {{"p99", unit}}, interval,
            {{"max", unit}},           {{"p99 /", "median"}}, interval};
  }

  std::vector<Cell> row(const CaseResult& entry) {
    const FrameResult& frame = entry.frame_ns;
    const Estimate& ratio = frame.p99_to_p50;
    const std::string no_p95 = why_no_percentile(entry, 0.95), no_p99 = why_no_percentile(entry, 0.99);
    return {name(entry),
            time(frame.p95, no_p95),
            interval(frame.p95, frame.p95_ends, unit_.ns, unit_.decimals, no_p95),
            time(frame.p99, no_p99),
            interval(frame.p99, frame.p99_ends, unit_.ns, unit_.decimals, no_p99),
            time(frame.max, why_no_percentile(entry, 0.5)),
            finite(ratio.median) ? Cell{fixed(*ratio.median, 2)} : notes_.missing(no_p99),
            interval(ratio.median, {ratio.ci_low, ratio.ci_high}, 1, 2, no_p99)};
  }

  [[nodiscard]] const Notes& notes() const { return notes_; }

 private:
  Cell time(const Number& value_ns, const std::string& reason) {
    const auto value = finite(value_ns);
    return value ? Cell{fixed(*value / unit_.ns, unit_.decimals)} : notes_.missing(reason);
  }

  Cell interval(const Number& point, const Ends& ends, double unit, int decimals, const std::string& reason) {
    const auto centre = finite(point), low = finite(ends.ci_low), high = finite(ends.ci_high);
    if (!centre || *centre <= 0) return notes_.missing(reason);
    if (!low || !high) return notes_.missing("an interval needs at least 6 rounds");
    if (narrow_) return {fixed(std::max(*high - *centre, *centre - *low) / *centre * 100, 1)};
    return {fixed(*low / unit, decimals) + " – " + fixed(*high / unit, decimals)};
  }

  bool narrow_;
  TimeUnit unit_;
  Notes notes_;
};

// How many frames are slow.
class Shares {
 public:
  explicit Shares(bool narrow) : narrow_(narrow) {}

  [[nodiscard]] static std::vector<Column> columns() {
    std::vector<Column> columns = {{{"frames"}, Align::kLeft}};
    for (const double budget_ms : kBudgetsMs) columns.push_back({{"over " + plain(budget_ms), "ms, %"}});
    columns.push_back({{"outliers", "mild"}});
    columns.push_back({{"severe"}});
    columns.push_back({{"in disturbed", "rounds"}});
    return columns;
  }

  std::vector<Cell> row(const CaseResult& entry) {
    const FrameResult& frame = entry.frame_ns;
    std::vector<Cell> cells = {name(entry)};
    for (const double budget_ms : kBudgetsMs) cells.push_back(over(entry, budget_ms));
    for (const auto count : {&OutliersResult::mild, &OutliersResult::severe}) {
      cells.push_back(frame.outliers ? Cell{group_digits((*frame.outliers).*count)} : notes_.missing("not measured"));
    }
    cells.push_back(in_disturbed_rounds(entry));
    return cells;
  }

  [[nodiscard]] const Notes& notes() const { return notes_; }

 private:
  // "9 (3)": nine of them in three rounds; over launches no round is common.
  Cell in_disturbed_rounds(const CaseResult& entry) {
    const FrameResult& frame = entry.frame_ns;
    if (frame.outliers && entry.launches > 1) return {group_digits(frame.outliers->in_disturbed_rounds)};
    if (!frame.outliers || !frame.disturbed_rounds) return notes_.missing("not measured");
    return {fmt::format("{} ({})", group_digits(frame.outliers->in_disturbed_rounds), frame.disturbed_rounds->size())};
  }

  Cell over(const CaseResult& entry, double budget_ms) {
    for (const OverBudgetResult& one : entry.frame_ns.over_budget) {
      const auto share = finite(one.share), low = finite(one.ends.ci_low), high = finite(one.ends.ci_high);
      if (one.budget_ms != budget_ms || !share) continue;
      if (narrow_ || !low || !high) return {percent(*share)};
      return {fmt::format("{} ({}–{})", percent(*share), percent(*low), percent(*high))};
    }
    return notes_.missing(why_no_percentile(entry, 0.5));
  }

  bool narrow_;
  Notes notes_;
};

template <class Rows>
std::string grid_of(const Block& block, Rows rows, std::size_t width, bool colour) {
  Grid grid(rows.columns());
  for (const CaseResult* entry : block.cases) grid.add(rows.row(*entry));
  return '\n' + grid.text(width, colour) + rows.notes().text(width, colour);
}

}  // namespace

std::string tails_table(const Block& block, std::size_t width, bool colour) {
  const auto has_time = [](const CaseResult* entry) { return finite(entry->frame_ns.median).has_value(); };
  if (std::none_of(block.cases.begin(), block.cases.end(), has_time)) return "";
  const bool narrow = width < kNarrowBelow;
  return grid_of(block, Lengths(block, narrow), width, colour) + grid_of(block, Shares(narrow), width, colour);
}

}  // namespace ecsbench
