// Laws on whom a command is meant for: the living, the dead, and a Pending, which is yet to be born.
// When commands run, and what becomes of their values, is in laws_buffers.hpp.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/entity.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/flushed_world.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class PendingLaws : public FlushedWorld<Strategy> {};
TYPED_TEST_SUITE(PendingLaws, UnderTest, StrategyName);

// --- the dead ---

TYPED_TEST(PendingLaws, a_despawn_holds_whatever_is_recorded_before_and_behind) {  // H001, H056
  auto& world = this->world_;
  auto& commands = this->commands_;
  const ecs::Entity other = world.spawn();
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 5; ++i) e.push_back(world.spawn(A{i}));
  commands.template remove<A>(e[0]);
  commands.despawn(e[0]);
  commands.insert(e[1], Counted{1});
  commands.despawn(e[1]);
  commands.despawn(e[2]);
  commands.insert(e[2], Counted{2});
  commands.despawn(e[3]);
  commands.template remove<A>(e[3]);
  commands.despawn(e[4]);
  commands.insert(e[4], A{9});
  commands.insert(other, A{10});
  this->expect_flush(8, 3);
  for (const ecs::Entity dead : e) EXPECT_FALSE(world.alive(dead));
  EXPECT_EQ(ledger.living.size(), 0u);
  EXPECT_EQ(visited(world.template view<A>()), Entities{other});
  EXPECT_EQ(world.size(), 1u);
}

TYPED_TEST(PendingLaws, an_entity_that_lives_within_one_flush_leaves_nothing) {  // H002, H113
  auto& world = this->world_;
  auto& commands = this->commands_;
  const ecs::Entity other = world.spawn(A{1}, B{1});
  EXPECT_EQ(visited(world.template view<A>()), Entities{other});  // a list that somebody keeps exists by now
  const ecs::Pending x = commands.spawn(B{1});
  commands.insert(x, A{2});
  commands.insert(x, Counted{3});
  commands.despawn(x);
  commands.insert(x, A{4});
  this->expect_flush(4, 1);
  EXPECT_EQ(commands.entity(x), ecs::kNull);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_EQ(visited(world.template view<A>()), Entities{other});
  EXPECT_EQ(visited(world.template view<A, B>()), Entities{other});
  this->expect_flush(0, 0);
  const ecs::Entity next = world.spawn();
  EXPECT_EQ(next.index, 1u);
  EXPECT_GT(next.generation, 1u);
  commands.insert(other, Frozen{});
  commands.template remove<Frozen>(other);
  this->expect_flush(2, 0);
  EXPECT_TRUE(visited(world.template view<Frozen>()).empty());
}

TYPED_TEST(PendingLaws, a_second_despawn_frees_no_second_slot) {  // H003, H033
  auto& world = this->world_;
  auto& commands = this->commands_;
  typename TestFixture::Commands others;
  const ecs::Entity e = world.spawn();
  const ecs::Entity f = world.spawn();
  commands.despawn(e);
  commands.despawn(e);
  commands.despawn(f);
  others.despawn(f);
  this->expect_flush(2, 1);
  this->expect_flush(others, 0, 1);
  const std::set<ecs::Index> taken{world.spawn().index, world.spawn().index, world.spawn().index};
  EXPECT_EQ(taken.size(), 3u);
  EXPECT_EQ(world.size(), 3u);
  EXPECT_FALSE(world.alive(e));
  EXPECT_FALSE(world.alive(f));
}

TYPED_TEST(PendingLaws, buffers_may_be_flushed_in_either_order) {  // H004
  for (const bool despawn_first : {true, false}) {
    typename TestFixture::World world;
    typename TestFixture::Commands despawning;
    typename TestFixture::Commands adding;
    const ecs::Entity e = world.spawn();
    const ecs::Entity f = world.spawn();
    despawning.despawn(e);
    adding.insert(e, Counted{1});
    adding.insert(f, Counted{2});
    auto& first = despawn_first ? despawning : adding;
    auto& second = despawn_first ? adding : despawning;
    const ecs::FlushResult all_run{first.size(), 0};
    EXPECT_EQ(first.flush(world), all_run);
    EXPECT_EQ(second.flush(world), (despawn_first ? ecs::FlushResult{1, 1} : ecs::FlushResult{1, 0}));
    EXPECT_FALSE(world.alive(e));
    EXPECT_EQ(number_in<Counted>(world, f), 2);
    EXPECT_EQ(ledger.living_values(), std::multiset<int>{2});
  }
}

TYPED_TEST(PendingLaws, a_stale_or_null_target_is_nobody) {  // H054
  auto& world = this->world_;
  auto& commands = this->commands_;
  const ecs::Entity stale = world.spawn(A{1});
  world.despawn(stale);
  const ecs::Entity f = world.spawn(A{2});
  ASSERT_EQ(f.index, stale.index);
  for (const ecs::Entity target : {stale, ecs::kNull, ecs::Entity{1000000, 1}, ecs::Entity{f.index, 2}}) {
    commands.insert(target, A{3});
    commands.insert(target, Counted{4});
    commands.template remove<A>(target);
    commands.despawn(target);
  }
  this->expect_flush(0, 16);
  EXPECT_EQ(number_in<A>(world, f), 2);
  EXPECT_EQ(number_in<Counted>(world, f), std::nullopt);
  EXPECT_EQ(world.size(), 1u);
}

