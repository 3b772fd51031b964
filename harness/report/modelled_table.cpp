#include "harness/report/modelled_table.hpp"

#include <algorithm>
#include <vector>

#include "harness/report/grid.hpp"
#include "harness/report/notes.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

Cell count(const Number& value) {
  const auto known = finite(value);
  return known ? Cell{significant(*known)} : Cell{"n/a", Tone::kFaint};
}

bool was_asked_for(const CaseResult* entry) {
  const std::string& reason = entry->modelled_per_entity.reason;
  return entry->modelled_per_entity.available || (!reason.empty() && reason != kCacheModelOff);
}
bool has_model(const CaseResult* entry) {
  return entry->modelled_per_entity.available;
}
bool has_counters(const CaseResult* entry) {
  return entry->counters_per_entity.available;
}

std::vector<Column> columns(const Block& block, bool with_counted) {
  std::vector<Column> heads = {{{"cache model", "per " + unit_of_work(block)}, Align::kLeft},
                               {{"loads,", "stores"}},
                               {{"lines"}},
                               {{"L1 data", "misses"}},
                               {{"L2", "misses"}},
                               {{"L3", "misses"}}};
  if (with_counted) heads.insert(heads.end(), {{{"L1 data", "counted"}}, {{"last level", "counted"}}});
  return heads;
}

std::vector<Cell> row(const CaseResult& entry, bool with_counted, Notes& notes) {
  const ModelledResult& modelled = entry.modelled_per_entity;
  std::vector<Cell> cells = {{entry.strategy, is_bound(entry.strategy) ? Tone::kFaint : Tone::kPlain},
                             modelled.available ? count(modelled.accesses) : notes.missing(modelled.reason),
                             count(modelled.lines),
                             count(modelled.l1d_misses),
                             count(modelled.l2_misses),
                             count(modelled.l3_misses)};
  if (with_counted) {
    cells.push_back(count(entry.counters_per_entity.l1d_misses));
    cells.push_back(count(entry.counters_per_entity.llc_misses));
  }
  return cells;
}

std::string faint(const std::string& text, std::size_t width, bool colour) {
  return "  " + paint(wrap("  " + text, width - 2, 4), Tone::kFaint, colour) + '\n';
}

}  // namespace

std::string modelled_table(const Block& block, std::size_t width, bool colour) {
  const auto& cases = block.cases;
  if (std::none_of(cases.begin(), cases.end(), was_asked_for)) return "";
  const auto modelled = std::find_if(cases.begin(), cases.end(), has_model);
  if (modelled == cases.end()) {
    return '\n' + faint("cache model: n/a (" + cases.front()->modelled_per_entity.reason + ")", width, colour);
  }
  const bool with_counted = std::any_of(cases.begin(), cases.end(), has_counters);
  Grid grid(columns(block, with_counted));
  Notes notes;
  for (const CaseResult* entry : cases) grid.add(row(*entry, with_counted, notes));
  return '\n' + grid.text(width, colour) + notes.text(width, colour) +
         faint((*modelled)->modelled_per_entity.caches + "; no prefetcher: see explain cache-model", width, colour);
}

}  // namespace ecsbench
