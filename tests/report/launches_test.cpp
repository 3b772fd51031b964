// Several launches of one program, and what holds over all of them.
#include "harness/report/launches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/block.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/markdown.hpp"
#include "harness/report/table.hpp"
#include "harness/report/to_decide.hpp"
#include "tests/report/two_results.hpp"

namespace ecsbench {
namespace {

using Times = std::vector<std::pair<std::string, double>>;

// One launch: boxed is the baseline, `fastest` the storage that leads; rounds within half a per cent of the times, and out
// of step with one another, so that ratios have an interval too.
Result launch(const Times& times, const std::string& fastest = "archetype", double tolerance = 0.02) {
  std::vector<CaseResult> cases;
  for (const auto& [strategy, frame_ns] : times) {
    CaseResult& entry = cases.emplace_back(test::made_case(strategy, frame_ns));
    auto& rounds = entry.frame_ns.rounds;
    std::rotate(rounds.begin(), rounds.begin() + static_cast<std::ptrdiff_t>(cases.size()), rounds.end());
    entry.frames = 72;
    entry.frame_ns.p95 = frame_ns * 1.1;
    entry.ratio_to_baseline.baseline = "boxed";
  }
  Result result = test::made_result(std::move(cases));
  for (const auto& [strategy, frame_ns] : times) {
    for (const std::string& baseline : {std::string("boxed"), fastest}) {
      if (strategy == baseline) continue;
      ComparisonResult& made = result.comparisons.emplace_back();
      made.baseline = baseline;
      made.contender = strategy;
      made.workload = "move/scrambled";
      made.entities = 1'000;
      made.threshold = tolerance;
    }
  }
  return result;
}

Result two_storages(double boxed, double archetype, double bitset, double limit = 500) {
  return launch({{"boxed", boxed}, {"archetype", archetype}, {"bitset", bitset}, {"limit", limit}},
                archetype <= bitset ? "archetype" : "bitset");
}

const CaseResult& case_of(const LaunchesSummary& summary, const std::string& strategy) {
  for (const CaseResult& one : summary.cases) {
    if (one.strategy == strategy) return one;
  }
  ADD_FAILURE() << "no case of " << strategy;
  return summary.cases.front();
}

ComparisonResult made_of(const LaunchesSummary& summary, const std::string& baseline, const std::string& contender) {
  for (const ComparisonResult& one : summary.comparisons) {
    if (one.baseline == baseline && one.contender == contender) return one;
  }
  ADD_FAILURE() << baseline << " and " << contender << " were not compared";
  return {};
}

// What a table is made from.
Result shown(const LaunchesSummary& summary) {
  Result result = test::made_result(summary.cases);
  result.comparisons = summary.comparisons;
  result.controls = summary.controls;
  result.control = summary.control;
  return result;
}

TEST(Launches, a_value_is_the_median_of_the_launches_and_its_interval_their_range) {
  const std::vector<Result> launches = {two_storages(4000, 1000, 2000), two_storages(4000, 1200, 2000),
                                        two_storages(4000, 1100, 2000)};
  const LaunchesSummary summary = summarise_launches(launches);
  ASSERT_EQ(summary.cases.size(), 4U);
  const CaseResult& archetype = case_of(summary, "archetype");
  EXPECT_EQ(archetype.launches, 3U);
  EXPECT_EQ(archetype.frame_ns.median, 1100);
  EXPECT_EQ(archetype.frames, 3 * 72U);
  EXPECT_EQ(archetype.rounds, 24U);
  EXPECT_EQ(archetype.ns_per_entity.median, 1.1);
  EXPECT_EQ(archetype.ns_per_entity.ci_low, 1.0 * 0.995);
  EXPECT_EQ(archetype.ns_per_entity.ci_high, 1.2 * 1.005);
  EXPECT_NEAR(*archetype.ratio_to_limit.median, 2.2, 0.02);
  EXPECT_LT(*archetype.ratio_to_limit.ci_low, 2.01);
  EXPECT_GT(*archetype.ratio_to_limit.ci_high, 2.39);
  EXPECT_EQ(case_of(summary, "limit").ratio_to_limit.median, 1.0);
  const ComparisonResult made = made_of(summary, "boxed", "archetype");
  EXPECT_EQ(made.verdict, Verdict::kFaster);
  EXPECT_EQ(made.launches, 3U);
  EXPECT_NEAR(*made.launch_low, 0.25, 0.01);
  EXPECT_NEAR(*made.launch_high, 0.30, 0.01);
  EXPECT_EQ(archetype.ratio_to_baseline.verdict, Verdict::kFaster);
  EXPECT_EQ(archetype.ratio_to_baseline.ratio.median, made.ratio.median);
  EXPECT_EQ(case_of(summary, "boxed").ratio_to_baseline.verdict, Verdict::kBaseline);
}

TEST(Launches, one_launch_is_what_it_was) {
  const std::vector<Result> one = {two_storages(4000, 1000, 2000)};
  const LaunchesSummary summary = summarise_launches(one);
  EXPECT_EQ(case_of(summary, "archetype").ns_per_entity.ci_low, one[0].cases[1].ns_per_entity.ci_low);
  EXPECT_EQ(case_of(summary, "archetype").launches, 1U);
  EXPECT_FALSE(made_of(summary, "boxed", "archetype").launch_low);
  EXPECT_EQ(summary.controls.size(), 1U);
}

TEST(Launches, a_direction_that_is_not_that_of_all_is_inconclusive_and_said) {
  for (const std::size_t count : {3U, 6U}) {
    std::vector<Result> launches;
    for (std::size_t at = 0; at < count; ++at) launches.push_back(two_storages(4000, 1000, 1310));
    launches.back() = two_storages(4000, 1000, 970);
    const LaunchesSummary summary = summarise_launches(launches);
    const ComparisonResult made = made_of(summary, "archetype", "bitset");
    EXPECT_EQ(made.verdict, Verdict::kInconclusive) << count;
    const Result result = shown(summary);
    const Block block = blocks_of(result).front();
    EXPECT_NE(finding(block, result).find("launches disagree: 0.97"), std::string::npos) << finding(block, result);
    EXPECT_NE(finding(block, result).find(" to 1.31"), std::string::npos);
  }
}

TEST(Launches, too_few_for_the_confidence_have_a_range_and_the_table_says_so) {
  std::vector<Result> launches;
  const auto head = [&launches] {
    const Result result = shown(summarise_launches(launches));
    return table(blocks_of(result).front(), result, {100, false, false});
  };
  for (const double bitset : {2000, 2100, 2200, 2300, 2400}) launches.push_back(two_storages(4000, 1000, bitset));
  EXPECT_EQ(case_of(summarise_launches(launches), "bitset").ns_per_entity.ci_high, 2.4 * 1.005);
  EXPECT_THAT(head(), testing::HasSubstr("5 launches (intervals: their range)"));
  launches.push_back(two_storages(4000, 1000, 2200));
  EXPECT_LT(*case_of(summarise_launches(launches), "bitset").ns_per_entity.ci_high, 2.4 * 1.005);
  EXPECT_THAT(head(), testing::HasSubstr("6 launches (intervals: bootstrap, of ratios their range)"));
  for (int more = 0; more < 2; ++more) launches.push_back(two_storages(4000, 1000, 2200));
  EXPECT_THAT(head(), testing::HasSubstr("8 launches (intervals: bootstrap)"));
}

TEST(Launches, one_odd_launch_of_ten_does_not_make_the_interval) {
  std::vector<Result> launches;
  for (int at = 0; at < 9; ++at) launches.push_back(two_storages(4000, 1000, 2000));
  launches.push_back(two_storages(4000, 1000, 4500));
  const CaseResult bitset = case_of(summarise_launches(launches), "bitset");
  EXPECT_LT(*bitset.ns_per_entity.ci_high, 2.1);
  launches.erase(launches.begin(), launches.begin() + 7);  // three are left
  EXPECT_GT(*case_of(summarise_launches(launches), "bitset").ns_per_entity.ci_high, 4.4);
}

TEST(Launches, the_lead_is_that_of_the_storage_that_is_fastest_over_all) {
  const std::vector<Result> launches = {two_storages(4000, 1000, 1500), two_storages(4000, 1000, 900),
                                        two_storages(4000, 1000, 1500)};
  const LaunchesSummary summary = summarise_launches(launches);
  EXPECT_EQ(made_of(summary, "archetype", "bitset").launches, 3U);
  for (const ComparisonResult& one : summary.comparisons) EXPECT_NE(one.baseline, "bitset");
}

TEST(Launches, tolerance_and_noise_floor_are_those_of_the_middle_launch) {
  std::vector<Result> launches;
  for (const double noise : {0.01, 0.3, 0.05}) {
    launches.push_back(launch({{"boxed", 4000}, {"archetype", 1000}}, "archetype", 2 * noise));
    launches.back().controls = {{"move/scrambled", {1.0, 1 - noise, 1 + noise}}};
  }
  const LaunchesSummary summary = summarise_launches(launches);
  EXPECT_EQ(made_of(summary, "boxed", "archetype").threshold, 0.1);
  EXPECT_EQ(summary.control.ci_high, 1.05);
  ASSERT_EQ(summary.controls.size(), 1U);
}

TEST(Launches, controls_are_joined_by_workload_where_a_launch_lacks_a_table) {
  const auto noise = [](double by) { return Estimate{1.0, 1 - by, 1 + by}; };
  std::vector<Result> launches(3, launch({{"boxed", 4000}, {"archetype", 1000}}));
  launches[0].controls = {{"a", noise(0.01)}, {"b", noise(0.20)}, {"b", noise(0.04)}};
  launches[1].controls = {{"b", noise(0.22)}, {"b", noise(0.05)}};
  launches[2].controls = {{"a", noise(0.02)}, {"b", noise(0.90)}};  // which of the two tables of b is not known
  const LaunchesSummary summary = summarise_launches(launches);
  ASSERT_EQ(summary.controls.size(), 3U);
  EXPECT_EQ(summary.controls[0].first, "a");
  EXPECT_EQ(summary.controls[0].second.ci_high, 1.02);
  EXPECT_EQ(summary.controls[1].second.ci_high, 1.22);
  EXPECT_EQ(summary.controls[2].second.ci_high, 1.05);
  EXPECT_EQ(summary.control.ci_high, 1.22);
}

TEST(Launches, a_percentile_that_one_launch_lacks_is_lacking) {
  std::vector<Result> launches = {two_storages(4000, 1000, 2000), two_storages(4000, 1200, 2000)};
  EXPECT_NEAR(*case_of(summarise_launches(launches), "archetype").frame_ns.p95, 1100 * 1.1, 1e-6);
  launches[1].cases[1].frame_ns.p95.reset();
  EXPECT_FALSE(case_of(summarise_launches(launches), "archetype").frame_ns.p95);
}

// Three launches whose tails of archetype lie apart.
std::vector<Result> with_tails() {
  std::vector<Result> launches;
  for (const double p99 : {1500.0, 9000.0, 3000.0}) {
    launches.push_back(two_storages(4000, 1000, 2000));
    FrameResult& frame = launches.back().cases[1].frame_ns;
    frame.p95 = p99 / 1.2;
    frame.p95_ends = {p99 / 1.3, p99 / 1.1};
    frame.p99 = p99;
    frame.p99_ends = {p99 * 0.9, p99 * 1.1};
    frame.max = p99 * 2;
    frame.p99_to_p50 = {p99 / 1000, p99 / 1100, p99 / 900};
    frame.over_budget = {{6.94, p99 / 1e5, {p99 / 2e5, p99 / 5e4}}};
    frame.outliers = {{4, 2, 1}};
    frame.disturbed_rounds = {{3, 7}};
    frame.events.emplace();
  }
  return launches;
}

TEST(Launches, tails_are_the_median_of_theirs_between_the_lowest_end_and_the_highest) {
  const FrameResult frame = case_of(summarise_launches(with_tails()), "archetype").frame_ns;
  EXPECT_EQ(frame.p99, 3000);
  EXPECT_EQ(frame.p99_ends.ci_low, 1500 * 0.9);
  EXPECT_EQ(frame.p99_ends.ci_high, 9000 * 1.1);
  EXPECT_EQ(frame.p95_ends.ci_low, 1500 / 1.3);
  EXPECT_EQ(frame.p99_to_p50.median, 3);
  EXPECT_EQ(frame.p99_to_p50.ci_high, 10);
  ASSERT_EQ(frame.over_budget.size(), 1U);
  EXPECT_EQ(frame.over_budget[0].share, 0.03);
  EXPECT_EQ(frame.over_budget[0].ends.ci_high, 0.18);
  ASSERT_TRUE(frame.outliers);
  EXPECT_EQ(frame.outliers->mild, 12U);
  EXPECT_EQ(frame.outliers->in_disturbed_rounds, 3U);
  EXPECT_FALSE(frame.disturbed_rounds);
  EXPECT_FALSE(frame.events);
}

TEST(Launches, details_are_over_all_and_name_what_one_lacks) {
  std::vector<Result> launches = with_tails();
  const auto details = [&launches] {
    const Result result = shown(summarise_launches(launches));
    return table(blocks_of(result).front(), result, {100, false, true});
  };
  const std::string text = details();
  EXPECT_THAT(text, testing::HasSubstr("3.000   1.350 – 9.900")) << text;
  EXPECT_THAT(text, testing::HasSubstr("3.0 (0.75–18)         12        6              3\n")) << text;
  launches[1].cases[1].frame_ns.p99.reset();
  EXPECT_THAT(details(), testing::HasSubstr("a launch has fewer than the 368 steady frames of a p99"));
  EXPECT_THAT(details(), Not(testing::HasSubstr("p99 needs")));
}

TEST(Launches, modelled_caches_are_those_of_the_launch_that_modelled_them) {
  std::vector<Result> launches = {two_storages(4000, 1000, 2000), two_storages(4000, 1200, 2000),
                                  two_storages(4000, 1100, 2000)};
  for (Result& one : launches) one.cases[1].modelled_per_entity.reason = kCacheModelOff;
  const auto modelled = [&launches] { return case_of(summarise_launches(launches), "archetype").modelled_per_entity; };
  EXPECT_EQ(modelled().reason, kCacheModelOff);
  launches[0].cases[1].modelled_per_entity.reason = "no traced build";
  EXPECT_EQ(modelled().reason, "no traced build");
  launches[0].cases[1].modelled_per_entity.lines = 3;
  launches[0].cases[1].modelled_per_entity.available = true;
  launches[0].cases[1].modelled_per_entity.reason = "";
  EXPECT_EQ(modelled().lines, 3);
}

TEST(Launches, an_interrupted_one_lacks_cases_and_spoils_none) {
  std::vector<Result> launches = {two_storages(4000, 1000, 2000), two_storages(4000, 1000, 2000)};
  for (Result& each : launches) {
    CaseResult later = test::made_case("archetype", 700);
    later.entities = 5'000;
    each.cases.push_back(later);
  }
  launches[1].cases.pop_back();
  const LaunchesSummary summary = summarise_launches(launches);
  ASSERT_EQ(summary.cases.size(), 5U);
  EXPECT_EQ(summary.cases.back().launches, 1U);
  EXPECT_EQ(summary.cases.front().launches, 2U);
}

TEST(Launches, the_table_counts_them_and_says_what_would_decide) {
  const std::vector<Result> launches = {two_storages(4000, 1000, 3900), two_storages(4000, 1000, 4050)};
  const Result result = shown(summarise_launches(launches));
  const std::string text = table(blocks_of(result).front(), result, {100, false, false});
  EXPECT_NE(text.find("2 launches (intervals: their range) · 24 rounds each"), std::string::npos) << text;
  EXPECT_NE(text.find("0.989 inconclusive⁴"), std::string::npos) << text;
  EXPECT_NE(text.find("⁴ launches disagree: 0.971 to 1.01"), std::string::npos) << text;
  EXPECT_NE(to_markdown(result, "").find("inconclusive (launches disagree"), std::string::npos);
}

TEST(Launches, too_few_for_an_interval_say_how_many_give_one) {
  std::vector<Result> launches = {two_storages(4000, 1000, 1005), two_storages(4000, 1000, 1045)};
  const auto lead = [&launches] { return made_of(summarise_launches(launches), "archetype", "bitset"); };
  EXPECT_EQ(lead().verdict, Verdict::kInconclusive);
  EXPECT_EQ(lead().launches_to_decide, 7);  // three statements at once
  EXPECT_EQ(why_inconclusive(lead()), "7 launches give an interval");
  while (launches.size() < 8) launches.push_back(launches[launches.size() % 2]);
  EXPECT_EQ(lead().verdict, Verdict::kInconclusive);
  EXPECT_GT(lead().launches_to_decide, 8);
  EXPECT_THAT(why_inconclusive(lead()), testing::HasSubstr("launches would likely decide it"));
}

TEST(LaunchedResults, hold_every_launch_in_the_file_and_one_case_for_all_in_the_table) {
  LaunchedResults results;
  Result all = test::made_result({});
  EXPECT_FALSE(results.add(two_storages(4000, 1000, 2000), 1, all));
  EXPECT_FALSE(results.add(two_storages(4000, 1200, 2000), 2, all));
  ASSERT_EQ(all.cases.size(), 8U);
  EXPECT_EQ(all.cases[1].launch, 1U);
  EXPECT_EQ(all.cases[5].launch, 2U);
  EXPECT_EQ(all.cases[5].frame_ns.rounds.front().size(), 3U);  // every frame is kept
  EXPECT_EQ(all.comparisons.front().launches, 2U);
  EXPECT_EQ(all.controls.size(), 1U);
  const Result over = results.over(all);
  ASSERT_EQ(over.cases.size(), 4U);
  EXPECT_EQ(over.cases[1].launches, 2U);
  EXPECT_EQ(over.environment.fingerprint, all.environment.fingerprint);
}

TEST(LaunchedResults, launches_after_the_one_that_modelled_caches_name_it) {
  for (const bool is_modelled : {true, false}) {
    LaunchedResults results;
    Result all = test::made_result({});
    for (const std::uint64_t number : {1U, 2U}) {
      Result launch = two_storages(4000, 1000, 2000);
      ModelledResult& modelled = launch.cases[1].modelled_per_entity;
      modelled.available = is_modelled && number == 1;
      modelled.reason = modelled.available ? "" : kCacheModelOff;
      EXPECT_FALSE(results.add(std::move(launch), number, all));
    }
    EXPECT_EQ(all.cases[5].modelled_per_entity.reason, is_modelled ? kModelledInLaunch1 : kCacheModelOff);
  }
}

TEST(LaunchedResults, warnings_name_their_launch_and_the_machine_is_warned_of_once) {
  LaunchedResults results;
  Result all = test::made_result({});
  all.warnings = {{"W04", "A guest."}};
  for (std::uint64_t at = 0; at < 2; ++at) {
    Result launch = two_storages(4000, 1000, 2000);
    launch.warnings = {{"W04", "A guest."}, {"W05", "Busy."}, {"W21", "A note."}};
    if (at == 1) launch.warnings.push_back({"W10", "Off."});
    EXPECT_FALSE(results.add(launch, at + 1, all));
  }
  std::vector<std::string> texts;
  for (const Warning& warning : all.warnings) texts.push_back(warning.text);
  EXPECT_THAT(texts, testing::ElementsAre("A guest.", "launch 1: A note.", "launch 2: Off."));
}

TEST(LaunchedResults, a_launch_without_cases_keeps_its_warnings_and_the_later_ones_their_numbers) {
  LaunchedResults results;
  Result all = test::made_result({});
  Result none = test::made_result({});
  none.controls.clear();
  none.warnings = {{"W10", "Left out."}};
  none.strategies.resize(1);
  none.strategies[0].name = "given";
  none.strategies[0].skips = {{"move/scrambled", "It crashed."}};
  EXPECT_FALSE(results.add(none, 1, all));
  EXPECT_FALSE(results.add(two_storages(4000, 1000, 2000), 2, all));
  ASSERT_EQ(all.warnings.size(), 1U);
  EXPECT_EQ(all.warnings[0].text, "launch 1: Left out.");
  ASSERT_EQ(all.strategies.size(), 1U);
  EXPECT_EQ(all.cases.front().launch, 2U);
  EXPECT_EQ(results.over(all).cases.front().launches, 1U);
}

TEST(LaunchedResults, other_work_in_a_launch_is_a_fault) {
  LaunchedResults results;
  Result all = test::made_result({});
  EXPECT_FALSE(results.add(two_storages(4000, 1000, 2000), 1, all));
  Result other = two_storages(4000, 1000, 2000);
  other.cases[1].digest = "1111111111111111";
  const auto fault = results.add(other, 2, all);
  ASSERT_TRUE(fault);
  EXPECT_THAT(*fault, testing::HasSubstr("launch 2 did other work than launch 1: archetype on move/scrambled"));
  EXPECT_EQ(all.cases.size(), 4U);
}

}  // namespace
}  // namespace ecsbench
