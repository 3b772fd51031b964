// Laws on upkeep: clear, remove_all, reserve, shrink_to_fit, clone, and what memory() says.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/memory.hpp"
#include "tests/support/components.hpp"
#include "tests/support/crowd.hpp"
#include "tests/support/exact_memory.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class UpkeepLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;
};
TYPED_TEST_SUITE(UpkeepLaws, UnderTest, StrategyName);

TYPED_TEST(UpkeepLaws, reserving_more_than_there_are_indices_is_refused_and_changes_nothing) {
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    typename TestFixture::World world;
    const ecs::Entity e = world.spawn(A{7});
    for (const std::size_t n : {~std::size_t{0}, std::size_t{1} << 61, std::size_t{1} << 32}) {
      EXPECT_ANY_THROW(world.reserve(n)) << n;
      EXPECT_EQ(world.template try_get<A>(e)->value, 7);
      expect_consistent(world);
    }
    EXPECT_EQ(world.template try_get<A>(world.spawn(A{8}))->value, 8);
  }
}

TYPED_TEST(UpkeepLaws, clear_makes_every_handle_stale) {  // H033, H042, H043, H139
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    Crowd<TypeParam> crowd;
    auto& world = crowd.world;
    const auto kept = world.template view<A>();
    world.clear();
    EXPECT_EQ(world.size(), 0u);
    EXPECT_EQ(visited(kept), Entities{});
    for (const ecs::Entity e : crowd.handles()) EXPECT_FALSE(world.alive(e));
    const ecs::Entity bare = world.spawn();
    EXPECT_EQ(visited(kept), Entities{});
    const ecs::Entity newcomer = world.spawn(A{1});
    EXPECT_EQ(visited(kept), Entities{newcomer});
    for (const ecs::Entity e : crowd.handles()) {
      EXPECT_FALSE(world.alive(e));
      EXPECT_EQ(world.insert(e, B{1}), nullptr);
    }
    EXPECT_EQ(visited(world.template view<B>()), Entities{});
    EXPECT_TRUE(world.alive(bare));
    world.clear();
    world.clear();
    EXPECT_EQ(world.size(), 0u);
    expect_consistent(world);
  }
}

TYPED_TEST(UpkeepLaws, remove_all_takes_one_component_from_everybody) {  // H138
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    Crowd<TypeParam> crowd;
    auto& world = crowd.world;
    const auto kept = world.template view<B>();
    auto wanted = portrait<A, B, C, Frozen>(world, crowd.handles());
    for (auto& life : wanted.lives) life.values[1] = std::nullopt;
    world.template remove_all<B>();
    EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, crowd.handles()), wanted)));
    EXPECT_EQ(visited(kept), Entities{});
    for (auto& life : wanted.lives) life.values[3] = std::nullopt;
    world.template remove_all<Frozen>();
    world.template remove_all<Frozen>();
    EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, crowd.handles()), wanted)));
    world.insert(crowd[5], B{55});
    EXPECT_EQ(visited(kept), Entities{crowd[5]});
    EXPECT_EQ(number_in<B>(world, crowd[5]), 55);
    expect_consistent(world);
  }
}

TYPED_TEST(UpkeepLaws, reserve_and_shrink_to_fit_lose_nothing) {  // H149
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    Crowd<TypeParam> crowd;
    auto& world = crowd.world;
    const auto before = portrait<A, B, C, Frozen>(world, crowd.handles());
    const auto expect_unchanged = [&](const char* after) {
      EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, crowd.handles()), before))) << "after " << after;
    };
    world.reserve(3);
    expect_unchanged("reserve(3)");
    world.reserve(0);
    expect_unchanged("reserve(0)");
    world.shrink_to_fit();
    expect_unchanged("shrink_to_fit()");
    world.reserve(5000);
    expect_unchanged("reserve(5000)");
    world.shrink_to_fit();
    world.shrink_to_fit();
    expect_unchanged("shrink_to_fit() twice");
    std::vector<ecs::Entity> made;
    for (int i = 0; i < 300; ++i) made.push_back(world.spawn(A{i}, C{i}));
    EXPECT_EQ(ecs::despawn_many(world, made), 300u);
    expect_unchanged("growth");
  }
}

