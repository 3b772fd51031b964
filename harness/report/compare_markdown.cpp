// A comparison of two files as Markdown.
#include <fmt/format.h>

#include "harness/report/compare_table.hpp"
#include "harness/report/compare_words.hpp"
#include "harness/report/markdown.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

std::string number(Number value, int decimals, double unit = 1) {
  const auto known = finite(value);
  return known ? fixed(*known / unit, decimals) : "n/a";
}

std::string row(const ComparedCase& one) {
  const std::string reason = one.reason.empty() ? "" : fmt::format(" ({})", markdown_escaped(one.reason));
  return fmt::format("| {} | {} | {} | {} [{}, {}] | {}{} |\n", markdown_escaped(one.key.strategy),
                     number(one.old_side.frame_ns, 4, 1e6), number(one.new_side.frame_ns, 4, 1e6),
                     number(one.ratio.median, 3), number(one.ratio.ci_low, 3), number(one.ratio.ci_high, 3),
                     to_string(one.verdict), reason);
}

std::string section(const ComparedBlock& block, const FileComparison& comparison) {
  std::string text = fmt::format("### {}\n\n{}\n\n", markdown_escaped(block.front()->key.workload),
                                 markdown_escaped(join_facts(compared_facts(block), SIZE_MAX)));
  text += fmt::format(
      "| strategy | old frame, ms | new frame, ms | new / old [interval] | verdict{} |\n"
      "|:--|--:|--:|--:|:--|\n",
      comparison.across_machines ? " across machines" : "");
  for (const ComparedCase* one : block) text += row(*one);
  return text + "\n";
}

}  // namespace

std::string compare_markdown(const FileComparison& comparison) {
  std::string text = markdown_escaped(comparison_finding(comparison)) + "\n\n";
  for (const auto& facts : {file_facts(comparison.old_file, "old"), file_facts(comparison.new_file, "new")}) {
    text += "- " + markdown_escaped(join_facts(facts, SIZE_MAX)) + "\n";
  }
  text += "- " + markdown_escaped(method_text(comparison)) + "\n";
  for (const Warning& label : comparison.labels) text += "- **" + markdown_escaped(label.text) + "**\n";
  for (const std::string& line : left_out(comparison)) text += "- " + markdown_escaped(line) + "\n";
  text += "\n";
  for (const ComparedBlock& block : compared_blocks(comparison)) text += section(block, comparison);
  return text;
}

}  // namespace ecsbench
