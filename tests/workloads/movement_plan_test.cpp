// What the move family builds and how it judges.
#include "harness/workloads/movement_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "harness/workloads/digest.hpp"
#include "harness/workloads/random.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {
namespace {

Params params_of(std::uint64_t entities, std::vector<std::pair<std::string, double>> axes = {}) {
  Params params;
  params.entities = entities;
  params.axes = std::move(axes);
  return params;
}

std::uint64_t counted_movers(const MovementPlan& plan) {
  std::uint64_t movers = 0;
  for (std::uint64_t i = 0; i < plan.entities(); ++i) movers += plan.moves(i) ? 1u : 0u;
  return movers;
}

TEST(MovementPlan, ten_percent_moves_every_tenth_starting_with_the_first) {
  const MovementPlan plan{MovementKind::kTenPercent, params_of(1005)};
  for (std::uint64_t i = 0; i < 1005; ++i) EXPECT_EQ(plan.moves(i), i % 10 == 0) << i;
  EXPECT_EQ(plan.movers(), 101u);  // ceil(N / 10)
}

TEST(MovementPlan, the_number_of_movers_is_that_of_the_entities_that_move) {
  for (const double percent : {0.01, 0.5, 3.0, 10.0, 33.33, 50.0, 99.99, 100.0}) {
    for (const std::uint64_t n : {1u, 2u, 9u, 10u, 11u, 64u, 1000u, 4097u}) {
      const MovementPlan plan{MovementKind::kSameOrder, params_of(n, {{"movers_percent", percent}})};
      EXPECT_EQ(plan.movers(), counted_movers(plan)) << percent << " % of " << n;
    }
  }
}

TEST(MovementPlan, scrambled_velocities_follow_the_stride) {
  const MovementPlan plan{MovementKind::kScrambled, params_of(10, {{"stride", 3}})};
  EXPECT_EQ(plan.insertion_order(), (std::vector<std::uint32_t>{0, 3, 6, 9, 2, 5, 8, 1, 4, 7}));
}

TEST(MovementPlan, a_stride_that_shares_a_factor_with_n_gives_way_to_the_next_and_says_so) {
  const MovementPlan plan{MovementKind::kScrambled, params_of(7919)};
  EXPECT_EQ(plan.stride(), 7920u);
  EXPECT_NE(plan.work().note.find("stride 7920 instead of 7919"), std::string::npos);
  EXPECT_EQ(MovementPlan(MovementKind::kSameOrder, params_of(7919)).work().note, "");
}

TEST(MovementPlan, every_order_names_each_mover_once) {
  for (const MovementKind kind : kMovementKinds) {
    const MovementPlan plan{kind, params_of(1000)};
    std::vector<std::uint32_t> order = plan.insertion_order();
    EXPECT_EQ(order.size(), plan.movers());
    std::sort(order.begin(), order.end());
    EXPECT_EQ(std::adjacent_find(order.begin(), order.end()), order.end());
    EXPECT_TRUE(std::all_of(order.begin(), order.end(), [&](std::uint32_t i) { return plan.moves(i); }));
  }
}

TEST(MovementPlan, shuffled_depends_on_the_seed_alone) {
  Params params = params_of(1000);
  const auto first = MovementPlan{MovementKind::kShuffled, params}.insertion_order();
  EXPECT_EQ(first, MovementPlan(MovementKind::kShuffled, params).insertion_order());
  params.seed = 43;
  EXPECT_NE(first, MovementPlan(MovementKind::kShuffled, params).insertion_order());
}

TEST(MovementPlan, half_die_in_each_round_and_no_round_is_like_another) {
  const MovementPlan plan{MovementKind::kScatteredHeap, params_of(1001)};
  EXPECT_EQ(plan.dying(0).size(), 500u);
  EXPECT_NE(plan.dying(0), plan.dying(1));
}

TEST(MovementPlan, a_wrong_position_changes_the_digest_and_two_swapped_ones_too) {
  const MovementPlan plan{MovementKind::kSameOrder, params_of(100)};
  const std::vector<std::uint64_t> visits(MovementPlan::kVerifyFrames, 100);
  const auto digest = [&](auto position_of) { return plan.judge(visits, position_of).digest; };
  const auto right = digest([](std::uint64_t i) { return MovementPlan::start(i); });
  EXPECT_NE(right, digest([](std::uint64_t i) { return MovementPlan::start(i == 7 ? 8 : i); }));
  EXPECT_NE(right, digest([](std::uint64_t i) { return MovementPlan::start(i == 7 ? 8 : i == 8 ? 7 : i); }));
}

TEST(MovementPlan, somebody_without_velocity_who_moves_is_a_fault) {
  const MovementPlan plan{MovementKind::kTenPercent, params_of(100)};
  const std::vector<std::uint64_t> visits(MovementPlan::kVerifyFrames, 10);
  const Outcome outcome = plan.judge(visits, [](std::uint64_t i) {
    return i == 55 ? Position{1, 1} : MovementPlan::start(i);
  });
  EXPECT_EQ(outcome.fault, "entity 55 has no velocity and moved");
}

TEST(MovementPlan, frames_that_match_differently_are_a_fault) {
  const MovementPlan plan{MovementKind::kSameOrder, params_of(100)};
  const Outcome outcome = plan.judge({100, 100, 99, 100}, [](std::uint64_t i) { return MovementPlan::start(i); });
  EXPECT_EQ(outcome.fault, "one frame visited 100, another 99");
}

TEST(MovementPlan, after_timing_a_missing_visit_or_a_wrong_place_is_told) {
  const MovementPlan plan{MovementKind::kSameOrder, params_of(100)};
  EXPECT_NE(plan.check(0, 99, [](std::uint64_t i) { return MovementPlan::start(i); }), std::nullopt);
  const auto left_behind = plan.check(1000, 100, [](std::uint64_t i) { return MovementPlan::start(i); });
  ASSERT_NE(left_behind, std::nullopt);
  EXPECT_NE(left_behind->find("after 1000 timed frames entity 1 is at"), std::string::npos);
}

TEST(Digest, minus_zero_counts_as_zero) {
  EXPECT_EQ(fingerprint(3, Position{0.0f, 1.0f}), fingerprint(3, Position{-0.0f, 1.0f}));
}

TEST(Digest, is_16_lower_case_hex_digits) {
  EXPECT_EQ(hex_digits(0xAB), "00000000000000ab");
}

TEST(Random, is_the_same_everywhere) {
  Random random{42};
  EXPECT_EQ(random.next(), 6'332'618'229'526'065'668u);
  std::vector<int> values{0, 1, 2, 3, 4, 5, 6, 7};
  shuffle(values, random);
  EXPECT_EQ(values, (std::vector<int>{0, 1, 4, 6, 5, 2, 3, 7}));
  for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below(7), 7u);
}

}  // namespace
}  // namespace ecsbench