TYPED_TEST(PendingLaws, removing_what_is_absent_counts_as_run) {  // H010
  const ecs::Entity e = this->world_.spawn(A{1});
  this->commands_.template remove<B>(e);
  this->commands_.template remove<Frozen>(e);
  this->expect_flush(2, 0);
  EXPECT_EQ(number_in<A>(this->world_, e), 1);
}

TYPED_TEST(PendingLaws, commands_recorded_before_a_clear_have_no_effect_on_newcomers) {  // H043
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    auto& world = this->world_;
    const ecs::Entity e = world.spawn(A{1});
    this->commands_.insert(e, B{1});
    this->commands_.template remove<A>(e);
    this->commands_.despawn(e);
    world.clear();
    const ecs::Entity f = world.spawn(A{2});
    ASSERT_EQ(f.index, e.index);
    this->expect_flush(0, 3);
    EXPECT_TRUE(world.alive(f));
    EXPECT_EQ(number_in<A>(world, f), 2);
    EXPECT_FALSE(world.template has<B>(f));
  }
}

// --- pendings ---

TYPED_TEST(PendingLaws, newborns_come_in_the_order_of_recording) {
  std::vector<ecs::Pending> pending;
  for (int i = 0; i < 1000; ++i) pending.push_back(this->commands_.spawn(A{i}));
  this->expect_flush(1000, 0);
  for (std::size_t i = 0; i < 1000; ++i) {
    const ecs::Entity born = this->commands_.entity(pending[i]);
    EXPECT_EQ(born.index, i);
    EXPECT_EQ(number_in<A>(this->world_, born), static_cast<int>(i));
  }
}

TYPED_TEST(PendingLaws, a_pending_is_a_target_like_any_other) {  // H120
  auto& world = this->world_;
  auto& commands = this->commands_;
  std::vector<ecs::Pending> pending;
  for (int i = 0; i < 50; ++i) {
    pending.push_back(commands.spawn(A{i}, Counted{100 + i}));
    commands.insert(pending.back(), B{i});
  }
  for (std::size_t i = 0; i < 50; i += 2) commands.template remove<A>(pending[i]);
  for (std::size_t i = 0; i < 50; i += 5) commands.despawn(pending[i]);
  this->expect_flush(135, 0);
  EXPECT_EQ(world.size(), 40u);
  for (std::size_t i = 0; i < 50; ++i) {
    const ecs::Entity born = commands.entity(pending[i]);
    const int number = static_cast<int>(i);
    EXPECT_EQ(world.alive(born), i % 5 != 0);
    if (i % 5 == 0) continue;
    EXPECT_EQ(number_in<A>(world, born), i % 2 == 0 ? std::nullopt : std::optional{number});
    EXPECT_EQ(number_in<B>(world, born), number);
    EXPECT_EQ(number_in<Counted>(world, born), 100 + number);
    world.despawn(born);
  }
  EXPECT_EQ(world.size(), 0u);
}

TYPED_TEST(PendingLaws, a_pending_never_stands_for_somebody_else) {  // H055
  auto& world = this->world_;
  auto& commands = this->commands_;
  typename TestFixture::Commands others;
  const ecs::Pending x = commands.spawn(A{1});
  const ecs::Pending y = others.spawn(A{2});
  const auto misuse = [](auto& buffer, ecs::Pending pending) {
    buffer.insert(pending, A{9});
    buffer.template remove<A>(pending);
    buffer.despawn(pending);
  };
  misuse(others, x);
  misuse(others, ecs::Pending{});
  this->expect_flush(others, 1, 6);  // before the flush of its own buffer
  misuse(others, x);
  this->expect_flush(1, 0);
  this->expect_flush(others, 0, 3);  // and after it
  EXPECT_EQ(others.entity(x), ecs::kNull);
  EXPECT_EQ(commands.entity(y), ecs::kNull);
  const ecs::Entity born = commands.entity(x);
  EXPECT_EQ(number_in<A>(world, born), 1);

  misuse(commands, x);  // its round is over: the next one has a first newborn of its own
  const ecs::Pending z = commands.spawn(A{3});
  misuse(commands, x);
  this->expect_flush(1, 6);
  EXPECT_EQ(commands.entity(x), ecs::kNull);
  EXPECT_EQ(number_in<A>(world, born), 1);
  EXPECT_EQ(number_in<A>(world, commands.entity(z)), 3);
  EXPECT_EQ(world.size(), 3u);
}

TYPED_TEST(PendingLaws, what_dies_in_a_flush_may_make_room_for_what_is_born_in_it) {
  auto& world = this->world_;
  auto& commands = this->commands_;
  std::vector<ecs::Entity> old;
  std::vector<ecs::Pending> young;
  for (int i = 0; i < 20; ++i) old.push_back(world.spawn(Counted{i}));
  for (int i = 0; i < 20; ++i) {
    commands.despawn(old[static_cast<std::size_t>(i)]);
    young.push_back(commands.spawn(A{i}));
    commands.insert(old[static_cast<std::size_t>(i)], A{-1});
  }
  this->expect_flush(40, 20);
  EXPECT_EQ(world.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_FALSE(world.alive(old[i]));
    EXPECT_EQ(number_in<A>(world, commands.entity(young[i])), static_cast<int>(i));
    EXPECT_EQ(number_in<Counted>(world, commands.entity(young[i])), std::nullopt);
  }
}

}  // namespace ecsbench::tests
