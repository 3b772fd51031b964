// Laws on entities: who is alive, which handles are refused, how slots are used again.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <set>
#include <vector>

#include "strategies/entity.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class EntityLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;

  // Every operation on `handle` is refused and changes nothing that `others` can see.
  static void expect_refused(World& world, ecs::Entity handle, const std::vector<ecs::Entity>& others) {
    const auto before = portrait<A, B, C, Frozen>(world, others);
    EXPECT_FALSE(world.alive(handle));
    EXPECT_FALSE(world.despawn(handle));
    EXPECT_EQ(world.insert(handle, A{99}), nullptr);
    EXPECT_EQ(world.insert(handle, C{99}), nullptr);
    EXPECT_EQ(world.insert(handle, Frozen{}), nullptr);
    EXPECT_FALSE(world.template remove<A>(handle));
    EXPECT_FALSE(world.template remove<Frozen>(handle));
    EXPECT_EQ(number_in<A>(world, handle), std::nullopt);
    EXPECT_EQ(number_in<C>(world, handle), std::nullopt);
    EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, others), before)));
  }
};
TYPED_TEST_SUITE(EntityLaws, UnderTest, StrategyName);

TYPED_TEST(EntityLaws, the_founding_example) {
  typename TypeParam::template World<Position, Velocity> world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 6; ++i) {
    e.push_back(world.spawn(Position{0, static_cast<float>(i)}));
    if (i % 2 == 0) world.insert(e.back(), Velocity{1, 0});
  }

  const Entities movers{e[0], e[2], e[4]};
  EXPECT_EQ(visited(world.template view<Position, const Velocity>()), movers);
  world.template view<Position, const Velocity>().each([](Position& p, const Velocity& v) {
    p.x += v.dx * 1;
    p.y += v.dy * 1;
  });

  EXPECT_EQ(*world.template try_get<Position>(e[0]), (Position{1, 0}));
  EXPECT_TRUE(world.template remove<Position>(e[0]));
  EXPECT_EQ(world.template try_get<Position>(e[5])->y, 5);
  EXPECT_EQ(visited(world.template view<Position>()).size(), 5u);

  EXPECT_TRUE(world.despawn(e[2]));
  EXPECT_FALSE(world.despawn(e[2]));
  const ecs::Entity newcomer = world.spawn();
  EXPECT_EQ(newcomer.index, e[2].index);
  EXPECT_NE(newcomer.generation, e[2].generation);
  EXPECT_FALSE(world.alive(e[2]));
  EXPECT_EQ(world.template try_get<Position>(e[2]), nullptr);

  world.insert(newcomer, Position{9, 9});
  EXPECT_EQ(world.template try_get<Position>(e[2]), nullptr);
  EXPECT_EQ(*world.template try_get<Position>(newcomer), (Position{9, 9}));
  expect_consistent(world);
}

TYPED_TEST(EntityLaws, the_null_handle_is_never_issued_and_always_refused) {  // H041
  typename TestFixture::World world;
  struct Holder {
    ecs::Entity entity;
  };
  Holder zeroed{};
  std::memset(&zeroed.entity.index, 0, sizeof(zeroed.entity.index));
  TestFixture::expect_refused(world, ecs::kNull, {});
  const ecs::Entity first = world.spawn(A{1});
  EXPECT_NE(first, ecs::kNull);
  TestFixture::expect_refused(world, ecs::Entity{}, {first});
  TestFixture::expect_refused(world, zeroed.entity, {first});
}

TYPED_TEST(EntityLaws, a_handle_that_was_never_issued_is_refused) {
  typename TestFixture::World world;
  const ecs::Entity first = world.spawn(A{1});
  const ecs::Index far = 0xFFFFFFFFu;
  for (const ecs::Entity invented : {ecs::Entity{far, 1}, ecs::Entity{far, far}, ecs::Entity{first.index + 1, 1},
                                     ecs::Entity{first.index, first.generation + 1},
                                     ecs::Entity{first.index, first.generation + 2}, ecs::Entity{first.index, 0}}) {
    TestFixture::expect_refused(world, invented, {first});
  }
}

