// A schedule: who runs beside whom, in which order things happen, what a system sees, and what is left when one throws.
// That a run equals the systems one after the other, on every backend: tests/conformance/laws_schedule.hpp.
#include "strategies/schedule.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "strategies/archetype.hpp"
#include "strategies/executor.hpp"
#include "strategies/thread_executor.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/portrait.hpp"

namespace ecsbench::tests {
namespace {

using ecs::Added, ecs::Changed, ecs::Mut, ecs::Optional, ecs::With, ecs::Without;
using ecs::SerialExecutor, ecs::ThreadExecutor, ecs::FlushResult;

using World = ecs::ArchetypeWorld<A, B, C, Health, Frozen, Counted>;
using Commands = ecs::CommandBuffer<World>;
using Schedule = ecs::Schedule<World>;
template <class... Asked>
using ViewOf = ecs::ViewOf<World, Asked...>;

// A system that touches something and does nothing.
template <class... Parameters>
void touch(Parameters...) {}

// The stages of two systems, added one after the other.
template <class First, class Second>
std::size_t stages_of(First first, Second second) {
  World world;
  return Schedule{world}.add("first", first).add("second", second).stages();
}

// --- who conflicts with whom ---

TEST(Schedule, a_writer_runs_beside_nobody_who_uses_the_component) {  // H065, H063
  const auto writes = touch<ViewOf<A>>;
  const std::size_t together = 1, apart = 2;
  EXPECT_EQ(stages_of(writes, touch<ViewOf<A>>), apart);
  EXPECT_EQ(stages_of(writes, touch<ViewOf<const A>>), apart);
  EXPECT_EQ(stages_of(touch<ViewOf<const A>>, writes), apart);
  EXPECT_EQ(stages_of(writes, touch<ViewOf<B, Optional<const A>>>), apart);
  EXPECT_EQ(stages_of(touch<ViewOf<Optional<A>>>, touch<ViewOf<const A>>), apart);
  EXPECT_EQ(stages_of(touch<ViewOf<Mut<Health>>>, touch<ViewOf<const Health>>), apart);
  EXPECT_EQ(stages_of(touch<ViewOf<Mut<Health>>>, touch<ViewOf<B, Changed<Health>>>), apart);
  EXPECT_EQ(stages_of(touch<ViewOf<B, Added<Health>>>, touch<ViewOf<Mut<Health>>>), apart);
  EXPECT_EQ(stages_of(touch<ViewOf<const B>, ViewOf<A>>, touch<ViewOf<C>, ViewOf<const A>>), apart);

  EXPECT_EQ(stages_of(touch<ViewOf<const A>>, touch<ViewOf<const A>>), together);
  EXPECT_EQ(stages_of(touch<ViewOf<const Health>>, touch<ViewOf<const Health, Changed<Health>>>), together);
  EXPECT_EQ(stages_of(writes, touch<ViewOf<B, Without<A>>>), together);
  EXPECT_EQ(stages_of(writes, touch<ViewOf<B, With<A>>>), together);
  EXPECT_EQ(stages_of(writes, touch<ViewOf<B>>), together);
  EXPECT_EQ(stages_of(writes, touch<Commands&>), together);
}

TEST(Schedule, who_takes_the_world_runs_alone) {  // H066
  EXPECT_EQ(stages_of(touch<ViewOf<A>>, touch<World&>), 2u);
  EXPECT_EQ(stages_of(touch<World&>, touch<ViewOf<const A>>), 2u);
  EXPECT_EQ(stages_of(touch<World&>, touch<Commands&>), 2u);
  EXPECT_EQ(stages_of(touch<World&>, touch<World&>), 2u);
}

TEST(Schedule, nobody_meets_whom_it_conflicts_with) {  // H065: a log of overlaps
  World world;
  for (int i = 0; i < 10; ++i) world.spawn(A{i}, B{i}, Health{i});
  Schedule schedule{world};
  std::atomic<int> readers{0}, writers{0}, others{0}, clashes{0};
  const auto stay = [](std::atomic<int>& mine) {
    ++mine;
    std::this_thread::sleep_for(std::chrono::microseconds{200});
    --mine;
  };
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    schedule.add("write " + n, [&](ViewOf<A>) {
      if (readers + writers != 0) ++clashes;
      stay(writers);
    });
    schedule.add("read " + n, [&](ViewOf<const A>) {
      if (writers != 0) ++clashes;
      stay(readers);
    });
    schedule.add("other " + n, [&](ViewOf<const B>, Commands&) { stay(others); });
    schedule.add("world " + n, [&](World&) {
      if (readers + writers + others != 0) ++clashes;
    });
  }
  for (const std::size_t workers : {1u, 2u, 8u}) schedule.run(ThreadExecutor{workers});
  EXPECT_EQ(clashes.load(), 0);
}

TEST(Schedule, who_conflicts_with_nobody_runs_at_the_same_time) {
  World world;
  Schedule schedule{world};
  std::atomic<int> arrived{0};
  const auto meet = [&](ViewOf<const A>) {
    ++arrived;
    while (arrived.load() < 3) std::this_thread::yield();  // for ever, if one waited for the other
  };
  schedule.add("one", meet).add("two", meet).add("three", meet);
  schedule.run(ThreadExecutor{3});
  EXPECT_EQ(arrived.load(), 3);
}

TEST(Schedule, order_of_adding_decides_between_those_who_conflict) {
  for (const std::size_t workers : {1u, 2u, 3u, 8u}) {
    World world;
    const ecs::Entity e = world.spawn(A{1}, B{0});
    Schedule schedule{world};
    schedule.add("double", [](ViewOf<A> all) { all.each([](A& a) { a.value *= 2; }); })
        .add("look",
             [](ViewOf<const A, B> all) { all.each([](const A& a, B& b) { b.value = b.value * 10 + a.value; }); })
        .add("increment", [](ViewOf<A> all) { all.each([](A& a) { ++a.value; }); });
    EXPECT_EQ(schedule.stages(), 3u);
    schedule.run(ThreadExecutor{workers});
    schedule.run(ThreadExecutor{workers});
    EXPECT_EQ(world.try_get<B>(e)->value, 26);  // 1 -> 2, looked at, 3 -> 6, looked at
    EXPECT_EQ(world.try_get<A>(e)->value, 7);
  }
}

// --- time ---

std::function<void(ViewOf<const Health, Added<Health>>)> note_added(Entities& seen) {
  return [&](ViewOf<const Health, Added<Health>> newborn) { seen = visited(newborn); };
}

TEST(Schedule, a_first_run_sees_everything_and_the_next_what_came_since) {  // H022
  World world;
  world.advance();
  const ecs::Entity early = world.spawn(Health{1});
  Entities seen;
  Schedule schedule{world};
  schedule.add("note", note_added(seen));
  const ecs::Entity late = world.spawn(Health{2});
  schedule.run(SerialExecutor{});
  EXPECT_EQ(seen, (Entities{early, late}));
  const ecs::Entity between = world.spawn(Health{3});  // right behind the run, without a tick in between
  schedule.run(SerialExecutor{});
  EXPECT_EQ(seen, Entities{between});
  schedule.run(SerialExecutor{});
  EXPECT_EQ(seen, Entities{});
}

TEST(Schedule, what_a_later_system_writes_is_seen_in_the_next_run_and_once) {
  World world;
  const ecs::Entity e = world.spawn(Health{1});
  std::vector<std::size_t> seen;
  int strikes = 0;
  Schedule schedule{world};
  schedule.add("watch", [&](ViewOf<const Health, Changed<Health>> all) { seen.push_back(all.count()); })
      .add("strike",
           [&](ViewOf<Mut<Health>> all) {
             if (++strikes == 2) all.each([](Mut<Health> health) { --health->value; });
           })
      .add("watch again", [&](ViewOf<const Health, Changed<Health>> all) { seen.push_back(all.count()); });
  for (int run = 0; run < 4; ++run) schedule.run(ThreadExecutor{2});
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 1, 0, 1, 1, 0, 0, 0}));
  EXPECT_EQ(world.try_get<Health>(e)->value, 0);
}

