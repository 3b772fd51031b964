// Laws on command buffers: what is recorded happens at the flush, in order and once; every value ends once.
// Whom a command is meant for, the dead and the unborn, is in laws_pending.hpp.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/entity.hpp"
#include "strategies/lock.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/flushed_world.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class BufferLaws : public FlushedWorld<Strategy> {};
TYPED_TEST_SUITE(BufferLaws, UnderTest, StrategyName);

// --- order ---

TYPED_TEST(BufferLaws, nothing_happens_before_the_flush_and_all_of_it_then) {
  auto& world = this->world_;
  auto& commands = this->commands_;
  const ecs::Entity e = world.spawn(A{1});
  const ecs::Entity doomed = world.spawn(A{2});
  const ecs::Pending newborn = commands.spawn(A{3}, Counted{4}, Frozen{});
  commands.insert(e, B{5});
  commands.template remove<A>(e);
  commands.despawn(doomed);
  EXPECT_TRUE(world.alive(doomed));
  EXPECT_EQ(world.size(), 2u);
  EXPECT_EQ(number_in<A>(world, e), 1);
  EXPECT_EQ(number_in<B>(world, e), std::nullopt);
  EXPECT_EQ(commands.entity(newborn), ecs::kNull);
  this->expect_flush(4, 0);
  const ecs::Entity born = commands.entity(newborn);
  EXPECT_FALSE(world.alive(doomed));
  EXPECT_EQ(number_in<A>(world, e), std::nullopt);
  EXPECT_EQ(number_in<B>(world, e), 5);
  EXPECT_EQ(number_in<A>(world, born), 3);
  EXPECT_EQ(number_in<Counted>(world, born), 4);
  EXPECT_TRUE(world.template has<Frozen>(born));
  this->expect_flush(0, 0);
  EXPECT_EQ(world.size(), 2u);
}

TYPED_TEST(BufferLaws, commands_run_in_the_order_of_recording) {  // H014
  auto& world = this->world_;
  auto& commands = this->commands_;
  const ecs::Entity e = world.spawn();
  commands.insert(e, A{1});
  commands.insert(e, Counted{1});
  commands.template remove<A>(e);
  commands.insert(e, A{2});
  commands.template remove<Counted>(e);
  commands.insert(e, B{7});
  commands.insert(e, Frozen{});
  commands.insert(e, A{3});
  commands.template remove<Frozen>(e);
  this->expect_flush(9, 0);
  EXPECT_EQ(number_in<A>(world, e), 3);
  EXPECT_EQ(number_in<B>(world, e), 7);
  EXPECT_EQ(number_in<Counted>(world, e), std::nullopt);
  EXPECT_FALSE(world.template has<Frozen>(e));
}

TYPED_TEST(BufferLaws, an_added_and_a_removed_component_do_not_disturb_each_other) {  // H008
  auto& world = this->world_;
  const ecs::Entity e = world.spawn(A{1});
  const ecs::Entity f = world.spawn(A{1});
  this->commands_.insert(e, B{1});
  this->commands_.template remove<A>(e);
  this->commands_.template remove<A>(f);
  this->commands_.insert(f, B{1});
  this->expect_flush(4, 0);
  for (const ecs::Entity entity : {e, f}) {
    EXPECT_EQ(number_in<A>(world, entity), std::nullopt);
    EXPECT_EQ(number_in<B>(world, entity), 1);
  }
}

// --- loops ---