TYPED_TEST(EntityLaws, despawn_works_once_and_frees_one_slot) {  // H003
  typename TestFixture::World world;
  const ecs::Entity e = world.spawn(A{1});
  EXPECT_TRUE(world.despawn(e));
  EXPECT_FALSE(world.despawn(e));
  EXPECT_EQ(world.size(), 0u);
  const ecs::Entity a = world.spawn();
  const ecs::Entity b = world.spawn();
  EXPECT_NE(a, b);
  EXPECT_NE(a.index, b.index);
  EXPECT_EQ(world.size(), 2u);
  expect_consistent(world);
}

TYPED_TEST(EntityLaws, a_stale_handle_is_refused_while_its_slot_is_empty) {  // H082
  typename TestFixture::World world;
  const ecs::Entity neighbour = world.spawn(A{1}, C{1});
  const ecs::Entity e = world.spawn(A{7}, B{7}, C{7}, Frozen{});
  world.despawn(e);
  TestFixture::expect_refused(world, e, {neighbour});
}

TYPED_TEST(EntityLaws, a_stale_handle_is_refused_whoever_lives_in_its_slot) {  // H054
  typename TestFixture::World world;
  const ecs::Entity e = world.spawn(A{7}, Frozen{});
  world.despawn(e);
  const ecs::Entity newcomer = world.spawn(A{8}, C{8}, Frozen{});
  ASSERT_EQ(newcomer.index, e.index);
  TestFixture::expect_refused(world, e, {newcomer});
}

TYPED_TEST(EntityLaws, a_newcomer_in_a_used_slot_is_empty) {  // H053
  typename TestFixture::World world;
  world.despawn(world.spawn(A{1}, B{2}, C{3}, Frozen{}));
  const ecs::Entity newcomer = world.spawn();
  const std::vector<ecs::Entity> all{newcomer};
  const auto seen = portrait<A, B, C, Frozen>(world, all);
  EXPECT_EQ(seen.size, 1u);
  for (const auto& value : seen.lives[0].values) EXPECT_EQ(value, std::nullopt);
}

TYPED_TEST(EntityLaws, slots_are_used_again_last_in_first_out_in_a_new_generation) {
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 5; ++i) e.push_back(world.spawn(A{i}));
  for (const std::size_t i : {1u, 4u, 2u}) world.despawn(e[i]);
  for (const std::size_t i : {2u, 4u, 1u}) {
    const ecs::Entity newcomer = world.spawn();
    EXPECT_EQ(newcomer.index, e[i].index);
    EXPECT_GT(newcomer.generation, e[i].generation);
  }
  EXPECT_EQ(world.spawn().index, 5u);
}

TYPED_TEST(EntityLaws, no_two_lives_share_a_handle) {
  typename TestFixture::World world;
  Entities ever;
  for (int life = 0; life < 1000; ++life) {
    const ecs::Entity e = world.spawn(B{life});
    ever.insert(e);
    EXPECT_EQ(ever.count(e), 1u);
    world.despawn(e);
  }
  for (const ecs::Entity e : ever) EXPECT_FALSE(world.alive(e));
}

TYPED_TEST(EntityLaws, size_counts_the_living) {  // H120
  typename TestFixture::World world;
  EXPECT_EQ(world.size(), 0u);
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 100; ++i) e.push_back(i % 2 == 0 ? world.spawn() : world.spawn(A{i}, Frozen{}));
  for (std::size_t died = 1; died <= e.size(); ++died) {
    world.despawn(e[(died * 7) % e.size()]);
    EXPECT_EQ(world.size(), e.size() - died);
  }
  EXPECT_EQ(visited(world.template view<A>()).size(), 0u);
  expect_consistent(world);
}

TYPED_TEST(EntityLaws, spawn_takes_any_components_in_any_order) {
  typename TestFixture::World world;
  const B lvalue{2};
  const std::vector<ecs::Entity> e{world.spawn(C{3}, A{1}), world.spawn(Frozen{}, lvalue), world.spawn(),
                                   world.spawn(C{6}, Frozen{}, lvalue, A{4})};
  using Values = std::array<std::optional<int>, 4>;
  const auto seen = portrait<A, B, C, Frozen>(world, e);
  EXPECT_EQ(seen.lives[0].values, (Values{1, std::nullopt, 3, std::nullopt}));
  EXPECT_EQ(seen.lives[1].values, (Values{std::nullopt, 2, std::nullopt, 0}));
  EXPECT_EQ(seen.lives[2].values, (Values{}));
  EXPECT_EQ(seen.lives[3].values, (Values{4, 2, 6, 0}));
}

}  // namespace ecsbench::tests
