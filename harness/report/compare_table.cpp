#include "harness/report/compare_table.hpp"

#include <vector>

#include "harness/report/block.hpp"
#include "harness/report/compare_words.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/notes.hpp"
#include "harness/report/text.hpp"
#include "harness/report/time_unit.hpp"

namespace ecsbench {
namespace {

std::vector<double> times_in(const ComparedBlock& block) {
  std::vector<double> times;
  for (const ComparedCase* one : block) {
    for (const Number side : {one->old_side.frame_ns, one->new_side.frame_ns}) {
      if (const auto time = finite(side)) times.push_back(*time);
    }
  }
  return times;
}

// Builds the cells of one block.
class ComparedRows {
 public:
  ComparedRows(const ComparedBlock& block, const FileComparison& comparison)
      : unit_(time_unit(times_in(block))), across_(comparison.across_machines) {}

  [[nodiscard]] std::vector<Column> columns() const {
    const std::string unit(unit_.name);
    std::vector<Column> columns = {
        {{"strategy"}, Align::kLeft}, {{"old frame", unit}}, {{"new frame", unit}}, {{"new / old"}}, {{"interval"}},
        {{"verdict"}, Align::kLeft}};
    if (across_) columns.back().head = {"verdict", "across machines"};
    return columns;
  }

  std::vector<Cell> row(const ComparedCase& one) {
    const Tone tone = is_bound(one.key.strategy) ? Tone::kFaint : Tone::kPlain;
    return {{one.key.strategy, tone},
            time(one.old_side.frame_ns),
            time(one.new_side.frame_ns),
            ratio(one),
            interval(one),
            verdict(one)};
  }

  [[nodiscard]] const Notes& notes() const { return notes_; }

 private:
  Cell time(Number value_ns) {
    const auto value = finite(value_ns);
    return value ? Cell{fixed(*value / unit_.ns, unit_.decimals)} : notes_.missing("the file holds no time of it");
  }

  Cell ratio(const ComparedCase& one) {
    const auto value = finite(one.ratio.median);
    return value ? Cell{ratio_text(*value)} : notes_.missing(one.reason);
  }

  Cell interval(const ComparedCase& one) {
    const auto low = finite(one.ratio.ci_low), high = finite(one.ratio.ci_high);
    return low && high ? Cell{ratio_text(*low) + " – " + ratio_text(*high)} : notes_.missing(one.reason);
  }

  Cell verdict(const ComparedCase& one) {
    const std::string mark = one.reason.empty() ? "" : notes_.mark_of(one.reason);
    return {to_string(one.verdict) + mark, tone_of(one.verdict)};
  }

  // Differences of a per cent count here: three decimals around 1.
  static std::string ratio_text(double value) { return value < 9.9995 ? fixed(value, 3) : significant(value); }

  TimeUnit unit_;
  bool across_;
  Notes notes_;
};

std::string block_text(const ComparedBlock& block, const FileComparison& comparison, TableStyle style) {
  ComparedRows rows(block, comparison);
  Grid grid(rows.columns());
  for (const ComparedCase* one : block) grid.add(rows.row(*one));
  return paint(join_facts(compared_facts(block), style.width), Tone::kStrong, style.colour) + "\n\n" +
         grid.text(style.width, style.colour) + rows.notes().text(style.width, style.colour) + '\n';
}

// An id that can be explained stands before its text.
std::string label_line(const Warning& label) {
  const bool is_warning = label.id.size() == 3 && label.id.front() == 'W';
  return "!! " + (is_warning ? label.id + ": " : "") + label.text;
}

std::string head_text(const FileComparison& comparison, TableStyle style) {
  std::string text;
  for (const auto& facts : {file_facts(comparison.old_file, "old"), file_facts(comparison.new_file, "new")}) {
    text += paint(join_facts(facts, style.width), Tone::kFaint, style.colour) + '\n';
  }
  text += paint(wrap(method_text(comparison), style.width), Tone::kFaint, style.colour) + '\n';
  for (const Warning& label : comparison.labels) {
    const Tone tone = label.id == "alarm" ? Tone::kAlarm : Tone::kDoubt;
    text += paint(wrap(label_line(label), style.width, 3), tone, style.colour) + '\n';
  }
  return text + '\n';
}

}  // namespace

std::string compare_table(const FileComparison& comparison, TableStyle style) {
  std::string text = head_text(comparison, style);
  for (const ComparedBlock& block : compared_blocks(comparison)) text += block_text(block, comparison, style);
  const std::vector<std::string> left = left_out(comparison);
  for (const std::string& line : left) text += wrap(line, style.width, 2) + '\n';
  if (!left.empty()) text += '\n';
  return text + wrap(comparison_finding(comparison), style.width) + '\n';
}

}  // namespace ecsbench
