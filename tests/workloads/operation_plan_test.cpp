// What the operations lay out and how they judge; what a frame of toggling takes.
#include "harness/workloads/operation_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "harness/workloads/toggle_plan.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kEntities = 1000;

OperationPlan plan_of(OperationKind kind) {
  Params params;
  params.entities = kEntities;
  return {kind, params};
}

Holding both(std::uint64_t ordinal) {
  return {true, OperationPlan::position(ordinal), OperationPlan::velocity(ordinal)};
}

TEST(OperationPlan, each_kind_has_a_name_of_its_own) {
  std::set<std::string> names;
  for (const OperationKind kind : kOperationKinds) EXPECT_TRUE(names.insert(operation_info(kind).name).second);
  EXPECT_TRUE(names.contains("remove/shuffled"));
}

TEST(OperationPlan, a_shuffled_order_names_each_entity_once_and_is_not_the_order_of_creation) {
  std::vector<std::uint32_t> order = plan_of({Act::kGet, Manner::kShuffled}).order();
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, plan_of({Act::kGet, Manner::kInOrder}).order());
}

TEST(OperationPlan, a_world_is_restored_before_each_frame_unless_it_is_only_read) {
  for (const OperationKind kind : kOperationKinds) {
    const bool reads = kind.act == Act::kGet || kind.act == Act::kHas || kind.act == Act::kView;
    EXPECT_EQ(plan_of(kind).work().is_restored, !reads) << operation_info(kind).name;
  }
}

TEST(OperationPlan, a_frame_in_which_an_operation_failed_is_a_fault) {
  const OperationPlan plan = plan_of({Act::kInsert, Manner::kInOrder});
  EXPECT_EQ(plan.judge({kEntities, kEntities}, both).fault, "");
  EXPECT_EQ(plan.judge({kEntities, kEntities - 1}, both).fault, "999 of 1000 operations of a frame succeeded");
}

TEST(OperationPlan, views_are_made_as_often_in_a_small_world_as_in_a_large_one_and_one_entity_matches) {
  const OperationPlan plan = plan_of({Act::kView, Manner::kOneMatch});
  EXPECT_EQ(plan.work().operations, OperationPlan::kViews);
  std::uint64_t holders = 0;
  for (std::uint64_t i = 0; i < kEntities; ++i) holders += plan.laid_out(i).velocity ? 1u : 0u;
  EXPECT_EQ(holders, 1u);
  EXPECT_TRUE(plan.laid_out(plan.lone()).velocity.has_value());
  Params params;
  params.entities = 7;
  EXPECT_EQ((OperationPlan{{Act::kView, Manner::kCreate}, params}.work().operations), OperationPlan::kViews);
  EXPECT_EQ((OperationPlan{{Act::kHas, Manner::kInOrder}, params}.work().operations), 7u);
}

TEST(OperationPlan, the_digest_tells_the_dead_from_the_bare_and_one_component_from_another) {
  const Holding bare{true, std::nullopt, std::nullopt};
  const Holding with_position{true, Position{1, 2}, std::nullopt};
  const Holding with_velocity{true, std::nullopt, Velocity{1, 2}};
  std::set<std::uint64_t> shares;
  for (const Holding& holding : {Holding{}, bare, with_position, with_velocity, both(7)}) {
    EXPECT_TRUE(shares.insert(OperationPlan::fingerprint(7, holding)).second) << OperationPlan::in_words(holding);
  }
}

TEST(OperationPlan, a_world_that_is_wrong_after_the_last_frame_gets_a_sentence) {
  const OperationPlan removing = plan_of({Act::kRemove, Manner::kShuffled});
  const auto bare_of_velocity = [](std::uint64_t i) { return Holding{true, OperationPlan::position(i), std::nullopt}; };
  EXPECT_EQ(removing.check(3, kEntities, bare_of_velocity), std::nullopt);
  EXPECT_EQ(
      removing.check(3, kEntities, both),
      "after 3 timed frames entity 0 holds position (0, 0), velocity (0, 0) instead of position (0, 0), no velocity");
  EXPECT_EQ(removing.check(3, 7, bare_of_velocity), "7 of 1000 operations of the last frame succeeded");
  EXPECT_NE(plan_of({Act::kDespawn, Manner::kBulk}).check(1, kEntities, both), std::nullopt);
}

TEST(Slices, frames_take_one_slice_after_another_round_and_round) {
  Slices slices{5, 2};
  std::vector<std::size_t> taken;
  for (int frame = 0; frame < 4; ++frame) slices.next([&](std::size_t place) { taken.push_back(place); });
  EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1, 2, 3, 4, 0, 1, 2}));
}

TEST(TogglePlan, a_tag_that_was_toggled_too_seldom_gets_a_sentence) {
  Params params;
  params.entities = 10;
  params.axes = {{"toggled_percent", 30}};
  const TogglePlan plan{params};
  EXPECT_EQ(plan.toggled(), 3u);
  const std::vector<std::uint32_t> order = plan.order();
  // No timed frame: four verification frames have toggled 12 places, the first two of the order twice.
  const auto flagged = [&](std::uint64_t ordinal) {
    const auto place = std::find(order.begin(), order.end(), ordinal) - order.begin();
    const Position start = MovementPlan::start(ordinal);
    const float moved = 1 + 4 * TogglePlan::kVerifyStep;
    return Flagged{{start.x * moved, start.y * moved}, place >= 2};
  };
  EXPECT_EQ(plan.check(0, 10, flagged), std::nullopt);
  const auto never = [&](std::uint64_t ordinal) { return Flagged{flagged(ordinal).position, false}; };
  EXPECT_EQ(plan.check(0, 10, never),
            "after 0 timed frames entity " + std::to_string(order[2]) + " was toggled 1 times and is not frozen");
}

}  // namespace
}  // namespace ecsbench