TYPED_TEST(UpkeepLaws, an_empty_world_can_be_kept_up) {
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    typename TestFixture::World world;
    world.shrink_to_fit();
    world.reserve(0);
    world.clear();
    world.template remove_all<A>();
    world.reserve(100);
    world.shrink_to_fit();
    const ecs::Entity e = world.spawn(A{1});
    EXPECT_EQ(visited(world.template view<A>()), Entities{e});
    expect_consistent(world);
  }
}

TYPED_TEST(UpkeepLaws, a_clone_is_equal_and_apart) {  // H064, H115, H140
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    Crowd<TypeParam> crowd;
    const auto before = portrait<A, B, C, Frozen>(crowd.world, crowd.handles());
    auto copy = std::as_const(crowd.world).clone();
    EXPECT_TRUE((same(portrait<A, B, C, Frozen>(copy, crowd.handles()), before)));
    copy.template try_get<A>(crowd[1])->value = 777;
    copy.despawn(crowd[3]);
    copy.insert(crowd[4], A{1});
    copy.template remove_all<B>();
    EXPECT_TRUE((same(portrait<A, B, C, Frozen>(crowd.world, crowd.handles()), before)));
    EXPECT_EQ(crowd.world.spawn().index, 200u);
  }
}

TYPED_TEST(UpkeepLaws, memory_counts_every_byte) {  // H093
  if constexpr (!CanMeasure<TypeParam> || !CanManage<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    const std::uint64_t nothing = ecs::memory_count.live_bytes.load();
    {
      typename TypeParam::template World<A, Position, Byte, Aligned64, Frozen> world;
      expect_memory_adds_up(world, nothing, 0);
      std::vector<ecs::Entity> e;
      std::size_t payload = 0;
      for (int i = 0; i < 700; ++i) {
        e.push_back(i % 3 == 0 ? world.spawn(A{i}, Aligned64{i}, Frozen{}) : world.spawn(Position{}));
        payload += i % 3 == 0 ? sizeof(A) + sizeof(Aligned64) : sizeof(Position);
      }
      expect_memory_adds_up(world, nothing, payload);
      for (std::size_t i = 0; i < 700; i += 3) {
        world.template remove<Aligned64>(e[i]);
        world.insert(e[i], Byte{1});
        payload += sizeof(Byte) - sizeof(Aligned64);
      }
      expect_memory_adds_up(world, nothing, payload);
      for (std::size_t i = 1; i < 700; i += 3) {
        world.despawn(e[i]);
        payload -= sizeof(Position);
      }
      expect_memory_adds_up(world, nothing, payload);
      world.reserve(5000);
      expect_memory_adds_up(world, nothing, payload);
      const std::size_t roomy = world.memory().total_bytes();
      world.shrink_to_fit();
      expect_memory_adds_up(world, nothing, payload);
      EXPECT_LT(world.memory().total_bytes(), roomy);
      const auto moved = std::move(world);
      expect_memory_adds_up(moved, nothing, payload);
    }
    EXPECT_EQ(ecs::memory_count.live_bytes.load(), nothing) << "a world that is gone owns nothing";
  }
}

TYPED_TEST(UpkeepLaws, memory_falls_after_clear_and_shrink_to_fit) {  // H093
  if constexpr (!CanMeasure<TypeParam> || !CanManage<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    const std::uint64_t nothing = ecs::memory_count.live_bytes.load();
    typename TestFixture::World world;
    ecs::spawn_many<A, B, C>(world, 10000, [](std::size_t, ecs::Entity, A&, B&, C&) {});
    const std::size_t full = world.memory().total_bytes();
    world.clear();
    world.shrink_to_fit();
    expect_memory_adds_up(world, nothing, 0);
    EXPECT_LT(world.memory().total_bytes(), full);
  }
}

TYPED_TEST(UpkeepLaws, tags_take_no_storage_and_share_one_object) {  // C13
  if constexpr (!CanMeasure<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    typename TypeParam::template World<Frozen, Player> world;
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 1000; ++i) e.push_back(world.spawn(Frozen{}));
    EXPECT_EQ(world.memory().payload_bytes, 0u);
    EXPECT_EQ(world.template try_get<Frozen>(e[0]), world.template try_get<Frozen>(e[999]));
    const Player* const player = world.insert(e[1], Player{});
    EXPECT_EQ(world.template try_get<Player>(e[1]), player);
  }
}

}  // namespace ecsbench::tests
