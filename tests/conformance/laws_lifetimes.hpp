// Laws on the lives of components: each is constructed and destroyed once, wherever it moves and whatever throws.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/lock.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

// The fixture's last word: constructed == destroyed, no self-move, no second death (H031, H035, H085).
template <class Strategy>
class LifetimeLaws : public CountedLives {
 protected:
  using World = typename Strategy::template World<A, Counted, CountedToo, Frozen>;

  static std::vector<ecs::Entity> spawn_counted(World& world, int n) {
    std::vector<ecs::Entity> e;
    for (int i = 0; i < n; ++i) e.push_back(world.spawn(Counted{i}, A{i}));
    return e;
  }
  [[nodiscard]] static auto seen(World& world, const std::vector<ecs::Entity>& e) {
    return portrait<A, Counted, CountedToo, Frozen>(world, e);
  }
};
TYPED_TEST_SUITE(LifetimeLaws, UnderTest, StrategyName);

TYPED_TEST(LifetimeLaws, a_world_destroys_what_it_holds) {
  typename TestFixture::World world;
  TestFixture::spawn_counted(world, 200);
  EXPECT_EQ(ledger.living.size(), 200u);
  world = typename TestFixture::World{};
  EXPECT_EQ(ledger.living.size(), 0u);
  TestFixture::spawn_counted(world, 70);
}

TYPED_TEST(LifetimeLaws, the_dead_are_destroyed_at_once_and_only_they) {  // H052, C19
  typename TestFixture::World world;
  const ecs::Entity a = world.spawn(Counted{10}, CountedToo{11});
  const ecs::Entity b = world.spawn(Counted{20}, CountedToo{21}, Frozen{});
  world.despawn(a);
  EXPECT_EQ(ledger.living_values(), (std::multiset<int>{20, 21}));
  world.template remove<CountedToo>(b);
  EXPECT_EQ(ledger.living_values(), (std::multiset<int>{20}));
  EXPECT_EQ(ledger.living.size(), 1u) << "a value that was moved away has ended, too";
}

TYPED_TEST(LifetimeLaws, replacing_destroys_the_old_value) {  // H036
  typename TestFixture::World world;
  const auto e = TestFixture::spawn_counted(world, 3);
  for (int i = 100; i < 110; ++i) world.insert(e[1], Counted{i});
  EXPECT_EQ(ledger.living_values(), (std::multiset<int>{0, 109, 2}));
  EXPECT_EQ(ledger.living.size(), 3u);
}

TYPED_TEST(LifetimeLaws, rows_move_without_copies_and_without_remains) {  // H031, H034, H057
  typename TestFixture::World world;
  const auto e = TestFixture::spawn_counted(world, 150);
  for (std::size_t i = 0; i < 150; i += 2) world.insert(e[i], Frozen{});
  for (std::size_t i = 0; i < 150; i += 3) world.insert(e[i], CountedToo{1000});
  for (std::size_t i = 0; i < 150; i += 4) world.template remove<Frozen>(e[i]);
  for (std::size_t i = 0; i < 150; i += 5) world.template remove<Counted>(e[i]);
  EXPECT_EQ(ledger.copied, 0u);
  EXPECT_EQ(ledger.living.size(), 150u - 30u + 50u);
  for (std::size_t i = 149; i > 75; --i) world.despawn(e[i]);
  for (std::size_t i = 0; i <= 75; ++i) {
    EXPECT_EQ(number_in<Counted>(world, e[i]), i % 5 == 0 ? std::nullopt : std::optional{static_cast<int>(i)});
    EXPECT_EQ(number_in<CountedToo>(world, e[i]), i % 3 == 0 ? std::optional{1000} : std::nullopt);
  }
  for (std::size_t i = 0; i <= 75; ++i) world.despawn(e[i]);
  EXPECT_EQ(ledger.living.size(), 0u);
}

TYPED_TEST(LifetimeLaws, a_refused_value_is_destroyed) {  // H054
  typename TestFixture::World world;
  const ecs::Entity stale = world.spawn();
  world.despawn(stale);
  world.insert(stale, Counted{1});
  EXPECT_EQ(ledger.living.size(), 0u);
  const ecs::Entity e = world.spawn(A{1});
  world.template view<A>().each([&](A&) {
    EXPECT_THROW(world.insert(e, Counted{2}), ecs::LockedStorage);
    EXPECT_THROW(world.spawn(Counted{3}, A{2}), ecs::LockedStorage);
  });
  EXPECT_EQ(ledger.living.size(), 0u);
}