TEST(Schedule, each_system_has_a_time_of_its_own) {
  World world;
  Schedule schedule{world};
  Entities seen, seen_by_newcomer;
  schedule.add("note", note_added(seen));
  const ecs::Entity e = world.spawn(Health{1});
  schedule.run(SerialExecutor{});
  schedule.add("newcomer", note_added(seen_by_newcomer));
  schedule.run(SerialExecutor{});
  EXPECT_EQ(seen, Entities{});
  EXPECT_EQ(seen_by_newcomer, Entities{e});
}

// --- buffers ---

TEST(Schedule, buffers_are_done_in_the_order_of_adding) {
  for (const std::size_t workers : {1u, 2u, 3u, 8u}) {
    World world;
    const ecs::Entity e = world.spawn(A{1});
    Schedule schedule{world};
    for (int i = 0; i < 8; ++i) {
      schedule.add("put " + std::to_string(i), [i, e](ViewOf<const A>, Commands& commands) {
        std::this_thread::sleep_for(std::chrono::microseconds{100 * (8 - i)});
        commands.insert(e, B{i});
        commands.spawn(C{i});
      });
    }
    EXPECT_EQ(schedule.stages(), 1u);
    EXPECT_EQ(schedule.run(ThreadExecutor{workers}), (FlushResult{16, 0}));
    EXPECT_EQ(world.try_get<B>(e)->value, 7);
    std::vector<std::pair<ecs::Index, int>> born;
    world.view<const C>().each([&](ecs::Entity newborn, const C& c) { born.emplace_back(newborn.index, c.value); });
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(born[static_cast<std::size_t>(i)], std::pair(e.index + 1 + static_cast<ecs::Index>(i), i));
  }
}

