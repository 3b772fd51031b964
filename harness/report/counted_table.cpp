#include "harness/report/counted_table.hpp"

#include <algorithm>

#include "harness/report/grid.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

Cell count(const Number& value) {
  const auto known = finite(value);
  return known ? Cell{significant(*known)} : Cell{"n/a", Tone::kFaint};
}

Number instructions_per_cycle(const CountersResult& counted) {
  const auto instructions = finite(counted.instructions), cycles = finite(counted.cycles);
  if (!instructions || !cycles || *cycles <= 0) return std::nullopt;
  return *instructions / *cycles;
}

Cell share(const Number& value) {
  const auto known = finite(value);
  return known ? Cell{fixed(*known * 100, 0) + " %"} : Cell{"n/a", Tone::kFaint};
}

}  // namespace

std::string counted_table(const Block& block, std::size_t width, bool colour) {
  const auto has_counters = [](const CaseResult* entry) { return entry->counters_per_entity.available; };
  if (std::none_of(block.cases.begin(), block.cases.end(), has_counters)) return "";
  Grid grid({{{"counted", "per " + unit_of_work(block)}, Align::kLeft},
             {{"instruc-", "tions"}},
             {{"cycles"}},
             {{"instr. per", "cycle"}},
             {{"branch", "misses"}},
             {{"L1 data", "misses"}},
             {{"last level", "misses"}},
             {{"counted"}}});
  for (const CaseResult* entry : block.cases) {
    const CountersResult& counted = entry->counters_per_entity;
    grid.add({{entry->strategy, is_bound(entry->strategy) ? Tone::kFaint : Tone::kPlain},
              count(counted.instructions),
              count(counted.cycles),
              count(instructions_per_cycle(counted)),
              count(counted.branch_misses),
              count(counted.l1d_misses),
              count(counted.llc_misses),
              share(counted.share_counted)});
  }
  return '\n' + grid.text(width, colour);
}

}  // namespace ecsbench
