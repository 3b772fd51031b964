// From samples to results: all contestants of one workload at one size, measured side by side.
//
//   contestants           archetype  sparse_set  control   boxed     limit
//   what they are         storage    storage     (a copy   baseline  limit
//                                                of the 1st)
//   CaseResult            x          x           -         x         x
//   ComparisonResult      boxed      against  archetype, sparse_set, limit
//                         archetype  against  sparse_set, boxed, limit
//   control               control / archetype: what this run reads where there is no difference
//
// The second family of comparisons is the fastest storage's: what its lead is, and how sure.
//
// Which interval is which
//   ns_per_entity                        median of all frames; interval over the rounds' medians
//   p95, p99, max, p99_to_p50            approximate, over whole rounds drawn again, from `seed`
//   over_budget                          Wilson's, for as many frames as the rounds are worth (both: tails.hpp)
//   control, ratio_to_limit, _gather     paired by round, each at `level` for itself
//   comparisons, ratio_to_baseline       paired by round, a family at `level` at once (Bonferroni)
// A verdict's tolerance is `threshold`, or more where the control is noisy or biased: see statistics/verdict.hpp.
// Frames timed in groups have no p95, p99 and max; percentiles with too few frames behind them are
// absent as well.
// Cost  O(n log n) in the number of samples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/measure/samples.hpp"
#include "harness/report/result.hpp"
#include "harness/statistics/verdict.hpp"

namespace ecsbench {

// The name under which a second copy of the first contestant runs.
inline constexpr std::string_view kControlName = "control";

// Steps of the clock in a span that tells a bandwidth: it is then known to within 5 %.
inline constexpr double kFewestSteps = 20;

// What is known of a contestant beside its samples.
struct ContestantFacts {
  bool is_storage = false;                    // may be called the fastest
  std::uint64_t matched = 0, operations = 0;  // a frame
  std::string per = "match";                  // what its times are divided by, or "entity", "operation"
  std::string digest;                         // 16 lower-case hex digits
  double bytes_touched = 0, cache_lines = 0;  // a frame, of any implementation; 0 where nobody knows
  std::optional<MemoryResult> memory;         // bytes alone: what comes by the entity is computed here
  CountersResult counters;                    // a frame, likewise
  ModelledResult modelled;                    // a frame, likewise
};

struct CaseGroup {
  std::string workload;
  std::uint64_t entities = 0;
  std::uint64_t threads = 1;
  std::uint64_t launch = 1;
  std::vector<std::pair<std::string, double>> params;
  std::string baseline;  // a contestant's name, as are the next two; if it did not run, nothing is compared with it
  std::string limit = "limit", gather = "gather";
  double threshold = 0.02;  // below it a difference does not matter
  double level = 0.95;
  double clock_resolution_ns = 0;  // a span of fewer than kFewestSteps of them says nothing of bandwidth
  std::uint64_t seed = 42;         // of what is drawn at random here
  Number ceiling_gb_per_s;         // of the memory system, at this group's working set
  Samples samples;
  std::vector<ContestantFacts> facts;  // one for each of samples.contestants, same order
};

// The word for an answer.
[[nodiscard]] Verdict to_verdict(statistics::Answer answer);

struct GroupSummary {
  std::vector<CaseResult> cases;  // in the order of the contestants, without the control
  std::vector<ComparisonResult> comparisons;
  Estimate control;  // empty when no control ran
};

// REQUIRES: as many facts as contestants; a control, where one runs, is a copy of the first one.
[[nodiscard]] GroupSummary summarise(const CaseGroup& group);

// Whether every contestant's ratio to the baseline is known to within `precision` (0.01 is 1 %),
// all at `level` at once. False without the baseline, or with too few rounds for an interval.
[[nodiscard]] bool precise_enough(const Samples& samples, std::string_view baseline, double precision,
                                  double level = 0.95);

}  // namespace ecsbench