TEST(Schedule, commands_are_done_at_the_end_or_before_who_takes_the_world) {
  World world;
  world.spawn(A{1});
  std::vector<std::size_t> seen;
  const auto look = [&](ViewOf<const A> all) { seen.push_back(all.count()); };
  Schedule schedule{world};
  schedule.add("breed", [](ViewOf<A>, Commands& commands) { commands.spawn(A{2}); })
      .add("look", look)
      .add("alone",
           [&](World& taken) {
             seen.push_back(taken.size());
             taken.spawn(A{3});  // open
           })
      .add("look again", look)
      .add("bury",
           [](ViewOf<A> all, Commands& commands) {
             all.each([&](ecs::Entity e, A&) { commands.despawn(e); });
             all.each([&](ecs::Entity e, A&) { commands.despawn(e); });
           })
      .add("look once more", look);
  EXPECT_EQ(schedule.run(SerialExecutor{}), (FlushResult{1 + 3, 3}));
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 3, 3}));
  EXPECT_EQ(world.size(), 0u);
}

TEST(Schedule, a_structural_change_within_a_system_is_refused) {
  World world;
  world.spawn(A{1});
  Schedule schedule{world};
  schedule.add("reach out", [&](ViewOf<const B>) { world.spawn(A{2}); });
  EXPECT_THROW(schedule.run(ThreadExecutor{2}), ecs::SystemFailed);
  EXPECT_EQ(world.size(), 1u);
}

// --- failures ---

class FailingSchedule : public CountedLives {
 protected:
  FailingSchedule() : e_{world_.spawn(A{1}, Health{1})} {}

  World world_;
  ecs::Entity e_;
};