TYPED_TEST(BufferLaws, what_a_loop_records_is_done_after_it) {  // H007, H051, H112
  auto& world = this->world_;
  auto& commands = this->commands_;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 100; ++i) e.push_back(world.spawn(A{i}, Counted{i}));
  std::size_t visits = 0;
  world.template view<A, Counted>().each([&](ecs::Entity entity, const A& a, const Counted&) {
    ++visits;
    if (a.value % 4 == 0) commands.template remove<Counted>(entity);
    if (a.value % 4 == 1) commands.despawn(entity);
    if (a.value % 4 == 2) commands.insert(entity, Frozen{});
    if (a.value % 4 == 3) commands.spawn(A{1000 + a.value}, B{a.value}, Frozen{});
  });
  EXPECT_EQ(visits, 100u);
  this->expect_flush(100, 0);
  EXPECT_EQ(world.size(), 100u);
  EXPECT_EQ(ledger.living.size(), 50u);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(world.alive(e[i]), i % 4 != 1);
    EXPECT_EQ(number_in<A>(world, e[i]), i % 4 == 1 ? std::nullopt : std::optional{static_cast<int>(i)});
    EXPECT_EQ(number_in<Counted>(world, e[i]), i % 4 < 2 ? std::nullopt : std::optional{static_cast<int>(i)});
    EXPECT_EQ(world.template has<Frozen>(e[i]), i % 4 == 2);
  }
  EXPECT_EQ(visited(world.template view<A, B, Frozen>()).size(), 25u);
}

TYPED_TEST(BufferLaws, a_flush_inside_a_loop_is_refused_and_keeps_the_commands) {  // H080
  auto& world = this->world_;
  auto& commands = this->commands_;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 10; ++i) e.push_back(world.spawn(A{i}));
  const auto before = portrait<A, Counted>(world, e);
  std::size_t visits = 0;
  world.template view<const A>().each([&](ecs::Entity entity, const A&) {
    ++visits;
    commands.insert(entity, A{100});  // the world would allow this one
    commands.insert(entity, Counted{1});
    try {
      commands.flush(world);
      ADD_FAILURE() << "must throw LockedStorage";
    } catch (const ecs::LockedStorage& refusal) {
      EXPECT_EQ(std::string{refusal.what()}.find("flush"), 0u) << refusal.what();
    }
    EXPECT_EQ(commands.size(), 2 * visits);
  });
  EXPECT_EQ(visits, 10u);
  EXPECT_TRUE((same(portrait<A, Counted>(world, e), before)));
  this->expect_flush(20, 0);
  for (const ecs::Entity entity : e) {
    EXPECT_EQ(number_in<A>(world, entity), 100);
    EXPECT_EQ(number_in<Counted>(world, entity), 1);
  }
}
TYPED_TEST(BufferLaws, a_removal_recorded_in_a_loop_leaves_the_other_owner_whole) {  // H057
  typename TypeParam::template World<Counted, CountedToo> world;
  ecs::CommandBuffer<decltype(world)> commands;
  const ecs::Entity e = world.spawn(Counted{1}, CountedToo{10});
  const ecs::Entity f = world.spawn(Counted{2}, CountedToo{20});
  world.template view<CountedToo>().each(
      [&](ecs::Entity entity, const CountedToo&) { commands.template remove<CountedToo>(entity); });
  EXPECT_EQ(commands.flush(world), (ecs::FlushResult{2, 0}));
  EXPECT_EQ(number_in<Counted>(world, e), 1);
  EXPECT_EQ(number_in<Counted>(world, f), 2);
  EXPECT_EQ(ledger.living_values(), (std::multiset<int>{1, 2}));
}

TYPED_TEST(BufferLaws, who_gains_and_loses_in_one_loop_is_found_by_every_later_one) {  // H133
  auto& world = this->world_;
  auto& commands = this->commands_;
  const ecs::Entity e = world.spawn(A{1}, Counted{2});
  for (int tick = 0; tick < 3; ++tick) {
    world.template view<A, Counted>().each([&](ecs::Entity entity, const A&, const Counted&) {
      commands.insert(entity, B{3});
      commands.template remove<Counted>(entity);
    });
    this->expect_flush(tick == 0 ? 2 : 0, 0);
    EXPECT_EQ(visited(world.template view<A, B>()), Entities{e});
    EXPECT_EQ(visited(world.template view<A>()), Entities{e});
    EXPECT_TRUE(visited(world.template view<Counted>()).empty());
  }
}

// --- values ---

