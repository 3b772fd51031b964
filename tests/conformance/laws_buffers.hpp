// Laws on command buffers: what is recorded happens at the flush, in order, once, and to nobody else.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <new>
#include <optional>
#include <ostream>
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
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecs {
inline void PrintTo(FlushResult result, std::ostream* out) {
  *out << result.run << " run, " << result.skipped << " skipped";
}
}  // namespace ecs

namespace ecsbench::tests {

template <class Strategy>
class BufferLaws : public CountedLives {
 protected:
  using World = typename Strategy::template World<A, B, Counted, Frozen>;
  using Commands = ecs::CommandBuffer<World>;

  // Flushes; what ran and what was skipped must be these numbers, and the world and the buffer be in order.
  void expect_flush(Commands& commands, std::size_t run, std::size_t skipped) {
    EXPECT_EQ(commands.size(), run + skipped);
    EXPECT_EQ(commands.flush(world_), (ecs::FlushResult{run, skipped}));
    EXPECT_TRUE(commands.empty());
    EXPECT_TRUE(commands.consistent());
    expect_consistent(world_);
  }
  void expect_flush(std::size_t run, std::size_t skipped) { expect_flush(commands_, run, skipped); }
  [[nodiscard]] auto seen(const std::vector<ecs::Entity>& entities) {
    return portrait<A, B, Counted, Frozen>(world_, entities);
  }

  World world_;
  Commands commands_;
};
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

TYPED_TEST(BufferLaws, newborns_come_in_the_order_of_recording) {
  std::vector<ecs::Pending> pending;
  for (int i = 0; i < 1000; ++i) pending.push_back(this->commands_.spawn(A{i}));
  this->expect_flush(1000, 0);
  for (std::size_t i = 0; i < 1000; ++i) {
    const ecs::Entity born = this->commands_.entity(pending[i]);
    EXPECT_EQ(born.index, i);
    EXPECT_EQ(number_in<A>(this->world_, born), static_cast<int>(i));
  }
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

// --- the dead ---

TYPED_TEST(BufferLaws, a_despawn_holds_whatever_is_recorded_before_and_behind) {  // H001, H056
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

TYPED_TEST(BufferLaws, an_entity_that_lives_within_one_flush_leaves_nothing) {  // H002, H113
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

TYPED_TEST(BufferLaws, a_second_despawn_frees_no_second_slot) {  // H003, H033
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

TYPED_TEST(BufferLaws, buffers_may_be_flushed_in_either_order) {  // H004
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

TYPED_TEST(BufferLaws, a_stale_or_null_target_is_nobody) {  // H054
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

TYPED_TEST(BufferLaws, removing_what_is_absent_counts_as_run) {  // H010
  const ecs::Entity e = this->world_.spawn(A{1});
  this->commands_.template remove<B>(e);
  this->commands_.template remove<Frozen>(e);
  this->expect_flush(2, 0);
  EXPECT_EQ(number_in<A>(this->world_, e), 1);
}

TYPED_TEST(BufferLaws, commands_recorded_before_a_clear_have_no_effect_on_newcomers) {  // H043
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

TYPED_TEST(BufferLaws, a_pending_is_a_target_like_any_other) {  // H120
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

TYPED_TEST(BufferLaws, a_pending_never_stands_for_somebody_else) {  // H055
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

TYPED_TEST(BufferLaws, what_dies_in_a_flush_may_make_room_for_what_is_born_in_it) {
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

// --- loops ---

TYPED_TEST(BufferLaws, what_a_loop_records_is_done_after_it) {  // H007, H051, H057, H112
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
  const auto before = this->seen(e);
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
  EXPECT_TRUE(same(this->seen(e), before));
  this->expect_flush(20, 0);
  for (const ecs::Entity entity : e) {
    EXPECT_EQ(number_in<A>(world, entity), 100);
    EXPECT_EQ(number_in<Counted>(world, entity), 1);
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
