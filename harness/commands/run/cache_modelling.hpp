// The cache model of a run: one steady frame of each case, in a process of its own, when all timing is over.
//
//   ecsbench   --words-->   ecsbench-traced      the same case, compiled so that it hands over every address
//              <--text---   counts of one frame
//
// What may stop it (the program is not there, another digest, too many accesses) is a reason in the result, never a 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/machine/cache_geometry.hpp"
#include "harness/report/result.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {

struct CacheModelRules {
  bool is_wanted = false;
  std::string program;                // ecsbench-traced, by its path
  std::vector<ModelledLevel> levels;  // never empty where it is wanted
};

// Wanted, with the program beside this one: its own name and "-traced".
[[nodiscard]] CacheModelRules cache_model_rules(const std::vector<CacheResult>& caches);

// Counts of a frame; divided by nothing yet. `digest` is what the timed case was verified with.
[[nodiscard]] ModelledResult modelled_frame(const CacheModelRules& rules, const Case& entry, const Params& params,
                                            const std::string& digest);

}  // namespace ecsbench