TYPED_TEST(BufferLaws, every_value_ends_once_wherever_its_command_ends) {  // H016, H036
  auto& world = this->world_;
  auto& commands = this->commands_;
  const ecs::Entity e = world.spawn(Counted{1});
  const ecs::Entity dead = world.spawn();
  world.despawn(dead);
  {
    typename TestFixture::Commands dropped;
    dropped.insert(e, Counted{2});
    dropped.spawn(Counted{3}, A{1});
    EXPECT_EQ(ledger.living_values(), (std::multiset<int>{1, 2, 3}));
  }
  EXPECT_EQ(ledger.living_values(), std::multiset<int>{1});
  for (int round = 0; round < 3; ++round) {
    commands.insert(e, Counted{10 + round});
    commands.insert(dead, Counted{20});
    const ecs::Pending born = commands.spawn(Counted{30}, Frozen{});
    commands.insert(born, Counted{40});
    this->expect_flush(3, 1);
    EXPECT_EQ(ledger.living_values(), (std::multiset<int>{10 + round, 40}));
    EXPECT_EQ(ledger.living.size(), 2u);
    world.despawn(commands.entity(born));
  }
  commands.insert(e, Counted{5});
  commands.spawn(Counted{6});
  commands.clear();
  EXPECT_EQ(ledger.living.size(), 1u);
  this->expect_flush(0, 0);
  commands.insert(e, Counted{7});
  commands.spawn(Counted{8});  // and dropped with the buffer at the end
  EXPECT_EQ(ledger.copied, 0u);
}

TYPED_TEST(BufferLaws, every_kind_of_component_passes_through) {  // H017, H034, H058
  using Kinds =
      typename TypeParam::template World<Aligned64, Aligned256, Byte, MoveOnly, SelfPointer, Text, ConstMember>;
  Kinds world;
  ecs::CommandBuffer<Kinds> commands;
  std::vector<ecs::Entity> e;
  std::vector<ecs::Pending> born;
  for (int i = 0; i < 1000; ++i) {
    e.push_back(world.spawn());
    commands.insert(e.back(), Byte{static_cast<std::uint8_t>(i)});
    commands.insert(e.back(), Aligned256{i});
    commands.insert(e.back(), MoveOnly{i});
    commands.insert(e.back(), SelfPointer{i});
    commands.insert(e.back(), Text{i});
    commands.insert(e.back(), ConstMember{i});
    commands.insert(e.back(), Aligned64{i});
    born.push_back(commands.spawn(Byte{1}, Aligned256{i}, MoveOnly{i}, SelfPointer{i}, Text{i}, ConstMember{i}));
  }
  EXPECT_EQ(commands.flush(world), (ecs::FlushResult{8000, 0}));
  for (int i = 0; i < 1000; ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (const ecs::Entity entity : {e[at], commands.entity(born[at])}) {
      EXPECT_EQ(number_in<Aligned256>(world, entity), i);
      EXPECT_EQ(number_in<MoveOnly>(world, entity), i);
      EXPECT_EQ(number_in<SelfPointer>(world, entity), i);
      EXPECT_EQ(number_in<Text>(world, entity), i);
      EXPECT_EQ(number_in<ConstMember>(world, entity), i);
    }
    EXPECT_EQ(number_in<Byte>(world, e[at]), i % 256);
    EXPECT_EQ(number_in<Aligned64>(world, e[at]), i);
  }
}

// A component that tells when it ends, so that a command can record while it runs.
struct Told {
  int value = 0;
  std::function<void()> ending;

  Told() = default;
  Told(int number, std::function<void()> told) : value{number}, ending{std::move(told)} {}
  Told(Told&& other) noexcept : value{other.value}, ending{std::exchange(other.ending, nullptr)} {}
  Told& operator=(Told&&) = delete;
  ~Told() {
    if (ending) ending();
  }
};

