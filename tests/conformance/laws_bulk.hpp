// Laws on bulk forms. They go through derived.hpp, so that a strategy without them is held to the same outcome.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/memory.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

struct FillFailed : std::runtime_error {
  FillFailed() : std::runtime_error{"this fill was told to fail"} {}
};

template <class Strategy>
class BulkLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;

  // Spawns n and gives their handles; the fill of number `failing` throws.
  template <class... Given>
  static std::vector<ecs::Entity> spawn_numbered(World& world, std::size_t n, std::size_t failing = ~std::size_t{0}) {
    std::vector<ecs::Entity> made;
    ecs::spawn_many<Given...>(world, n, [&](std::size_t i, ecs::Entity e, Given&... given) {
      EXPECT_EQ(i, made.size()) << "fill is called in order";
      if (i == failing) throw FillFailed{};
      made.push_back(e);
      ((given = make<Given>(static_cast<int>(i))), ...);
    });
    return made;
  }

  // Some alive, some dead slots to be reused.
  static std::vector<ecs::Entity> settle(World& world) {
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 40; ++i) e.push_back(i % 2 == 0 ? world.spawn(A{i}, B{i}) : world.spawn(C{i}, A{i}));
    for (std::size_t i = 0; i < e.size(); i += 7) world.despawn(e[i]);
    return e;
  }
};
TYPED_TEST_SUITE(BulkLaws, UnderTest, StrategyName);

TYPED_TEST(BulkLaws, many_small_batches_do_not_copy_the_world_each_time) {
  const auto allocations_of = [](auto work) {
    const std::uint64_t before = ecs::memory_count.allocations;
    work();
    return ecs::memory_count.allocations - before;
  };
  typename TestFixture::World world;
  std::vector<ecs::Entity> born;
  const auto fill_in_batches = [&] {
    const auto note = [&](std::size_t, ecs::Entity e, A&, B&) { born.push_back(e); };
    for (int batch = 0; batch < 2000; ++batch) ecs::spawn_many<A, B>(world, 10, note);
  };
  const std::uint64_t growing = allocations_of(fill_in_batches);
  EXPECT_EQ(world.size(), 20'000u);
  ecs::despawn_many(world, born);
  // Arrays double, about a dozen times each. What a storage allocates for each entity it does in a grown world, too.
  EXPECT_LT(growing, allocations_of(fill_in_batches) + 500u);
}

TYPED_TEST(BulkLaws, spawn_many_fills_each_in_order) {
  typename TestFixture::World world;
  const auto settled = TestFixture::settle(world);
  const auto made = TestFixture::template spawn_numbered<B, A, Frozen>(world, 100);
  ASSERT_EQ(made.size(), 100u);
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(number_in<A>(world, made[i]), static_cast<int>(i));
    EXPECT_EQ(number_in<B>(world, made[i]), static_cast<int>(i));
    EXPECT_EQ(number_in<Frozen>(world, made[i]), 0);
    EXPECT_EQ(number_in<C>(world, made[i]), std::nullopt);
  }
  EXPECT_EQ(visited(world.template view<Frozen>()), Entities(made.begin(), made.end()));
  EXPECT_EQ(number_in<A>(world, settled[1]), 1);
  expect_consistent(world);
}

TYPED_TEST(BulkLaws, spawn_many_gives_the_handles_that_spawn_would) {
  typename TestFixture::World bulk;
  typename TestFixture::World single;
  TestFixture::settle(bulk);
  TestFixture::settle(single);
  for (const ecs::Entity e : TestFixture::template spawn_numbered<A>(bulk, 30)) EXPECT_EQ(e, single.spawn(A{}));
  EXPECT_EQ(bulk.spawn(), single.spawn());
}

TYPED_TEST(BulkLaws, spawn_many_of_none_or_of_nothing_works) {  // H087
  typename TestFixture::World world;
  EXPECT_TRUE((TestFixture::template spawn_numbered<A, B>(world, 0).empty()));
  EXPECT_EQ(world.size(), 0u);
  const auto bare = TestFixture::template spawn_numbered<>(world, 20);
  EXPECT_EQ(world.size(), 20u);
  for (const ecs::Entity e : bare) EXPECT_TRUE(world.alive(e));
  expect_consistent(world);
}

