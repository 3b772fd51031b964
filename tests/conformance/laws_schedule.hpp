// Laws on Schedule: a run is its systems one after the other, buffers done at the syncs, for any number of threads.
//
//   random systems in random order     by Schedule, on 1, 2, 3 and 8 threads
//                                      by hand, one after the other            the same entities, values and visits
//
// Change marks count: some of the systems do what Added and Changed tell them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/marks.hpp"
#include "strategies/query.hpp"
#include "strategies/schedule.hpp"
#include "strategies/schedule_system.hpp"
#include "strategies/split.hpp"
#include "strategies/thread_executor.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

// What random schedules are made of. Values stay below a bound, so that nothing overflows however often they grow.
template <class World>
struct Palette {
  template <class... Asked>
  using Of = ecs::ViewOf<World, Asked...>;
  using Commands = ecs::CommandBuffer<World>;
  static constexpr int kBound = 10007;

  static void move(Of<A, const B> all) {
    all.each([](A& a, const B& b) { a.value = (a.value * 3 + b.value) % kBound; });
  }
  static void grow(Of<B> all) {
    ecs::ThreadExecutor two{2};
    all.par_each(
        two, [](B& b) { b.value = (b.value * 5 + 1) % kBound; }, ecs::Grain{0});
  }
  static void thaw(Of<C, const A, ecs::Without<Frozen>> all) {
    all.each([](C& c, const A& a) { c.value = (c.value + a.value) % kBound; });
  }
  static void heal(Of<ecs::Mut<Health>, ecs::Optional<const C>> all) {
    all.each([](ecs::Mut<Health> health, const C* c) {
      if (c != nullptr && c->value % 3 == 0) health = Health{(health.read().value + 1) % kBound};
    });
  }
  static void tally(Of<C, const Health, ecs::Changed<Health>> all) {
    all.each([](C& c, const Health& health) { c.value = (c.value * 7 + health.value) % kBound; });
  }
  static void welcome(Of<ecs::Mut<Health>, ecs::Added<Health>, ecs::With<A>> all) {
    all.each([](ecs::Mut<Health> health) { health->value = (health.read().value + 100) % kBound; });
  }
  static void bury(Of<const A> all, Commands& commands) {
    all.each([&](ecs::Entity e, const A& a) {
      if (a.value % 13 == 0) commands.despawn(e);
    });
  }
  static void breed(Of<const B, ecs::Optional<const Health>> all, Commands& commands) {
    all.each([&](const B& b, const Health* health) {
      if (b.value % 17 != 0) return;
      const ecs::Pending newborn = commands.spawn(A{b.value}, B{health == nullptr ? 3 : health->value});
      commands.insert(newborn, Health{b.value % 5});
    });
  }
  static void dress(Of<const A, ecs::Without<C>> all, Commands& commands) {
    all.each([&](ecs::Entity e, const A& a) {
      if (a.value % 2 == 0) commands.insert(e, C{a.value});
      if (a.value % 5 == 0) commands.insert(e, Frozen{});
    });
  }
  static void strip(Of<const C> all, Of<const B, Frozen> frozen, Commands& commands) {
    all.each([&](ecs::Entity e, const C& c) {
      if (c.value % 3 == 0) commands.template remove<C>(e);
    });
    frozen.each([&](ecs::Entity e, const B&) { commands.template remove<Frozen>(e); });
  }
  static void rule(World& world, Of<const Health, ecs::Changed<Health>> changed) {
    std::vector<ecs::Entity> doomed;
    changed.each([&](ecs::Entity e, const Health& health) {
      if (health.value % 11 == 0) doomed.push_back(e);
    });
    for (const ecs::Entity e : doomed) world.despawn(e);
    world.spawn(A{static_cast<int>(doomed.size())}, B{1}, Health{2});
  }

  // Calls visit(name, system) for the system of this number.
  static constexpr std::size_t kSystems = 11;
  template <class Visit>
  static void with(std::size_t number, Visit visit) {
    switch (number) {
      case 0:
        return visit("move", &move);
      case 1:
        return visit("grow", &grow);
      case 2:
        return visit("thaw", &thaw);
      case 3:
        return visit("heal", &heal);
      case 4:
        return visit("tally", &tally);
      case 5:
        return visit("welcome", &welcome);
      case 6:
        return visit("bury", &bury);
      case 7:
        return visit("breed", &breed);
      case 8:
        return visit("dress", &dress);
      case 9:
        return visit("strip", &strip);
      default:
        return visit("rule", &rule);
    }
  }
};

// The systems one after the other, each at a tick of its own; buffers done before who takes the world, and at the end.
template <class World>
class ByHand {
 public:
  explicit ByHand(World& world) : world_{world} {}

