// The environment of a run: everything about the machine that a reader needs to judge a number.
//
//   Machine  -->  read_environment  -->  EnvironmentResult  -->  result file, tables, charts
//
// Cost: about a hundred small files, some milliseconds at worst; call it once before the run.
#pragma once

#include <string>

#include "harness/machine/machine.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// All but load_after and the clock, which only the run itself knows. What cannot be read is empty
// (or, where the result has no empty: "" for a text, 0 for a size).
[[nodiscard]] EnvironmentResult read_environment(const Machine& machine);

// Runnable tasks, averaged over the last minute. Empty when unreadable.
[[nodiscard]] Number load_average(const Machine& machine);

// 16 hex digits that are equal on machines where times may be compared: a hash of processor, cores,
// caches, memory in whole GiB, governor, boost where it is known, hypervisor, huge pages and address
// randomisation. Neither kernel nor load nor clock takes part. FNV-1a, 64 bits (draft-eastlake-fnv, section 2).
[[nodiscard]] std::string environment_fingerprint(const EnvironmentResult& environment);

}  // namespace ecsbench
