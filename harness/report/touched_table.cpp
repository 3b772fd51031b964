#include "harness/report/touched_table.hpp"

#include <algorithm>
#include <cstdint>

#include "harness/report/grid.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

Cell figure(const Number& value) {
  const auto known = finite(value);
  return known ? Cell{significant(*known)} : Cell{"n/a", Tone::kFaint};
}

Number by_unit(const Number& a_frame, const CaseResult& entry) {
  const std::uint64_t units = entry.per == "match" ? entry.matched : entry.operations;
  if (!a_frame || units == 0) return std::nullopt;
  return *a_frame / static_cast<double>(units);
}

}  // namespace

std::string touched_table(const Block& block, std::size_t width, bool colour) {
  const auto is_known = [](const CaseResult* entry) { return finite(entry->predicted.bytes_touched).has_value(); };
  if (std::none_of(block.cases.begin(), block.cases.end(), is_known)) return "";
  const std::string unit = unit_of_work(block);
  Grid grid(
      {{{"must touch"}, Align::kLeft}, {{"bytes per", unit}}, {{"lines per", unit}}, {{"GB/s"}}, {{"% of", "peak"}}});
  for (const CaseResult* entry : block.cases) {
    const PredictedResult& predicted = entry->predicted;
    grid.add({{entry->strategy, is_bound(entry->strategy) ? Tone::kFaint : Tone::kPlain},
              figure(by_unit(predicted.bytes_touched, *entry)),
              figure(by_unit(predicted.cache_lines, *entry)),
              figure(predicted.gb_per_s),
              figure(predicted.percent_of_peak)});
  }
  return '\n' + grid.text(width, colour);
}

}  // namespace ecsbench
