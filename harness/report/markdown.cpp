#include "harness/report/markdown.hpp"

#include <fmt/format.h>

#include <vector>

#include "harness/report/block.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/text.hpp"
#include "harness/report/to_decide.hpp"

namespace ecsbench {
namespace {

std::string number(Number value, double unit = 1) {
  const auto known = finite(value);
  return known ? fixed(*known / unit, decimals_for({*known / unit})) : "n/a";
}

std::string with_interval(const Estimate& estimate) {
  return fmt::format("{} [{}, {}]", number(estimate.median), number(estimate.ci_low), number(estimate.ci_high));
}

// "0.686 [0.671, 0.702]", in ms.
std::string p99_ms(const FrameResult& frame) {
  constexpr double kNsPerMs = 1e6;
  std::string point = number(frame.p99, kNsPerMs);
  if (!finite(frame.p99_ends.ci_low) || !finite(frame.p99_ends.ci_high)) return point;
  return fmt::format("{} [{}, {}]", point, number(frame.p99_ends.ci_low, kNsPerMs),
                     number(frame.p99_ends.ci_high, kNsPerMs));
}

std::string row(const CaseResult& entry, const ComparisonResult* made) {
  const RatioToBaseline& ratio = entry.ratio_to_baseline;
  const std::string why = made == nullptr ? "" : why_inconclusive(*made);
  const std::string verdict = to_string(ratio.verdict) + (why.empty() ? "" : " (" + why + ")");
  return fmt::format("| {} | {} | {} | {} | {} | {}{}{} | {} |\n", markdown_escaped(entry.strategy),
                     number(entry.frame_ns.median, 1e6), with_interval(entry.ns_per_entity), p99_ms(entry.frame_ns),
                     number(entry.ratio_to_limit.median), number(ratio.ratio.median), verdict.empty() ? "" : " ",
                     verdict, number(entry.memory ? entry.memory->bytes_per_entity : Number()));
}

std::string section(const Block& block, const Result& result) {
  const std::string baseline = block.first().ratio_to_baseline.baseline;
  std::string text = fmt::format("### {}\n\n", markdown_escaped(block.first().workload));
  if (const auto alarm = build_alarm(result.tool)) text += "**" + markdown_escaped(*alarm) + "**\n\n";
  text += markdown_escaped(join_facts(head_facts(block, result), SIZE_MAX)) + "\\\n" +
          markdown_escaped(join_facts(build_facts(result), SIZE_MAX)) + "\n\n";
  text += fmt::format(
      "| strategy | frame, ms | ns per {} [95 %] | p99, ms [95 % approx.] | × limit | × {} | bytes per entity |\n"
      "|:--|--:|--:|--:|--:|:--|--:|\n",
      unit_of_work(block), baseline.empty() ? "baseline" : markdown_escaped(baseline));
  for (const CaseResult* entry : block.cases) {
    text += row(*entry, comparison(block, result, baseline, entry->strategy));
  }
  return text + "\n" + markdown_escaped(finding(block, result)) + "\n\n";
}

}  // namespace

std::string markdown_escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (std::string_view("\\`*_[]<>|").find(letter) != std::string_view::npos) safe += '\\';
    safe += letter == '\n' ? ' ' : letter;
  }
  return safe;
}

std::string to_markdown(const Result& result, std::string_view next) {
  std::string text;
  for (const Block& block : blocks_of(result)) text += section(block, result);
  return text + markdown_escaped(closing(result, next)) + "\n";
}

}  // namespace ecsbench