TYPED_TEST(BulkLaws, a_fill_that_throws_leaves_none_behind) {
  for (std::size_t failing = 0; failing < 12; ++failing) {
    typename TestFixture::World world;
    const auto settled = TestFixture::settle(world);
    const auto before = portrait<A, B, C, Frozen>(world, settled);
    EXPECT_THROW((TestFixture::template spawn_numbered<A, B, Frozen>(world, 12, failing)), FillFailed);
    EXPECT_TRUE((same(portrait<A, B, C, Frozen>(world, settled), before))) << "fill " << failing << " threw";
    const auto made = TestFixture::template spawn_numbered<A, B, Frozen>(world, 12);
    EXPECT_EQ(visited(world.template view<Frozen>()), Entities(made.begin(), made.end()));
    EXPECT_EQ(world.size(), before.size + 12);
    expect_consistent(world);
  }
}

TYPED_TEST(BulkLaws, a_handle_of_an_undone_spawn_is_stale) {
  typename TestFixture::World world;
  std::vector<ecs::Entity> undone;
  try {
    ecs::spawn_many<A>(world, 5, [&](std::size_t i, ecs::Entity e, A&) {
      undone.push_back(e);
      if (i == 3) throw FillFailed{};
    });
    FAIL() << "the exception must come through";
  } catch (const FillFailed&) {
  }
  const auto made = TestFixture::template spawn_numbered<A>(world, 5);
  ASSERT_EQ(undone.size(), 4u);
  for (const ecs::Entity e : undone) EXPECT_FALSE(world.alive(e));
  for (const ecs::Entity e : made) EXPECT_TRUE(world.alive(e));
}

TYPED_TEST(BulkLaws, despawn_many_passes_over_the_dead_and_counts_the_rest) {  // H033
  typename TestFixture::World world;
  const auto made = TestFixture::template spawn_numbered<A, B>(world, 70);
  const ecs::Entity stale = made[10];
  world.despawn(stale);
  const ecs::Entity newcomer = world.spawn(A{500});
  std::vector<ecs::Entity> doomed{ecs::kNull, stale, ecs::Entity{1u << 30, 1}};
  for (std::size_t i = 0; i < 70; i += 2) {
    doomed.push_back(made[i]);
    doomed.push_back(made[i]);
  }
  EXPECT_EQ(ecs::despawn_many(world, doomed), 34u);
  EXPECT_TRUE(world.alive(newcomer));
  EXPECT_EQ(number_in<A>(world, newcomer), 500);
  EXPECT_EQ(world.size(), 36u);
  for (std::size_t i = 1; i < 70; i += 2) EXPECT_EQ(number_in<B>(world, made[i]), static_cast<int>(i));
  for (std::size_t i = 0; i < 70; i += 2) EXPECT_FALSE(world.alive(made[i]));
  expect_consistent(world);
  EXPECT_EQ(ecs::despawn_many(world, made), 35u);
  EXPECT_EQ(ecs::despawn_many(world, {}), 0u);
  EXPECT_EQ(visited(world.template view<A>()), Entities{newcomer});
}

// The orders in which a thousand slots became free: newcomers take them last in first out.
template <class World>
[[nodiscard]] World with_free_slots(int order, std::size_t slots) {
  World world;
  static_cast<void>(world.template view<A, const B>());  // whoever keeps lists for queries, keeps one from here on
  std::vector<ecs::Entity> old;
  for (std::size_t i = 0; i < slots; ++i) old.push_back(world.spawn(A{-1}, B{-1}));
  if (order == 1) std::reverse(old.begin(), old.end());
  if (order == 2) std::shuffle(old.begin(), old.end(), std::mt19937{1});
  for (const ecs::Entity entity : old) world.despawn(entity);
  return world;
}

