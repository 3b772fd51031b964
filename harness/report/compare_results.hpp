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
// each launch (two launches of one program differed by up to 11 % at 1,000 and 32,000 entities, with intervals of half a
// per cent). How far that went is seen in what runs for reference beside every movement workload (limit, gather, boxed,
// boxed_scattered): a finding that is not beyond what any other of them moved is inconclusive. Nothing becomes "same"
// by them. Between different machines or builds they may differ for good reason, and are not asked.
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

// The names are for sentences.
[[nodiscard]] FileComparison compare_results(const Result& old_result, const std::string& old_name,
                                             const Result& new_result, const std::string& new_name,
                                             const CompareSettings& settings);

}  // namespace ecsbench
