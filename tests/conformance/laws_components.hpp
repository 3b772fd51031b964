// Laws on components: adding, replacing, removing, and what this does to the neighbours.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class ComponentLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;

  // n entities; each holds A{i} and B{10 + i}.
  static std::vector<ecs::Entity> spawn_pairs(World& world, int n) {
    std::vector<ecs::Entity> e;
    for (int i = 0; i < n; ++i) e.push_back(world.spawn(A{i}, B{10 + i}));
    return e;
  }
};
TYPED_TEST_SUITE(ComponentLaws, UnderTest, StrategyName);

TYPED_TEST(ComponentLaws, insert_adds_then_replaces) {  // H036, H039, H088, H089
  typename TestFixture::World world;
  const ecs::Entity e = world.spawn();
  for (int value = 1; value <= 10; ++value) {
    A* const place = world.insert(e, A{value});
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(place, world.template try_get<A>(e));
    EXPECT_EQ(place->value, value);
    EXPECT_EQ(visited(world.template view<A>()), Entities{e});
  }
  EXPECT_TRUE(world.template remove<A>(e));
  EXPECT_FALSE(world.template has<A>(e));
  expect_consistent(world);
}

TYPED_TEST(ComponentLaws, replacing_touches_nobody_else) {
  typename TestFixture::World world;
  const auto e = TestFixture::spawn_pairs(world, 4);
  auto wanted = portrait<A, B, C, Frozen>(world, e);
  wanted.lives[2].values[0] = 77;
  world.insert(e[2], A{77});
  EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, e), wanted)));
}

TYPED_TEST(ComponentLaws, removing_what_is_absent_does_nothing) {  // H010
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 4; ++i) e.push_back(world.spawn(A{i}));
  const auto before = portrait<A, B, C, Frozen>(world, e);
  for (const ecs::Entity entity : e) {
    EXPECT_FALSE(world.template remove<B>(entity));
    EXPECT_FALSE(world.template remove<Frozen>(entity));
  }
  EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, e), before)));
  EXPECT_TRUE(world.template remove<A>(e[0]));
  EXPECT_FALSE(world.template remove<A>(e[0]));
  EXPECT_EQ(world.size(), 4u);
}

TYPED_TEST(ComponentLaws, removing_any_row_keeps_the_others) {  // H012, H044
  constexpr int kRows = 5;
  for (std::size_t first = 0; first < kRows; ++first) {
    for (std::size_t second = 0; second < kRows; ++second) {
      typename TestFixture::World world;
      const auto e = TestFixture::spawn_pairs(world, kRows);
      auto wanted = portrait<A, B, C, Frozen>(world, e);
      for (const std::size_t row : {first, second}) {
        world.template remove<A>(e[row]);
        wanted.lives[row].values[0] = std::nullopt;
        EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, e), wanted))) << "removed " << first << " and " << second;
      }
    }
  }
}

TYPED_TEST(ComponentLaws, despawning_any_row_keeps_the_others) {  // H012, H052
  constexpr int kRows = 5;
  for (std::size_t first = 0; first < kRows; ++first) {
    for (std::size_t second = 0; second < kRows; ++second) {
      typename TestFixture::World world;
      const auto e = TestFixture::spawn_pairs(world, kRows);
      world.despawn(e[first]);
      world.despawn(e[second]);
      for (std::size_t row = 0; row < kRows; ++row) {
        const bool died = row == first || row == second;
        EXPECT_EQ(number_in<A>(world, e[row]), died ? std::nullopt : std::optional{static_cast<int>(row)});
        EXPECT_EQ(number_in<B>(world, e[row]), died ? std::nullopt : std::optional{static_cast<int>(row) + 10});
      }
      expect_consistent(world);
    }
  }
}

TYPED_TEST(ComponentLaws, a_displaced_row_is_found_written_and_moved_again) {  // H012
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  for (int i = 1; i <= 3; ++i) e.push_back(world.spawn(A{i}));
  world.despawn(e[0]);
  EXPECT_EQ(number_in<A>(world, e[2]), 3);
  world.template try_get<A>(e[2])->value = 33;
  world.despawn(e[1]);
  EXPECT_EQ(number_in<A>(world, e[2]), 33);
  world.insert(e[2], B{4});
  EXPECT_EQ(number_in<A>(world, e[2]), 33);
  EXPECT_EQ(number_in<B>(world, e[2]), 4);
  expect_consistent(world);
}

TYPED_TEST(ComponentLaws, despawn_leaves_no_component_behind) {  // H020, H083, H090
  typename TestFixture::World world;
  const ecs::Entity keeper = world.spawn(A{1}, B{1}, C{1}, Frozen{});
  const ecs::Entity e = world.spawn(A{2}, B{2}, C{2}, Frozen{});
  world.despawn(e);
  const Entities left{keeper};
  EXPECT_EQ(visited(world.template view<A>()), left);
  EXPECT_EQ(visited(world.template view<C>()), left);
  EXPECT_EQ(visited(world.template view<Frozen>()), left);
  EXPECT_EQ((visited(world.template view<A, B>())), left);
  const ecs::Entity newcomer = world.spawn(B{3});
  EXPECT_EQ(visited(world.template view<A>()), left);
  EXPECT_EQ(visited(world.template view<B>()), (Entities{keeper, newcomer}));
  expect_consistent(world);
}

