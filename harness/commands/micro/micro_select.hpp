// What `ecsbench micro` measures: every operation of the catalogue on every strategy that has it, at each size, as far as
// the filter lets it through.
//
//   archetype/insert/in-order/1000      strategy / workload / entities: what the filter is held against
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/options/micro_options.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/measure/micro.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// One operation on all its strategies: one table.
struct MicroTask {
  const WorkloadInfo* workload = nullptr;
  std::vector<const StrategyInfo*> strategies;  // one for each family
  std::vector<MicroFamily> families;
};

// Pointers lead into the catalogue, which must outlive the tasks. Throws UsageError: a filter that is no regular
// expression or finds nothing, with what there is; a multiple of a cache that nobody knows.
[[nodiscard]] std::vector<MicroTask> select_micro(const MicroOptions& options, const Catalogue& catalogue,
                                                  const std::vector<CacheResult>& caches);

// In the order in which they are measured.
[[nodiscard]] std::vector<std::string> names_of(const std::vector<MicroTask>& tasks);

// The largest worlds, each alone as it will be: what require_memory() is to be asked of.
[[nodiscard]] std::vector<Contest> largest_worlds(const std::vector<MicroTask>& tasks, const MicroOptions& options);

}  // namespace ecsbench
