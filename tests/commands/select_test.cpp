// From names to contests.
#include "harness/commands/run/select.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/commands/options/usage_error.hpp"
#include "tests/commands/fake_catalogue.hpp"

namespace ecsbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const Catalogue kCatalogue = test::fake_catalogue();

RunOptions options() {
  RunOptions options;
  options.entities = parse_entities("--entities", "1k");
  options.threads = {1};
  return options;
}

Selection selected(const std::vector<std::string>& strategies, const std::vector<std::string>& workloads,
                   bool reference = true) {
  RunOptions asked = options();
  asked.strategies = strategies;
  asked.workloads = workloads;
  asked.reference = reference;
  return select(asked, kCatalogue);
}

std::vector<std::string> entrants(const Contest& contest) {
  std::vector<std::string> names;
  for (const Entrant& entrant : contest.entrants) names.push_back(entrant.strategy->name);
  return names;
}

std::string refusal(const RunOptions& asked) {
  try {
    (void)select(asked, kCatalogue);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Select, takes_the_four_storages_and_what_was_given_by_default) {
  const Selection all = selected({}, {});
  ASSERT_EQ(all.contests.size(), 3U);
  EXPECT_THAT(entrants(all.contests[0]), ElementsAre("bitset", "sparse_set", "archetype", "reactive", "mine", "boxed",
                                                     "boxed_scattered", "limit", "gather"));
  EXPECT_EQ(all.contests[0].baseline, "boxed");
  EXPECT_NE(all.contests[0].reference, nullptr);
}

TEST(Select, no_reference_leaves_the_references_out) {
  EXPECT_THAT(entrants(selected({"archetype"}, {"move/same-order"}, false).contests[0]), ElementsAre("archetype"));
  EXPECT_THAT(entrants(selected({"all"}, {"move/same-order"}, false).contests[0]), Not(Contains("boxed")));
  EXPECT_THAT(entrants(selected({"boxed"}, {"move/same-order"}, false).contests[0]), ElementsAre("boxed"));
}

TEST(Select, globs_match_storages_and_baselines_each_once) {
  EXPECT_THAT(entrants(selected({"b*", "bitset", "boxed"}, {"move/same-order"}, false).contests[0]),
              ElementsAre("bitset", "boxed"));
  EXPECT_THAT(entrants(selected({"*t"}, {"move/same-order"}, false).contests[0]), ElementsAre("bitset", "sparse_set"));
  EXPECT_EQ(selected({"archetype"}, {"move/s*"}).contests.size(), 2U);
}

TEST(Select, an_unknown_strategy_gets_a_suggestion_the_list_and_the_door_for_own_ones) {
  RunOptions asked = options();
  asked.strategies = {"sparseset"};
  EXPECT_THAT(refusal(asked),
              AllOf(testing::StartsWith("no strategy is called 'sparseset'. Did you mean 'sparse_set'?"),
                    HasSubstr("strategies: boxed, boxed_scattered, bitset"), HasSubstr("ecsbench-own")));
  asked.strategies = {"x*"};
  EXPECT_THAT(refusal(asked), HasSubstr("no strategy matches 'x*'"));
  asked.strategies = {};
  asked.baseline = "boxd";
  EXPECT_THAT(refusal(asked), HasSubstr("Did you mean 'boxed'?"));
}

TEST(Select, an_unknown_workload_gets_a_suggestion_and_the_list) {
  RunOptions asked = options();
  asked.workloads = {"move/scrambeld"};
  EXPECT_THAT(refusal(asked), AllOf(HasSubstr("Did you mean 'move/scrambled'?"), HasSubstr("move/ten-percent")));
  asked.workloads = {"draw/*"};
  EXPECT_THAT(refusal(asked), HasSubstr("no workload matches 'draw/*'"));
}

TEST(Select, the_baseline_is_what_was_asked_else_boxed_else_the_first) {
  RunOptions asked = options();
  asked.strategies = {"archetype"};
  asked.baseline = "bitset";
  asked.reference = false;
  EXPECT_EQ(select(asked, kCatalogue).contests[0].baseline, "bitset");
  EXPECT_THAT(entrants(select(asked, kCatalogue).contests[0]), ElementsAre("archetype", "bitset"));
  asked.baseline = "";
  EXPECT_EQ(select(asked, kCatalogue).contests[0].baseline, "archetype");
}

TEST(Select, a_sweep_is_a_contest_for_each_combination_where_the_workload_has_the_axis) {
  RunOptions asked = options();
  asked.entities = parse_entities("--entities", "1k,2k");
  asked.params = {{"stride", {3, 7}}};
  const Selection all = select(asked, kCatalogue);
  ASSERT_EQ(all.contests.size(), 2U + 4U + 2U);
  EXPECT_EQ(all.contests[2].params.axis("stride", 0), 3);
  EXPECT_EQ(all.contests[3].params.axis("stride", 0), 7);
  EXPECT_TRUE(all.contests[0].params.axes.empty());
}

TEST(Select, an_unknown_or_impossible_parameter_is_refused) {
  RunOptions asked = options();
  asked.params = {{"strid", {3}}};
  EXPECT_THAT(refusal(asked), HasSubstr("no axis is called 'strid'. Did you mean 'stride'?"));
  asked.params = {{"stride", {1.5}}};
  EXPECT_THAT(refusal(asked), AllOf(HasSubstr("stride=1.5"), HasSubstr("whole numbers from 1 to 1000000")));
  asked.params = {{"stride", {0}}};
  EXPECT_THAT(refusal(asked), HasSubstr("stride=0"));
}

TEST(Select, what_cannot_run_is_skipped_with_its_reason) {
  const Selection all = selected({"bitset", "archetype"}, {"sort/rows"}, false);
  EXPECT_THAT(entrants(all.contests[0]), ElementsAre("archetype"));
  ASSERT_EQ(all.strategies[0].skips.size(), 1U);
  EXPECT_EQ(all.strategies[0].skips[0].reason, "skipped (no Sortable)");
  RunOptions asked = options();
  asked.strategies = {"bitset"};
  asked.workloads = {"sort/rows"};
  asked.reference = false;
  EXPECT_THAT(refusal(asked), HasSubstr("none of these strategies can run"));
}

TEST(Select, more_threads_than_a_workload_has_are_refused) {
  RunOptions asked = options();
  asked.threads = {2};
  EXPECT_THAT(refusal(asked), HasSubstr("--threads 2"));
}

}  // namespace
}  // namespace ecsbench
