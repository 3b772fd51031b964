// The geometry that the cache model is made with: the machine's own, and a usual one where the system does not show it.
//
//   sysfs                           model
//   L1 data      32K, 8 ways        level 1
//   L1 instruction                  -
//   L2 unified   1M, ways unknown   level 2, ways assumed
//   L3 unified   32M, 16 ways       level 3
//
// A last level that several cores share is taken whole, as the core that measures has it on a quiet machine.
#pragma once

#include <vector>

#include "harness/machine/cache_model.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

struct ModelledLevel {
  int level = 0;  // 1, 2 or 3
  CacheGeometry geometry;
  bool is_assumed = false;  // in whole or in part: the system does not show it
};

// Ascending, level 1 always among them; all three, and assumed, where no cache at all is known. Lines are as long as those of
// level 1 everywhere.
[[nodiscard]] std::vector<ModelledLevel> modelled_levels(const std::vector<CacheResult>& caches);

}  // namespace ecsbench
