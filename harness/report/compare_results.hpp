// From two results to a comparison of them: statistics by case, tolerances, verdicts.
//
//   by pairs      launches ran alternately          ratios by pair, sign-test interval of their median
//   by launches   five or more on both sides        Hodges-Lehmann shift of the launch medians, Mann-Whitney interval
//   by rounds     otherwise, where both hold some   bootstrap over rounds of the ratio of medians
//   by intervals  no rounds were kept               the ratio of medians; new low / old high to new high / old low
//
// All intervals hold at once at `level` (Bonferroni over the compared cases); those by intervals do not know of a family.
// A verdict's tolerance T is the threshold, or more where a control of either file is noisy or biased.
//
// Two files are not paired: the machine may have been slower when the second was written, and memory lies elsewhere in
// each launch. How far the machine went is seen in what runs for reference beside every movement workload (limit, gather,
// boxed, boxed_scattered): a finding that is not beyond what any other of them moved is inconclusive. Nothing becomes
// "same" by them. Between different machines or builds they may differ for good reason, and are not asked.
// Where memory lies hits one case and not its neighbours, and the rounds of a launch know nothing of it: below five
// launches on a side only what lies beyond kPlacementReach is a finding, and the rest is inconclusive.
// Of launches that ran alternately neither control nor reference is asked: a drift of the machine cancels, what varies from
// launch to launch is in the interval, and T is the threshold.
// Cost  2000 or more medians of the rounds for each case by rounds.
#pragma once

#include <cstdint>

#include "harness/report/file_comparison.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

struct CompareSettings {
  double threshold = 0.02;  // below it a difference does not matter
  double level = 0.95;
  std::uint64_t seed = 42, replicates = 2000;
  bool paired = false;  // launch i of one ran next to launch i of the other
};

inline constexpr std::size_t kFewestLaunches = 5;

// Twice as long, or half. In twelve launches of one program (48 cases, a virtual machine) a launch in twelve took 1.6 times
// as long on one case of 1 000 entities, beside still neighbours and with an interval of a few per cent.
inline constexpr double kPlacementReach = 1.0;

// The names are for sentences.
[[nodiscard]] FileComparison compare_results(const Result& old_result, const std::string& old_name,
                                             const Result& new_result, const std::string& new_name,
                                             const CompareSettings& settings);

}  // namespace ecsbench