TYPED_TEST(LifetimeLaws, bulk_and_upkeep_destroy_what_they_end) {
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  ecs::spawn_many<Counted, CountedToo>(world, 100, [&](std::size_t i, ecs::Entity entity, Counted& c, CountedToo&) {
    c = Counted{static_cast<int>(i)};
    e.push_back(entity);
  });
  EXPECT_EQ(ledger.living.size(), 200u);
  ecs::despawn_many(world, std::span{e}.subspan(10, 50));
  EXPECT_EQ(ledger.living.size(), 100u);
  if constexpr (CanManage<TypeParam>) {
    world.shrink_to_fit();
    world.reserve(3000);
    EXPECT_EQ(ledger.living.size(), 100u);
    world.template remove_all<CountedToo>();
    EXPECT_EQ(ledger.living.size(), 50u);
    EXPECT_EQ(number_in<Counted>(world, e[99]), 99);
    world.clear();
    EXPECT_EQ(ledger.living.size(), 0u);
  }
}

TYPED_TEST(LifetimeLaws, a_copy_that_throws_in_spawn_leaves_no_trace) {  // H009
  for (std::size_t good_copies = 0; good_copies < 2; ++good_copies) {
    typename TestFixture::World world;
    const auto e = TestFixture::spawn_counted(world, 16);
    const Counted first{100};
    const CountedToo second{200};
    const auto before = TestFixture::seen(world, e);
    ledger.copies_left = good_copies;
    EXPECT_THROW(world.spawn(first, A{1}, second), CopyFailed);
    ledger.copies_left = Ledger::kNever;
    EXPECT_TRUE(same(TestFixture::seen(world, e), before));
    const ecs::Entity retried = world.spawn(first, A{1}, second);
    EXPECT_EQ(retried.index, 16u);
    EXPECT_EQ(number_in<CountedToo>(world, retried), 200);
    expect_consistent(world);
  }
}

TYPED_TEST(LifetimeLaws, a_copy_that_throws_in_insert_leaves_no_trace) {  // H009
  typename TestFixture::World world;
  const auto e = TestFixture::spawn_counted(world, 16);
  const Counted replacement{100};
  const CountedToo addition{200};
  const auto before = TestFixture::seen(world, e);
  ledger.copies_left = 0;
  EXPECT_THROW(world.insert(e[3], replacement), CopyFailed);
  EXPECT_THROW(world.insert(e[3], addition), CopyFailed);
  ledger.copies_left = Ledger::kNever;
  EXPECT_TRUE(same(TestFixture::seen(world, e), before));
  EXPECT_FALSE(world.template has<CountedToo>(e[3]));
  EXPECT_NE(world.insert(e[3], addition), nullptr);
  EXPECT_EQ(number_in<CountedToo>(world, e[3]), 200);
}

TYPED_TEST(LifetimeLaws, a_fill_that_throws_destroys_all_it_was_given) {
  typename TestFixture::World world;
  const auto e = TestFixture::spawn_counted(world, 10);
  world.despawn(e[4]);
  const Counted model{5};
  for (std::size_t good_copies = 0; good_copies < 9; ++good_copies) {
    const auto before = TestFixture::seen(world, e);
    const std::size_t living = ledger.living.size();
    ledger.copies_left = good_copies;
    EXPECT_THROW((ecs::spawn_many<Counted, CountedToo>(
                     world, 9, [&](std::size_t, ecs::Entity, Counted& c, CountedToo&) { c = model; })),
                 CopyFailed);
    ledger.copies_left = Ledger::kNever;
    EXPECT_EQ(ledger.living.size(), living);
    EXPECT_TRUE(same(TestFixture::seen(world, e), before));
  }
}

TYPED_TEST(LifetimeLaws, an_argument_may_lie_in_the_pool_that_grows) {  // H025
  typename TypeParam::template World<Text, A> world;
  const ecs::Entity source = world.spawn(Text{7}, A{7});
  for (int i = 0; i < 300; ++i) {
    const ecs::Entity inserted = world.spawn();
    world.insert(inserted, *world.template try_get<Text>(source));
    const ecs::Entity spawned = world.spawn(*world.template try_get<A>(source), *world.template try_get<Text>(source));
    ASSERT_EQ(number_in<Text>(world, inserted), 7);
    ASSERT_EQ(number_in<Text>(world, spawned), 7);
    ASSERT_EQ(number_in<A>(world, spawned), 7);
  }
  world.insert(source, *world.template try_get<Text>(source));
  EXPECT_EQ(number_in<Text>(world, source), 7);
}

}  // namespace ecsbench::tests
