// Checkup: what this machine and this build are, and what they can tell apart, found out in a few seconds.
//
//   environment   as every result file has it, and the power supply
//   probes        bandwidth and latency with working sets that fit each cache, and none
//   noise floor   one storage against its own copy, by the engine that measures a run
//
// The outcome is a Result without comparisons: it is written, read and warned about as that of a run.
// Cost  4 s at most on a usual machine: 1.5 s of measuring, the worlds, 10 ms a probe and its memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/console.hpp"
#include "harness/machine/machine.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// What the memory gives at one working set.
struct ProbedLevel {
  std::string name;  // "L1" ..., "memory"
  std::uint64_t working_set_bytes = 0;
  double triad_gb_per_s = 0, update_gb_per_s = 0, copy_gb_per_s = 0;
  double random_read_ns = 0, random_reads_ns = 0;  // one after the other; many at once
};

// Working sets to be probed: half of each cache that holds data, and four times the last one, both as far as the probes
// reach. No memory where the probes do not reach twice the last cache. Where no cache is known, memory alone.
[[nodiscard]] std::vector<ProbedLevel> levels_to_probe(const std::vector<CacheResult>& caches);

struct Checkup {
  Result result;
  std::vector<ProbedLevel> levels;
  std::optional<bool> on_battery;
  std::string no_counters;     // why the processor's counters cannot be read; empty where they can
  std::string no_noise_floor;  // why it was not measured; empty where it was
};

// Ends early when interrupted(); what is missing then is n/a. `words`: the command line, kept in the result.
[[nodiscard]] Checkup check_up(const Catalogue& catalogue, const Machine& machine,
                               const std::vector<std::string>& words, const Console& console);

}  // namespace ecsbench