TYPED_TEST(ComponentLaws, who_lost_the_last_component_comes_back_whole) {  // H032
  typename TestFixture::World world;
  const ecs::Entity one = world.spawn(A{1});
  const ecs::Entity two = world.spawn(A{2});
  const ecs::Entity bare = world.spawn();
  EXPECT_TRUE(world.template remove<A>(one));
  world.insert(one, A{5});
  world.despawn(bare);
  world.despawn(two);
  const ecs::Entity other = world.spawn();
  EXPECT_EQ(number_in<A>(world, one), 5);
  EXPECT_EQ(visited(world.template view<A>()), Entities{one});
  EXPECT_TRUE(world.alive(other));
  EXPECT_EQ(world.size(), 2u);
  expect_consistent(world);
}

TYPED_TEST(ComponentLaws, an_added_component_survives_the_removal_of_another) {  // H008, H133
  typename TestFixture::World world;
  const ecs::Entity e = world.spawn(A{1});
  world.insert(e, B{2});
  world.template remove<A>(e);
  EXPECT_EQ((portrait<A, B, C, Frozen>(world, {e}).lives[0].values),
            (std::array<std::optional<int>, 4>{std::nullopt, 2, std::nullopt, std::nullopt}));
  world.insert(e, C{3});
  world.template remove<B>(e);
  EXPECT_EQ(visited(world.template view<C>()), Entities{e});
  EXPECT_EQ(number_in<C>(world, e), 3);
}

TYPED_TEST(ComponentLaws, tags_come_go_and_are_found) {  // H087, H147
  typename TypeParam::template World<Frozen, Player, A> world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 300; ++i) e.push_back(i % 2 == 0 ? world.spawn(Frozen{}, Player{}) : world.spawn(Frozen{}));
  EXPECT_EQ(visited(world.template view<Frozen>()).size(), 300u);
  EXPECT_EQ(visited(world.template view<Player>()).size(), 150u);
  EXPECT_NE(world.template try_get<Frozen>(e[1]), nullptr);
  EXPECT_EQ(world.template try_get<Player>(e[1]), nullptr);
  EXPECT_NE(world.insert(e[1], Player{}), nullptr);
  EXPECT_NE(world.insert(e[1], Player{}), nullptr);
  EXPECT_TRUE(world.template remove<Frozen>(e[0]));
  EXPECT_FALSE(world.template remove<Frozen>(e[0]));
  world.insert(e[0], A{4});
  EXPECT_EQ(number_in<A>(world, e[0]), 4);
  for (std::size_t i = 2; i < e.size(); ++i) world.despawn(e[i]);
  EXPECT_EQ(visited(world.template view<Player>()), (Entities{e[0], e[1]}));
  EXPECT_EQ(visited(world.template view<Frozen>()), Entities{e[1]});
  expect_consistent(world);
}

TYPED_TEST(ComponentLaws, a_value_survives_every_combination_of_tags) {  // H060, H095
  typename TypeParam::template World<A, Mark<0>, Mark<1>, Mark<2>, Mark<3>, Mark<4>, Mark<5>, Mark<6>, Mark<7>> world;
  const ecs::Entity e = world.spawn(A{42});
  const ecs::Entity witness = world.spawn(A{43}, Mark<3>{});
  const auto toggle = [&]<class Tag>(Tag) {
    if (!world.template remove<Tag>(e)) world.insert(e, Tag{});
  };
  const auto toggle_number = [&]<std::size_t... kNumbers>(std::size_t number, std::index_sequence<kNumbers...>) {
    ((number == kNumbers ? toggle(Mark<kNumbers>{}) : void()), ...);
  };
  for (unsigned step = 1; step < 256; ++step) {  // a Gray code: one tag at a time, through all 256 sets
    toggle_number(static_cast<std::size_t>(std::countr_zero(step)), std::make_index_sequence<8>{});
    ASSERT_EQ(number_in<A>(world, e), 42) << "after step " << step;
  }
  EXPECT_EQ(number_in<A>(world, witness), 43);
  EXPECT_EQ(visited(world.template view<A>()), (Entities{e, witness}));
  expect_consistent(world);
}

TYPED_TEST(ComponentLaws, many_removals_then_many_spawns_keep_every_row) {  // H081, H096
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 100; ++i) e.push_back(world.spawn(A{i}));
  for (int i = 100; i < 230; ++i) e.push_back(world.spawn(A{i}, B{i}));
  for (std::size_t i = 100; i < 230; ++i) world.template remove<B>(e[i]);
  for (int i = 230; i < 600; ++i) e.push_back(world.spawn(A{i}));
  for (int i = 0; i < 600; ++i) ASSERT_EQ(number_in<A>(world, e[static_cast<std::size_t>(i)]), i);
  EXPECT_EQ(visited(world.template view<A>()).size(), 600u);
  EXPECT_EQ(visited(world.template view<B>()).size(), 0u);
  expect_consistent(world);
}

TYPED_TEST(ComponentLaws, rows_leave_from_the_front_and_from_the_back) {  // H031, H051, H081
  for (const bool from_the_front : {true, false}) {
    typename TestFixture::World world;
    const auto e = TestFixture::spawn_pairs(world, 67);
    for (std::size_t k = 0; k < e.size(); ++k) {
      world.despawn(e[from_the_front ? k : e.size() - 1 - k]);
      ASSERT_EQ((visited(world.template view<A, const B>()).size()), e.size() - 1 - k);
      expect_consistent(world);
    }
    const auto again = TestFixture::spawn_pairs(world, 67);
    EXPECT_EQ(visited(world.template view<A>()), Entities(again.begin(), again.end()));
  }
}

}  // namespace ecsbench::tests