TEST_F(FailingSchedule, one_error_names_the_first_system_and_the_others) {
  Schedule schedule{world_};
  std::atomic<int> ended{0};
  schedule.add("fine", [&](ViewOf<const A>) { ++ended; })
      .add("bad", [](ViewOf<const A>) { throw std::runtime_error{"no such file"}; })
      .add("worse", [](ViewOf<const A>) { throw 7; })
      .add("also fine", [&](ViewOf<const A>) { ++ended; })
      .add("later", [&](ViewOf<A>) { ended = 100; });
  for (const std::size_t workers : {1u, 2u, 8u}) {
    ended = 0;
    try {
      schedule.run(ThreadExecutor{workers});
      ADD_FAILURE() << "must throw";
    } catch (const ecs::SystemFailed& failure) {
      EXPECT_STREQ(failure.what(), "system \"bad\" threw: no such file; also threw: \"worse\"");
      EXPECT_EQ(failure.system(), "bad");
      EXPECT_THROW(std::rethrow_exception(failure.cause()), std::runtime_error);
    }
    EXPECT_EQ(ended.load(), 2);
    EXPECT_TRUE(world_.despawn(world_.spawn()));  // open
  }
}

TEST_F(FailingSchedule, what_was_recorded_since_the_last_sync_is_dropped) {
  bool fails = true;
  std::vector<std::size_t> seen;
  Schedule schedule{world_};
  schedule.add("early", [](Commands& commands) { commands.spawn(Counted{1}); })
      .add("sync", [](World&) {})
      .add("record", [](ViewOf<const A>, Commands& commands) { commands.spawn(Counted{2}); })
      .add("write",
           [&](ViewOf<Mut<Health>> all) {
             all.each([&](Mut<Health> health) {
               if (fails) ++health->value;
             });
           })
      .add("fail", [&](ViewOf<const Health, Changed<Health>> changed, Commands& commands) {
        seen.push_back(changed.count());
        commands.spawn(Counted{3});
        if (fails) throw std::runtime_error{"full"};
      });
  EXPECT_THROW(schedule.run(ThreadExecutor{2}), ecs::SystemFailed);
  EXPECT_EQ(world_.view<const Counted>().count(), 1u);
  EXPECT_EQ(ledger.living.size(), 1u);
  EXPECT_EQ(world_.try_get<Health>(e_)->value, 2);
  fails = false;
  EXPECT_EQ(schedule.run(ThreadExecutor{2}), (FlushResult{3, 0}));
  EXPECT_EQ(world_.view<const Counted>().count(), 4u);
  schedule.run(ThreadExecutor{2});
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 1, 0}));  // who failed has not run: it sees the same again, once
}

TEST_F(FailingSchedule, an_error_of_one_run_is_forgotten_in_the_next) {
  int runs = 0;
  Schedule schedule{world_};
  schedule.add("once", [&](ViewOf<const A>) {
    if (++runs == 1) throw std::runtime_error{"first time"};
  });
  EXPECT_THROW(schedule.run(SerialExecutor{}), ecs::SystemFailed);
  EXPECT_NO_THROW(schedule.run(SerialExecutor{}));
}

TEST_F(FailingSchedule, a_run_within_a_run_or_a_loop_is_refused) {
  Schedule schedule{world_};
  schedule.add("again", [&](World&) { schedule.run(SerialExecutor{}); });
  EXPECT_THROW(schedule.run(SerialExecutor{}), ecs::SystemFailed);
  Schedule other{world_};
  world_.view<const A>().each([&](const A&) { EXPECT_THROW(other.run(SerialExecutor{}), ecs::LockedStorage); });
  EXPECT_NO_THROW(other.run(SerialExecutor{}));
  Schedule adding{world_};
  adding.add("add", [&](World&) { adding.add("more", [](World&) {}); });
  EXPECT_THROW(adding.run(SerialExecutor{}), ecs::SystemFailed);
}

TEST_F(FailingSchedule, a_name_stands_for_one_system) {
  Schedule schedule{world_};
  schedule.add("move", touch<ViewOf<A>>);
  EXPECT_THROW(schedule.add("move", touch<ViewOf<B>>), std::invalid_argument);
  EXPECT_THROW(schedule.add("", touch<ViewOf<B>>), std::invalid_argument);
  EXPECT_EQ(schedule.stages(), 1u);
}

// --- what a system may be ---