TYPED_TEST(BulkLaws, newcomers_take_free_slots_in_any_order) {
  for (const int order : {0, 1, 2}) {
    auto world = with_free_slots<typename TestFixture::World>(order, 1000);
    const auto made = TestFixture::template spawn_numbered<A, B>(world, 1500);
    EXPECT_EQ((visited(world.template view<A, const B>())), Entities(made.begin(), made.end())) << order;
    for (std::size_t i = 0; i < made.size(); ++i) ASSERT_EQ(number_in<B>(world, made[i]), static_cast<int>(i)) << order;
    expect_consistent(world);
  }
}

TYPED_TEST(BulkLaws, a_fill_that_throws_late_gives_all_slots_back) {
  for (const int order : {0, 1, 2}) {
    auto world = with_free_slots<typename TestFixture::World>(order, 1000);
    EXPECT_THROW((TestFixture::template spawn_numbered<A, B>(world, 3000, 1400)), FillFailed);
    EXPECT_EQ(world.size(), 0u);
    EXPECT_EQ((visited(world.template view<A, const B>())), Entities{});
    expect_consistent(world);
    const auto made = TestFixture::template spawn_numbered<B, A>(world, 1200);
    EXPECT_EQ((visited(world.template view<A, const B>())), Entities(made.begin(), made.end())) << order;
  }
}

TYPED_TEST(BulkLaws, despawn_many_of_all_or_all_but_a_few_leaves_the_rest) {
  for (const std::size_t kept : {0u, 1u, 3u}) {
    typename TestFixture::World world;
    static_cast<void>(world.template view<A, const B>());
    const auto made = TestFixture::template spawn_numbered<A, B>(world, 300);
    std::vector<ecs::Entity> named(made.begin() + static_cast<std::ptrdiff_t>(kept), made.end());
    named.insert(named.end(),
                 {named[7], ecs::kNull, named[0], {5000, 1}, named[290]});  // named twice, never, and not yet
    EXPECT_EQ(ecs::despawn_many(world, named), 300 - kept);
    EXPECT_EQ(world.size(), kept);
    EXPECT_EQ((visited(world.template view<A, const B>())),
              Entities(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(kept)));
    for (std::size_t i = 0; i < kept; ++i) EXPECT_EQ(number_in<A>(world, made[i]), static_cast<int>(i));
    expect_consistent(world);
    const auto again = TestFixture::template spawn_numbered<A, B>(world, 300);
    EXPECT_EQ((visited(world.template view<A, const B>()).size()), 300 + kept);
    for (std::size_t i = 0; i < made.size(); ++i) EXPECT_EQ(world.alive(made[i]), i < kept);
    expect_consistent(world);
  }
}

TYPED_TEST(BulkLaws, a_few_of_many_die_together) {
  typename TestFixture::World world;
  static_cast<void>(world.template view<A, const B>());
  const auto made = TestFixture::template spawn_numbered<A, B>(world, 300);
  world.despawn(made[200]);
  const ecs::Entity heir = world.spawn(A{200}, B{200});
  const std::vector<ecs::Entity> named{made[3], made[299], ecs::kNull, made[3], made[200], made[120], made[3]};
  EXPECT_EQ(ecs::despawn_many(world, named), 3u);
  Entities left(made.begin(), made.end());
  for (const std::size_t dead : {3u, 120u, 200u, 299u}) left.erase(made[dead]);
  left.insert(heir);
  EXPECT_EQ((visited(world.template view<A, const B>())), left);
  EXPECT_EQ(number_in<B>(world, heir), 200);
  expect_consistent(world);
}

TYPED_TEST(BulkLaws, those_who_died_before_the_world_shrank_may_be_named) {
  typename TestFixture::World world;
  const auto made = TestFixture::template spawn_numbered<A, B>(world, 1000);
  const std::size_t living = 100;
  for (std::size_t i = living; i < made.size(); ++i) world.despawn(made[i]);
  if constexpr (requires { world.shrink_to_fit(); }) world.shrink_to_fit();
  const std::vector<ecs::Entity> named(made.begin() + 90, made.end());
  EXPECT_EQ(ecs::despawn_many(world, named), living - 90);
  EXPECT_EQ(world.size(), 90u);
  EXPECT_EQ((visited(world.template view<A, const B>())), Entities(made.begin(), made.begin() + 90));
  expect_consistent(world);
}

}  // namespace ecsbench::tests