  template <class System>
  void add(std::string name, System system) {
    systems_.push_back(
        ecs::make_system<World>(std::move(name), system, std::type_identity<ecs::SignatureOf<System>>{}));
    systems_.back()->prepare(world_);  // where a list is made when it is first asked for, its age decides its order
  }
  void run() {
    for (const auto& system : systems_) {
      if (system->access().world) flush();
      const ecs::Tick now = world_.advance();
      system->prepare(world_);
      system->run(now);
    }
    flush();
  }

 private:
  void flush() {
    world_.advance();
    for (const auto& system : systems_) system->commands().flush(world_);
  }

  World& world_;
  std::vector<std::unique_ptr<ecs::ScheduledSystem<World>>> systems_;
};

template <class Strategy>
class ScheduleLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Health, Frozen>;
  using Systems = std::vector<std::size_t>;  // numbers in the palette

  struct Outcome {
    std::vector<ecs::Entity> handles;
    Portrait<5> portrait;
    friend bool operator==(const Outcome&, const Outcome&) = default;
  };

  static void populate(World& world, std::uint32_t seed) {
    std::mt19937 random{seed};
    for (int i = 0; i < 300; ++i) {
      const auto number = static_cast<int>(random() % 1000);
      const ecs::Entity e = world.spawn(A{number});
      if (number % 2 == 0) world.insert(e, B{number});
      if (number % 3 == 0) world.insert(e, C{number});
      if (number % 5 != 0) world.insert(e, Health{number});
      if (number % 7 == 0) world.insert(e, Frozen{});
    }
  }
  template <class Runner>
  static void add_all(Runner& runner, const Systems& systems) {
    int number = 0;
    for (const std::size_t system : systems) {
      Palette<World>::with(system, [&](const char* name, auto function) {
        runner.add(std::string{name} + " " + std::to_string(++number), function);
      });
    }
  }
  [[nodiscard]] static Outcome outcome_of(World& world) {
    std::vector<ecs::Entity> handles;
    world.template view<>().each([&](ecs::Entity e) { handles.push_back(e); });
    std::sort(handles.begin(), handles.end(), ByIndex{});
    Portrait<5> seen = portrait<A, B, C, Health, Frozen>(world, handles);
    return {std::move(handles), std::move(seen)};
  }

  static constexpr int kRuns = 5;

  [[nodiscard]] static Outcome by_hand(const Systems& systems, std::uint32_t seed) {
    World world;
    populate(world, seed);
    ByHand<World> runner{world};
    add_all(runner, systems);
    for (int run = 0; run < kRuns; ++run) runner.run();
    return outcome_of(world);
  }
  [[nodiscard]] static Outcome by_schedule(const Systems& systems, std::uint32_t seed, std::size_t threads) {
    World world;
    populate(world, seed);
    ecs::Schedule<World> schedule{world};
    add_all(schedule, systems);
    for (int run = 0; run < kRuns; ++run) schedule.run(ecs::ThreadExecutor{threads});
    return outcome_of(world);
  }
};
TYPED_TEST_SUITE(ScheduleLaws, UnderTest, StrategyName);

TYPED_TEST(ScheduleLaws, any_number_of_threads_does_what_the_systems_do_one_after_the_other) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    typename TestFixture::Systems systems(4 + seed);
    for (std::size_t& system : systems) system = random() % Palette<typename TestFixture::World>::kSystems;
    const auto wanted = this->by_hand(systems, seed);
    for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
      SCOPED_TRACE(std::to_string(threads) + " threads");
      const auto seen = this->by_schedule(systems, seed, threads);
      EXPECT_EQ(seen.handles, wanted.handles);
      EXPECT_TRUE(same(seen.portrait, wanted.portrait));
    }
  }
}

TYPED_TEST(ScheduleLaws, systems_of_one_stage_walk_the_same_components_together) {
  typename TestFixture::World world;
  this->populate(world, 7);
  const std::size_t holders = world.template view<const A>().count();
  ecs::Schedule<typename TestFixture::World> schedule{world};
  std::vector<std::size_t> visits(8);
  for (std::size_t& count : visits) {
    schedule.add("count " + std::to_string(&count - visits.data()),
                 [&count](ecs::ViewOf<typename TestFixture::World, const A, ecs::Optional<const C>> all) {
                   for (int again = 0; again < 20; ++again) all.each([&](const A&, const C*) { ++count; });
                   for ([[maybe_unused]] const auto& match : all) ++count;
                   count += all.count();
                 });
  }
  EXPECT_EQ(schedule.stages(), 1u);
  schedule.run(ecs::ThreadExecutor{8});
  for (const std::size_t count : visits) EXPECT_EQ(count, 22 * holders);
}

}  // namespace ecsbench::tests