TYPED_TEST(BufferLaws, what_a_running_command_records_waits_for_the_next_flush) {  // H015
  typename TypeParam::template World<A, Told> world;
  ecs::CommandBuffer<decltype(world)> commands;
  const ecs::Entity other = world.spawn(A{-1});
  std::vector<ecs::Pending> born;
  const ecs::Entity e = world.spawn(Told{1, [&] {
                                           for (int i = 0; i < 1000; ++i) born.push_back(commands.spawn(A{i}));
                                           commands.insert(other, A{2});
                                           EXPECT_EQ(commands.flush(world), (ecs::FlushResult{0, 0}));
                                         }});
  commands.insert(e, Told{7, nullptr});  // ends the one that records
  commands.insert(other, A{1});
  EXPECT_EQ(commands.flush(world), (ecs::FlushResult{2, 0}));
  ASSERT_EQ(commands.size(), 1001u);
  EXPECT_TRUE(commands.consistent());
  EXPECT_EQ(world.template try_get<Told>(e)->value, 7);
  EXPECT_EQ(number_in<A>(world, other), 1);
  EXPECT_EQ(world.size(), 2u);
  EXPECT_EQ(commands.entity(born[0]), ecs::kNull);
  EXPECT_EQ(commands.flush(world), (ecs::FlushResult{1001, 0}));
  EXPECT_TRUE(commands.empty());
  EXPECT_EQ(number_in<A>(world, other), 2);
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(number_in<A>(world, commands.entity(born[i])), static_cast<int>(i));
  }
}

// --- memory that runs out ---

struct Word {  // as std::string, and as most of what is not trivial: made without throwing
  std::string text;

  Word() = default;
  explicit Word(int number) : text{std::string(40, '0') + std::to_string(number)} {}
  [[nodiscard]] int read() const { return text.empty() ? -1 : std::stoi(text); }
};

TYPED_TEST(BufferLaws, a_flush_that_ran_out_of_memory_goes_on_where_it_stopped) {
  std::size_t broken_off = 0;
  for (std::size_t allocations = 0;; ++allocations) {
    typename TypeParam::template World<A, B, Word, Frozen> world;
    ecs::CommandBuffer<decltype(world)> commands;
    std::vector<ecs::Entity> e;
    std::vector<ecs::Pending> born;
    for (int i = 0; i < 40; ++i) e.push_back(world.spawn(A{i}));
    const ecs::Entity dead = world.spawn();
    world.despawn(dead);
    for (int i = 0; i < 40; ++i) {
      const auto at = static_cast<std::size_t>(i);
      commands.insert(e[at], Word{i});
      commands.insert(dead, B{i});
      born.push_back(commands.spawn(B{i}, Word{100 + i}));
      commands.insert(born.back(), Frozen{});
      commands.template remove<A>(e[at]);
    }
    std::size_t tries = 1;
    ecs::FlushResult result;
    try {
      const MemoryRunsOut after{allocations};
      result = commands.flush(world);
    } catch (const std::bad_alloc&) {
      ++tries;
      ++broken_off;
      EXPECT_TRUE(commands.consistent());
      expect_consistent(world);
      result = commands.flush(world);
    }
    EXPECT_EQ(result, (ecs::FlushResult{160, 40})) << "allocation " << allocations << " failed";
    EXPECT_TRUE(commands.empty());
    EXPECT_EQ(world.size(), 80u);
    for (int i = 0; i < 40; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const ecs::Entity newborn = commands.entity(born[at]);
      EXPECT_EQ(number_in<Word>(world, e[at]), i);
      EXPECT_EQ(number_in<A>(world, e[at]), std::nullopt);
      EXPECT_EQ(number_in<Word>(world, newborn), 100 + i);
      EXPECT_EQ(number_in<B>(world, newborn), i);
      EXPECT_TRUE(world.template has<Frozen>(newborn));
    }
    expect_consistent(world);
    if (tries == 1) break;
    ASSERT_LT(allocations, 1000u);
  }
  EXPECT_GE(broken_off, 2u);
}

}  // namespace ecsbench::tests
