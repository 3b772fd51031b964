// The comparison of two result files as plain data: what its table, Markdown and JSON are made from.
//
//   OLD  a b c d        compared   b c     the same work in both: a ratio new / old and a verdict
//   NEW    b c D e      refused    d       in both, but not the same work (D), or not one case each
//                       only old   a       only new   e
//
// Every case of either file stands in exactly one of the four lists.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench {

// What makes two cases one. Launches of a case have one key.
struct CaseKey {
  std::string strategy, workload;
  std::uint64_t entities = 0, threads = 1;
  std::vector<std::pair<std::string, double>> params;  // by name
  friend bool operator==(const CaseKey&, const CaseKey&) = default;
};

[[nodiscard]] CaseKey key_of(const CaseResult& entry);

// Of one workload at one size, threads and parameters.
[[nodiscard]] bool stand_together(const CaseKey& a, const CaseKey& b);

// "sparse_set on move/scrambled, 1 000 000 entities, 2 threads, stride 7"
[[nodiscard]] std::string key_text(const CaseKey& key);

// Where the interval of a ratio comes from.
enum class Method {
  kPairs,      // ratios of launches that ran one after the other, sign-test interval: exact
  kLaunches,   // Hodges-Lehmann shift of the launches, Mann-Whitney interval: exact
  kRounds,     // bootstrap over rounds: approximate
  kIntervals,  // from the intervals that the files hold where they hold no rounds: at 90 % for one case alone
  kNone        // nothing to compute one from
};
[[nodiscard]] std::string to_string(Method method);  // "pairs", "launches", "rounds", "intervals", "none"

// One file's part in a case.
struct ComparedSide {
  Number frame_ns;  // median over the rounds; of launches the median of theirs
  std::uint64_t rounds = 0, launches = 0;
};

struct ComparedCase {
  CaseKey key;
  ComparedSide old_side, new_side;
  Estimate ratio;  // new / old: above 1 the new one is slower
  Method method = Method::kNone;
  double tolerance = 0.02;  // T: the threshold, or what the controls of the files allow
  Number allowance;         // beyond it a finding must lie where too few launches were made to be counted
  Verdict verdict = Verdict::kInconclusive;
  std::string reason;                           // of an inconclusive verdict
  Number rounds_to_decide, launches_to_decide;  // on each side, likely; of an inconclusive verdict
};

struct RefusedCase {
  CaseKey key;
  std::string reason;
};

struct ComparedFile {
  std::string name;
  bool partial = false;
  std::string exit_reason, started_utc;
  ToolResult tool;
  std::string cpu_model, fingerprint;
  std::string noise_floor;  // "±1.8 %", or n/a with the reason; empty where it was not asked for
};

struct GeometricMean {
  Number ratio;
  std::uint64_t cases = 0;
};

struct FileComparison {
  ComparedFile old_file, new_file;
  bool paired = false;  // launches of both ran alternately: a drift of the machine hits both
  double threshold = 0.02, level = 0.95;
  std::uint64_t seed = 42, replicates = 2000;
  bool across_machines = false, across_builds = false;
  std::vector<Warning> labels;  // what differs between the files or is amiss with one of them
  std::vector<ComparedCase> cases;
  std::vector<RefusedCase> refused;
  std::vector<CaseKey> only_old, only_new;
  GeometricMean mean;
};

[[nodiscard]] std::uint64_t count(const FileComparison& comparison, Verdict verdict);

}  // namespace ecsbench
