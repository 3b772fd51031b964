// Two results and what is concluded from them.
#include "harness/report/compare_results.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "harness/report/compare_words.hpp"
#include "tests/report/two_results.hpp"

namespace ecsbench {
namespace {

using test::made_case;
using test::made_result;
using testing::Test;

FileComparison compared(const Result& before, const Result& after, const CompareSettings& settings = {}) {
  return compare_results(before, "old.json", after, "new.json", settings);
}

FileComparison compared(CaseResult before, CaseResult after) {
  return compared(made_result({std::move(before)}), made_result({std::move(after)}));
}

// The case of `strategy`; the test fails where it was not compared.
ComparedCase of(const FileComparison& comparison, const std::string& strategy) {
  for (const ComparedCase& one : comparison.cases) {
    if (one.key.strategy == strategy) return one;
  }
  ADD_FAILURE() << strategy << " was not compared";
  return {};
}

bool has_label(const FileComparison& comparison, const std::string& id) {
  for (const Warning& label : comparison.labels) {
    if (label.id == id) return true;
  }
  return false;
}

TEST(CompareResults, far_beyond_what_placement_does_is_slower_and_the_other_way_round_faster) {
  const CaseResult quick = made_case("archetype", 1000), slow = made_case("archetype", 2500);
  const ComparedCase worse = of(compared(quick, slow), "archetype"), better = of(compared(slow, quick), "archetype");
  EXPECT_EQ(worse.verdict, Verdict::kSlower);
  EXPECT_NEAR(*worse.ratio.median, 2.5, 0.02);
  EXPECT_LT(*worse.ratio.ci_low, *worse.ratio.median);
  EXPECT_GT(*worse.ratio.ci_high, *worse.ratio.median);
  EXPECT_EQ(better.verdict, Verdict::kFaster);
  EXPECT_NEAR(*worse.ratio.median * *better.ratio.median, 1, 1e-9);
}

TEST(CompareResults, a_file_against_itself_is_the_same_in_every_case) {
  const Result result = made_result({made_case("archetype", 1000), made_case("bitset", 700), made_case("limit", 500)});
  const FileComparison comparison = compared(result, result);
  EXPECT_EQ(count(comparison, Verdict::kSame), 3U);
  EXPECT_NEAR(*comparison.mean.ratio, 1, 1e-12);
  EXPECT_EQ(comparison.mean.cases, 3U);
  EXPECT_TRUE(comparison.labels.empty());
}

TEST(CompareResults, the_threshold_decides_what_matters) {
  const Result before = made_result({made_case("archetype", 1000)}),
               after = made_result({made_case("archetype", 2500)});
  EXPECT_EQ(of(compared(before, after), "archetype").verdict, Verdict::kSlower);
  CompareSettings lenient;
  lenient.threshold = 2;
  EXPECT_EQ(of(compared(before, after, lenient), "archetype").verdict, Verdict::kSame);
}

TEST(CompareResults, a_difference_at_the_bound_is_inconclusive_with_the_reason) {
  const ComparedCase one = of(compared(made_case("archetype", 1000), made_case("archetype", 1020)), "archetype");
  EXPECT_EQ(one.verdict, Verdict::kInconclusive);
  EXPECT_NE(one.reason.find("crosses the bound of 2.0 %"), std::string::npos) << one.reason;
}

TEST(CompareResults, what_would_decide_it_is_said_in_rounds) {
  const ComparedCase one = of(compared(made_case("archetype", 1000), made_case("archetype", 1018)), "archetype");
  ASSERT_EQ(one.verdict, Verdict::kInconclusive);
  ASSERT_TRUE(one.rounds_to_decide);
  EXPECT_GT(*one.rounds_to_decide, 24);
  EXPECT_FALSE(one.launches_to_decide);
  EXPECT_NE(one.reason.find(" rounds would likely decide it"), std::string::npos) << one.reason;
  EXPECT_FALSE(of(compared(made_case("archetype", 1000), made_case("archetype", 1000)), "archetype").rounds_to_decide);
}

TEST(CompareResults, a_single_launch_proves_nothing_that_placement_may_do) {
  for (const double now : {1900.0, 530.0}) {
    const ComparedCase one = of(compared(made_case("archetype", 1000), made_case("archetype", now)), "archetype");
    EXPECT_EQ(one.verdict, Verdict::kInconclusive);
    EXPECT_EQ(one.allowance, kPlacementReach);
    EXPECT_EQ(one.launches_to_decide, 5);
    EXPECT_NE(one.reason.find("5 launches of each tell"), std::string::npos) << one.reason;
  }
  const ComparedCase still = of(compared(made_case("archetype", 1000), made_case("archetype", 1000)), "archetype");
  EXPECT_EQ(still.verdict, Verdict::kSame);
}

TEST(CompareResults, the_worse_control_of_the_two_files_makes_the_tolerance) {
  const Result quiet = made_result({made_case("archetype", 1000)});
  Result noisy = made_result({made_case("archetype", 1060)});
  noisy.controls = {{"move/scrambled", {1.0, 0.96, 1.04}}};
  for (const auto& [before, after] : {std::pair(quiet, noisy), std::pair(noisy, quiet)}) {
    const ComparedCase one = of(compared(before, after), "archetype");
    EXPECT_GT(one.tolerance, 0.08);
    EXPECT_EQ(one.verdict, Verdict::kSame);
  }
}

TEST(CompareResults, a_control_of_another_workload_is_not_this_ones) {
  Result other = made_result({made_case("archetype", 1060)});
  other.controls.emplace_back("move/same-order", Estimate{1.0, 0.7, 1.4});
  EXPECT_EQ(of(compared(made_result({made_case("archetype", 1000)}), other), "archetype").tolerance, 0.02);
}

TEST(CompareResults, a_finding_is_none_where_another_reference_moved_as_far) {
  const Result before = made_result({made_case("archetype", 1000), made_case("limit", 500)});
  const FileComparison drifted = compared(before, made_result({made_case("archetype", 1100), made_case("limit", 555)}));
  EXPECT_EQ(of(drifted, "archetype").verdict, Verdict::kInconclusive);
  EXPECT_NE(of(drifted, "archetype").reason.find("limit"), std::string::npos);
  const FileComparison worse = compared(before, made_result({made_case("archetype", 2500), made_case("limit", 555)}));
  EXPECT_EQ(of(worse, "archetype").verdict, Verdict::kSlower);
  EXPECT_EQ(of(worse, "limit").verdict, Verdict::kInconclusive);  // its loop belongs to no storage
}

TEST(CompareResults, a_baseline_is_not_excused_by_itself) {
  const FileComparison comparison = compared(made_result({made_case("boxed", 1000), made_case("limit", 500)}),
                                             made_result({made_case("boxed", 2500), made_case("limit", 500)}));
  EXPECT_EQ(of(comparison, "boxed").verdict, Verdict::kSlower);
}

TEST(CompareResults, a_reference_that_moved_makes_nothing_the_same) {
  const FileComparison comparison = compared(made_result({made_case("archetype", 1000), made_case("boxed", 5000)}),
                                             made_result({made_case("archetype", 1100), made_case("boxed", 9000)}));
  EXPECT_EQ(of(comparison, "archetype").verdict, Verdict::kInconclusive);
}

TEST(CompareResults, a_reference_of_any_size_shows_what_launches_differ_by) {
  CaseResult before = made_case("limit", 500), after = made_case("limit", 560);
  before.entities = after.entities = 5'000;
  const FileComparison comparison =
      compared(made_result({made_case("archetype", 1000), before}), made_result({made_case("archetype", 1100), after}));
  EXPECT_EQ(of(comparison, "archetype").verdict, Verdict::kInconclusive);
  EXPECT_NE(of(comparison, "archetype").reason.find("limit on move/scrambled, 5 000 entities"), std::string::npos);
}

TEST(CompareResults, another_build_may_change_the_references_too) {
  Result before = made_result({made_case("archetype", 1000), made_case("limit", 500)});
  before.tool.flags = "-O2";
  const FileComparison comparison =
      compared(before, made_result({made_case("archetype", 2500), made_case("limit", 1300)}));
  EXPECT_TRUE(has_label(comparison, "build"));
  EXPECT_TRUE(comparison.across_builds);
  EXPECT_EQ(of(comparison, "archetype").verdict, Verdict::kSlower);
}

TEST(CompareResults, another_machine_is_labelled) {
  const Result before = made_result({made_case("archetype", 1000)});
  Result after = made_result({made_case("archetype", 1500)});
  after.environment.fingerprint = "fedcba9876543210";
  EXPECT_TRUE(compared(before, after).across_machines);
  EXPECT_TRUE(has_label(compared(before, after), "W19"));
  after.environment.fingerprint.clear();  // unknown is not the same
  EXPECT_TRUE(compared(before, after).across_machines);
  EXPECT_TRUE(compared(after, after).across_machines);
  EXPECT_FALSE(compared(before, before).across_machines);
}

TEST(CompareResults, whatever_makes_a_build_is_labelled) {
  const Result before = made_result({made_case("archetype", 1000)});
  for (const auto& change : std::vector<void (*)(ToolResult&)>{
           [](ToolResult& tool) { tool.compiler = "Clang 14"; }, [](ToolResult& tool) { tool.flags = "-O2"; },
           [](ToolResult& tool) { tool.build_type = "Debug"; }, [](ToolResult& tool) { tool.assertions = true; },
           [](ToolResult& tool) { tool.sanitizers = "address"; }}) {
    Result after = before;
    change(after.tool);
    EXPECT_TRUE(has_label(compared(before, after), "build"));
  }
  Result after = before;
  after.tool.revision = "another";  // which is why one compares
  EXPECT_FALSE(has_label(compared(before, after), "build"));
}

TEST(CompareResults, a_partial_file_and_other_settings_are_labelled) {
  const Result before = made_result({made_case("archetype", 1000)});
  Result after = before;
  after.partial = true;
  after.run.exit_reason = "interrupted";
  after.run.seed = 7;
  const FileComparison comparison = compared(before, after);
  EXPECT_TRUE(has_label(comparison, "partial"));
  EXPECT_TRUE(has_label(comparison, "settings"));
}

TEST(CompareResults, another_source_of_a_strategy_is_labelled) {
  Result before = made_result({made_case("mine", 1000)});
  before.strategies = {{"mine", "given", "1", "aaaa", "plain", "compile-time", "-O3", false, {}}};
  Result after = before;
  after.strategies[0].source_sha256 = "bbbb";
  EXPECT_TRUE(has_label(compared(before, after), "strategy"));
  EXPECT_FALSE(has_label(compared(before, before), "strategy"));
}

TEST(CompareResults, other_work_is_refused_with_the_reason) {
  const CaseResult before = made_case("archetype", 1000);
  for (const auto& change : std::vector<void (*)(CaseResult&)>{
           [](CaseResult& entry) { entry.digest = "1111111111111111"; }, [](CaseResult& entry) { entry.matched = 100; },
           [](CaseResult& entry) { entry.operations = 2'000; }, [](CaseResult& entry) { entry.per = "operation"; }}) {
    CaseResult after = before;
    change(after);
    const FileComparison comparison = compared(before, after);
    EXPECT_TRUE(comparison.cases.empty());
    ASSERT_EQ(comparison.refused.size(), 1U);
    EXPECT_NE(comparison.refused[0].reason.find("not the same"), std::string::npos);
  }
}

TEST(CompareResults, sizes_threads_and_parameters_are_never_mixed) {
  const CaseResult before = made_case("archetype", 1000);
  for (const auto& change : std::vector<void (*)(CaseResult&)>{
           [](CaseResult& entry) { entry.entities = 1'000'000; }, [](CaseResult& entry) { entry.threads = 2; },
           [](CaseResult& entry) {
             entry.params = {{"stride", 7}};
           },
           [](CaseResult& entry) { entry.workload = "move/same-order"; },
           [](CaseResult& entry) { entry.strategy = "bitset"; }}) {
    CaseResult after = before;
    change(after);
    const FileComparison comparison = compared(before, after);
    EXPECT_TRUE(comparison.cases.empty());
    EXPECT_EQ(comparison.only_old.size(), 1U);
    EXPECT_EQ(comparison.only_new.size(), 1U);
  }
}

TEST(CompareResults, the_order_of_parameters_makes_no_other_case) {
  CaseResult before = made_case("archetype", 1000), after = before;
  before.params = {{"stride", 7}, {"share", 0.1}};
  after.params = {{"share", 0.1}, {"stride", 7}};
  EXPECT_EQ(compared(before, after).cases.size(), 1U);
}

TEST(CompareResults, every_case_of_either_file_is_compared_refused_or_listed) {
  CaseResult other = made_case("reactive", 1000);
  other.digest = "1111111111111111";
  const FileComparison comparison =
      compared(made_result({made_case("a", 1), made_case("b", 1), made_case("reactive", 1)}),
               made_result({made_case("b", 1), made_case("c", 1), other}));
  ASSERT_EQ(comparison.cases.size(), 1U);
  EXPECT_EQ(comparison.only_old[0].strategy, "a");
  EXPECT_EQ(comparison.only_new[0].strategy, "c");
  EXPECT_EQ(comparison.refused[0].key.strategy, "reactive");
  EXPECT_EQ(left_out(comparison).size(), 3U);
}

TEST(CompareResults, a_case_that_stands_twice_in_a_file_is_refused) {
  const Result once = made_result({made_case("archetype", 1000)});
  const Result twice = made_result({made_case("archetype", 1000), made_case("archetype", 2000)});
  for (const auto& [before, after] : {std::pair(once, twice), std::pair(twice, once)}) {
    const FileComparison comparison = compared(before, after);
    EXPECT_TRUE(comparison.cases.empty());
    ASSERT_EQ(comparison.refused.size(), 1U);
    EXPECT_NE(comparison.refused[0].reason.find("twice"), std::string::npos);
  }
}

Result launched(const std::vector<double>& launches_ns) {
  std::vector<CaseResult> cases;
  for (const double frame_ns : launches_ns) {
    cases.push_back(made_case("archetype", frame_ns));
    cases.back().launch = cases.size();
  }
  return made_result(cases);
}

TEST(CompareResults, five_launches_on_both_sides_are_what_is_counted) {
  const ComparedCase one =
      of(compared(launched({100, 101, 102, 103, 104}), launched({150, 151, 152, 153, 154})), "archetype");
  EXPECT_EQ(one.method, Method::kLaunches);
  EXPECT_EQ(one.old_side.launches, 5U);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
  EXPECT_NEAR(*one.ratio.median, 152.0 / 102, 0.002);
}

TEST(CompareResults, what_differs_from_launch_to_launch_is_no_finding) {
  // Each launch is narrow in itself; the launches of both files overlap.
  const ComparedCase one =
      of(compared(launched({100, 120, 140, 160, 180}), launched({110, 130, 150, 170, 190})), "archetype");
  EXPECT_EQ(one.verdict, Verdict::kInconclusive);
}

// Cases of one program in so many launches: each lies elsewhere in each launch, which is worth four per cent, and one
// launch in twelve meets a bad place: half as long again.
Result launches_of_one_program(std::size_t launches, std::mt19937_64& random) {
  std::normal_distribution<double> usual(0, 0.04);
  std::bernoulli_distribution bad(1.0 / 12);
  std::vector<CaseResult> cases;
  for (std::size_t launch = 1; launch <= launches; ++launch) {
    for (const char* strategy : {"archetype", "bitset", "reactive", "sparse_set"}) {
      cases.push_back(made_case(strategy, 1000 * std::exp(usual(random)) * (bad(random) ? 1.5 : 1)));
      cases.back().launch = launch;
    }
  }
  return made_result(std::move(cases));
}

TEST(CompareResults, one_program_against_itself_is_flagged_in_at_most_5_percent_of_comparisons) {
  constexpr int kComparisons = 200;
  CompareSettings quick;
  quick.replicates = 300;
  for (const std::size_t launches : {1U, 2U, 6U}) {
    std::mt19937_64 random(launches);
    int flagged = 0;
    for (int at = 0; at < kComparisons; ++at) {
      const Result before = launches_of_one_program(launches, random);
      const Result after = launches_of_one_program(launches, random);
      const FileComparison made = compared(before, after, quick);
      if (count(made, Verdict::kSlower) + count(made, Verdict::kFaster) > 0) ++flagged;
    }
    EXPECT_LE(flagged, kComparisons / 20) << launches << " launches";
  }
}

TEST(CompareResults, a_change_that_one_launch_cannot_prove_is_found_by_eight) {
  std::mt19937_64 random(1);
  int found = 0;
  for (int at = 0; at < 20; ++at) {
    Result after = launches_of_one_program(8, random);
    for (CaseResult& entry : after.cases) {
      for (auto& round : entry.frame_ns.rounds) {
        for (double& frame_ns : round) frame_ns *= 1.3;
      }
    }
    found += static_cast<int>(count(compared(launches_of_one_program(8, random), after), Verdict::kSlower));
  }
  EXPECT_GE(found, 20 * 4 * 8 / 10);
}

TEST(CompareResults, launches_that_ran_alternately_are_compared_pair_by_pair) {
  CompareSettings paired;
  paired.paired = true;
  // The machine doubles its times from the first pair to the last; every ratio is 1.1.
  const std::vector<double> before{100, 120, 140, 160, 180, 200}, after{110, 132, 154, 176, 198, 220};
  const ComparedCase one = of(compared(launched(before), launched(after), paired), "archetype");
  EXPECT_EQ(one.method, Method::kPairs);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
  EXPECT_NEAR(*one.ratio.median, 1.1, 1e-9);
  EXPECT_NEAR(*one.ratio.ci_low, 1.1, 1e-9);
  EXPECT_EQ(of(compared(launched(before), launched(after)), "archetype").verdict, Verdict::kInconclusive);
}

TEST(CompareResults, of_pairs_the_threshold_is_the_tolerance_and_no_reference_is_asked) {
  std::vector<CaseResult> before, after;
  for (std::uint64_t launch = 1; launch <= 8; ++launch) {
    for (const auto& [strategy, ratio] : {std::pair("archetype", 1.1), std::pair("limit", 1.2)}) {
      before.push_back(made_case(strategy, 1000));
      after.push_back(made_case(strategy, 1000 * ratio));
      before.back().launch = after.back().launch = launch;
    }
  }
  Result noisy = made_result(before);
  noisy.controls = {{"move/scrambled", {1.0, 0.8, 1.3}}};
  CompareSettings paired;
  paired.paired = true;
  const ComparedCase one = of(compared(noisy, made_result(after), paired), "archetype");
  EXPECT_EQ(one.tolerance, 0.02);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
}

TEST(CompareResults, too_few_pairs_are_inconclusive_with_what_is_needed) {
  CompareSettings paired;
  paired.paired = true;
  const ComparedCase one = of(compared(launched({100, 100}), launched({200, 200}), paired), "archetype");
  EXPECT_EQ(one.verdict, Verdict::kInconclusive);
  EXPECT_EQ(one.reason, "2 launches before and 2 launches after: 1 case at once needs 6 on each side");
}

TEST(CompareResults, fewer_launches_pool_their_rounds_and_use_each_once) {
  const ComparedCase one = of(compared(launched({100, 200, 300}), launched({200, 200})), "archetype");
  EXPECT_EQ(one.method, Method::kRounds);
  EXPECT_EQ(one.old_side.rounds, 72U);
  EXPECT_EQ(one.new_side.rounds, 48U);
  EXPECT_NEAR(*one.ratio.median, 1, 0.01);
}

TEST(CompareResults, too_few_rounds_or_launches_are_inconclusive_with_what_is_needed) {
  const ComparedCase rounds =
      of(compared(made_case("archetype", 1000, 4), made_case("archetype", 2000, 24)), "archetype");
  EXPECT_EQ(rounds.verdict, Verdict::kInconclusive);
  EXPECT_EQ(rounds.reason, "4 rounds before and 24 rounds after: 1 case at once needs 6 on each side");
  EXPECT_NEAR(*rounds.ratio.median, 2, 0.01);
  EXPECT_FALSE(rounds.ratio.ci_low);
  std::vector<CaseResult> many_before, many_after;
  for (std::uint64_t launch = 1; launch <= 5; ++launch) {
    for (int strategy = 0; strategy < 30; ++strategy) {
      many_before.push_back(made_case("s" + std::to_string(strategy), 1000));
      many_before.back().launch = launch;
    }
  }
  const FileComparison many = compared(made_result(many_before), made_result(many_before));
  EXPECT_EQ(of(many, "s7").reason, "5 launches before and 5 launches after: 30 cases at once need 7 on each side");
}

TEST(CompareResults, without_rounds_the_stored_intervals_are_used_and_it_is_said) {
  CaseResult before = made_case("archetype", 1000), after = made_case("archetype", 2500);
  before.frame_ns.rounds.clear();
  const FileComparison comparison = compared(before, after);
  const ComparedCase one = of(comparison, "archetype");
  EXPECT_EQ(one.method, Method::kIntervals);
  EXPECT_EQ(one.verdict, Verdict::kSlower);
  EXPECT_NEAR(*one.ratio.ci_low, 2.5 * 0.995 / 1.005, 1e-9);
  EXPECT_NEAR(*one.ratio.ci_high, 2.5 * 1.005 / 0.995, 1e-9);
  EXPECT_NE(method_text(comparison).find("90 %"), std::string::npos);
  before.ns_per_entity.ci_low.reset();
  EXPECT_EQ(of(compared(before, after), "archetype").verdict, Verdict::kInconclusive);
}

TEST(CompareResults, a_time_of_zero_is_no_ratio_on_either_side) {  // H079
  for (const auto& [before, after] : {std::pair(0.0, 5.0), std::pair(5.0, 0.0), std::pair(0.0, 0.0)}) {
    const FileComparison comparison = compared(made_case("archetype", before), made_case("archetype", after));
    const ComparedCase one = of(comparison, "archetype");
    EXPECT_FALSE(one.ratio.median);
    EXPECT_EQ(one.verdict, Verdict::kInconclusive);
    EXPECT_EQ(one.reason, "a time that is not above zero has no ratio");
    EXPECT_FALSE(comparison.mean.ratio);
  }
}

TEST(CompareResults, a_case_without_any_time_is_inconclusive) {
  CaseResult empty = made_case("archetype", 1000);
  empty.frame_ns = {};
  empty.ns_per_entity = {};
  EXPECT_EQ(of(compared(empty, made_case("archetype", 1000)), "archetype").reason, "a file holds no time of it");
}

TEST(CompareResults, the_seed_repeats_the_intervals) {
  const Result before = made_result({made_case("archetype", 1000)}),
               after = made_result({made_case("archetype", 1010)});
  CompareSettings other;
  other.seed = 7;
  const ComparedCase once = of(compared(before, after), "archetype");
  EXPECT_EQ(once.ratio.ci_low, of(compared(before, after), "archetype").ratio.ci_low);
  EXPECT_NE(once.ratio.ci_low, of(compared(before, after, other), "archetype").ratio.ci_low);
}

TEST(CompareResults, the_mean_is_geometric_over_the_common_cases) {
  const FileComparison comparison =
      compared(made_result({made_case("a", 1000), made_case("b", 1000), made_case("gone", 1)}),
               made_result({made_case("a", 2000), made_case("b", 500)}));
  EXPECT_NEAR(*comparison.mean.ratio, 1, 1e-9);
  EXPECT_EQ(comparison.mean.cases, 2U);
}

}  // namespace
}  // namespace ecsbench
