// The sentence under a table: it never claims more than the comparison showed.
#include "harness/report/finding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;
using testing::HasSubstr;
using testing::Not;

std::string finding_of(const Result& result) {
  return finding(blocks_of(result).front(), result);
}

TEST(Finding, names_the_fastest_its_lead_with_interval_and_the_limit) {
  EXPECT_EQ(
      finding_of(sample_result()),
      "archetype is fastest, 1.20 × as fast as bitset (1.19 to 1.21): it takes 0.618 ns per match, 1.08 × the limit.");
}

TEST(Finding, calls_equal_speed_the_same) {
  Result result = sample_result();
  result.comparisons.front().verdict = Verdict::kSame;
  EXPECT_THAT(finding_of(result), HasSubstr("archetype and bitset are the same within 2 %"));
  EXPECT_THAT(finding_of(result), Not(HasSubstr("fastest")));
}

TEST(Finding, does_not_call_noise_sameness) {
  Result result = sample_result();
  result.comparisons.front().verdict = Verdict::kSame;
  result.comparisons.front().threshold = 0.39;
  EXPECT_THAT(finding_of(result), HasSubstr("were not told apart: this run's noise hides what is below 39 %"));
}

TEST(Finding, does_not_call_an_unsure_lead_a_lead) {
  Result result = sample_result();
  result.comparisons.front().verdict = Verdict::kInconclusive;
  EXPECT_THAT(finding_of(result), HasSubstr("archetype and bitset were not told apart: 1.20 × as fast (1.19 to 1.21)"));
}

TEST(Finding, without_a_comparison_there_is_no_lead) {
  Result result = sample_result();
  result.comparisons.clear();
  EXPECT_THAT(
      finding_of(result),
      HasSubstr("archetype and bitset were not compared: 1.20 × as fast by their medians alone; archetype takes"));
  EXPECT_THAT(finding_of(result), Not(HasSubstr("fastest")));
}

TEST(Finding, a_comparison_made_the_other_way_round_counts_inversely) {
  Result result = sample_result();
  ComparisonResult& made = result.comparisons.front();
  made.baseline = "bitset";
  made.contender = "archetype";
  made.ratio = {0.8, 0.5, 1.0};
  made.verdict = Verdict::kFaster;
  EXPECT_THAT(finding_of(result), HasSubstr("archetype is fastest, 1.25 × as fast as bitset (1.00 to 2.00)"));
  EXPECT_THAT(closing(result, ""), HasSubstr("in 2 of 2 tables"));
}

TEST(Finding, a_median_that_the_rounds_contradict_is_no_lead) {
  Result result = sample_result();
  result.comparisons.front().ratio = {0.8, 0.75, 0.85};
  result.comparisons.front().verdict = Verdict::kFaster;
  EXPECT_THAT(finding_of(result), HasSubstr("round by round it is 0.800 × as fast as bitset (0.750 to 0.850)"));
  EXPECT_THAT(finding_of(result), Not(HasSubstr("fastest")));
}

TEST(Finding, a_limit_wins_nothing) {
  Result result = sample_result();
  result.cases.resize(1);
  EXPECT_EQ(finding_of(result), "Only the limit was measured: there is nothing to hold against it.");
}

TEST(Finding, a_comparison_of_other_parameters_does_not_count) {
  Result result = sample_result();
  for (ComparisonResult& made : result.comparisons) made.params = {{"stride", 3}};
  EXPECT_THAT(finding_of(result), HasSubstr("were not compared"));
}

TEST(Closing, counts_tables_and_states_the_noise_floor_and_the_command) {
  EXPECT_EQ(closing(sample_result(), "to draw it: ecsbench plot out.json -o charts"),
            "archetype is surely fastest in 2 of 2 tables; the noise floor is ±0.4 %; to draw it: "
            "ecsbench plot out.json -o charts");
}

TEST(Closing, counts_only_leads_that_are_sure) {
  Result result = sample_result();
  result.comparisons.front().verdict = Verdict::kInconclusive;
  EXPECT_THAT(closing(result, ""), HasSubstr("archetype is surely fastest in 1 of 2 tables; "));
  result.comparisons.clear();
  EXPECT_THAT(closing(result, ""), HasSubstr("no strategy is surely fastest in any of 2 tables; "));
}

TEST(Reach, is_that_of_the_farther_end_and_needs_both) {
  EXPECT_DOUBLE_EQ(*reach({1.0, 0.7, 1.2}), 0.3);
  EXPECT_DOUBLE_EQ(*reach({1.0, 0.75, 1.5}), 0.5);
  EXPECT_DOUBLE_EQ(*reach({1.5, 1.25, 1.5}), 0.5);
  EXPECT_FALSE(reach({1.0, 0.7, {}}));
  EXPECT_FALSE(reach({1.0, {}, 1.2}));
}

TEST(Closing, a_run_without_a_control_has_no_noise_floor) {
  Result result = sample_result();
  result.control = {};
  EXPECT_THAT(closing(result, ""), HasSubstr("the noise floor is n/a ("));
}

}  // namespace
}  // namespace ecsbench