TEST(Schedule, a_system_is_any_function_with_plain_parameters_and_keeps_its_state) {
  World world;
  world.spawn(A{1});
  int sum = 0;
  Schedule schedule{world};
  schedule.add("function", touch<ViewOf<const A>, Commands&>)
      .add("owner", [n = std::make_unique<int>(0),
                     &sum](const ViewOf<const A>& all) mutable { sum += ++*n * static_cast<int>(all.count()); })
      .add("all at once", [&](World& taken, ViewOf<A> all, Commands& commands) {
        commands.spawn(A{static_cast<int>(taken.size() + all.count())});
      });
  schedule.run(SerialExecutor{});
  schedule.run(SerialExecutor{});
  EXPECT_EQ(sum, 1 + 2 * 2);
  EXPECT_EQ(world.size(), 3u);
}

TEST(Schedule, a_system_may_share_out_its_own_work) {
  World world;
  for (int i = 0; i < 1000; ++i) world.spawn(A{i}, B{0});
  ThreadExecutor executor{3};
  Schedule schedule{world};
  const auto grow = [&](ViewOf<A> all) {
    all.par_each(
        executor, [](A& a) { ++a.value; }, ecs::Grain{0});
  };
  schedule.add("a", grow)
      .add("b",
           [&](ViewOf<B> all) {
             all.par_each(
                 executor, [](B& b) { b.value += 2; }, ecs::Grain{0});
           })
      .add("a again", grow);
  schedule.run(executor);
  int wrong = 0, i = 0;
  world.view<const A, const B>().each([&](const A& a, const B& b) { wrong += a.value != i++ + 2 || b.value != 2; });
  EXPECT_EQ(wrong, 0);
}

TEST(Schedule, no_systems_are_no_work) {
  World world;
  Schedule schedule{world};
  EXPECT_EQ(schedule.run(ThreadExecutor{3}), (FlushResult{0, 0}));
  EXPECT_EQ(ecs::text_of(schedule.drawing()), "");
}

// --- the plan in words ---

TEST(Schedule, prints_its_stages_and_conflicts) {
  World world;
  Schedule schedule{world};
  schedule.add("move", touch<ViewOf<A, const B, Without<Frozen>>>)
      .add("heal", touch<ViewOf<Mut<Health>, Changed<Health>>>)
      .add("say \"hi\"", touch<Commands&>)
      .add("collide", touch<ViewOf<const A, Mut<Health>>, Commands&>)
      .add("save", touch<World&>);
  EXPECT_EQ(ecs::text_of(schedule.drawing()), R"(stage 1
  move                   writes A; reads B
  heal                   writes Health
  say "hi"               no component
stage 2
  collide                writes Health; reads A
stage 3
  save                   takes the world
conflicts
  move before collide    A
  heal before collide    Health
  move before save       the world
  heal before save       the world
  say "hi" before save   the world
  collide before save    the world
)");
  EXPECT_EQ(ecs::dot_of(schedule.drawing()), R"(digraph schedule {
  subgraph cluster_1 { label="stage 1"; "move"; "heal"; "say \"hi\""; }
  subgraph cluster_2 { label="stage 2"; "collide"; }
  subgraph cluster_3 { label="stage 3"; "save"; }
  "move" -> "collide" [label="A"];
  "heal" -> "collide" [label="Health"];
  "move" -> "save" [label="the world"];
  "heal" -> "save" [label="the world"];
  "say \"hi\"" -> "save" [label="the world"];
  "collide" -> "save" [label="the world"];
}
)");
}

TEST(TypeName, is_the_name_without_namespaces) {
  EXPECT_EQ(ecs::type_name<Health>(), "Health");
  EXPECT_EQ(ecs::type_name<int>(), "int");
  struct Local {};
  EXPECT_EQ(ecs::type_name<Local>(), "Local");
  EXPECT_EQ(ecs::type_name<Part<3>>(), "Part<3>");
}

}  // namespace
}  // namespace ecsbench::tests
