// The executor of the product, on its own and as the default of par_each and of Schedule. The thread sanitizer does not
// know what oneTBB does; this test is not for it.
#include <gtest/gtest.h>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "strategies/archetype.hpp"
#include "strategies/parallel.hpp"
#include "strategies/schedule.hpp"
#include "tests/support/components.hpp"

namespace ecsbench::tests {
namespace {

using World = ecs::ArchetypeWorld<A, B>;

TEST(OneTbb, runs_each_task_once_also_within_tasks) {
  const oneapi::tbb::global_control more_than_the_machine{oneapi::tbb::global_control::max_allowed_parallelism, 8};
  for (const int workers : {1, 2, 3, 8}) {
    oneapi::tbb::task_arena arena{workers};
    arena.execute([&] {
      ecs::TbbExecutor executor;
      EXPECT_EQ(executor.workers(), static_cast<std::size_t>(workers));
      std::vector<std::atomic<int>> runs(1000);
      executor.run(10, [&](std::size_t tens) noexcept {
        executor.run(100, [&](std::size_t i) noexcept { ++runs[tens * 100 + i]; });
      });
      for (const auto& n : runs) EXPECT_EQ(n.load(), 1);
    });
  }
}

TEST(OneTbb, is_the_default_of_par_each) {
  World world;
  for (int i = 0; i < 20000; ++i) world.spawn(A{i}, B{1});
  world.view<A, const B>().par_each([](A& a, const B& b) { a.value += b.value; });
  long sum = 0;
  world.view<const A>().each([&](const A& a) { sum += a.value; });
  EXPECT_EQ(sum, 20000L * 20001 / 2);
  EXPECT_THROW(world.view<A>().par_each(
                   [](A& a) {
                     if (a.value == 777) throw std::runtime_error{"777"};
                   },
                   ecs::Grain{64}),
               std::runtime_error);
  EXPECT_TRUE(world.despawn(world.spawn()));
}

TEST(OneTbb, is_the_default_of_a_schedule) {
  World world;
  for (int i = 0; i < 100; ++i) world.spawn(A{i}, B{1});
  ecs::Schedule<World> schedule{world};
  schedule.add("grow", [](ecs::ViewOf<World, A> all) { all.par_each([](A& a) { ++a.value; }, ecs::Grain{0}); })
      .add("cull", [](ecs::ViewOf<World, const B> all, ecs::CommandBuffer<World>& commands) {
        all.each([&](ecs::Entity e, const B&) { commands.despawn(e); });
      });
  EXPECT_EQ(schedule.stages(), 1u);
  EXPECT_EQ(schedule.run(), (ecs::FlushResult{100, 0}));
  EXPECT_EQ(world.size(), 0u);
}

}  // namespace
}  // namespace ecsbench::tests
