#include "harness/report/memory_table.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "harness/report/grid.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

Cell bytes(const std::optional<std::uint64_t>& known) {
  return known ? Cell{bytes_text(static_cast<double>(*known))} : Cell{"n/a", Tone::kFaint};
}

Cell count(const Number& value) {
  const auto known = finite(value);
  if (!known) return {"n/a", Tone::kFaint};
  return {*known == 0 ? "0" : significant(*known)};
}

}  // namespace

std::string memory_table(const Block& block, std::size_t width, bool colour) {
  const auto is_known = [](const CaseResult* entry) { return entry->memory.has_value(); };
  if (std::none_of(block.cases.begin(), block.cases.end(), is_known)) return "";
  Grid grid({{{"memory"}, Align::kLeft},
             {{"payload"}},
             {{"index"}},
             {{"slack"}},
             {{"total"}},
             {{"peak"}},
             {{"over-", "head"}},
             {{"allocations", "a frame"}}});
  for (const CaseResult* entry : block.cases) {
    const MemoryResult memory = entry->memory.value_or(MemoryResult{});
    grid.add({{entry->strategy, is_bound(entry->strategy) ? Tone::kFaint : Tone::kPlain},
              bytes(memory.payload_bytes),
              bytes(memory.index_bytes),
              bytes(memory.slack_bytes),
              bytes(memory.total_bytes),
              bytes(memory.peak_bytes),
              bytes(memory.allocator_overhead_bytes),
              count(memory.allocations_per_frame)});
  }
  return '\n' + grid.text(width, colour);
}

}  // namespace ecsbench
