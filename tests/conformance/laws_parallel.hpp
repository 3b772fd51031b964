// Laws on par_each: the visits of each, whoever makes them, and however they are cut.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/lock.hpp"
#include "strategies/query.hpp"
#include "strategies/relation.hpp"
#include "strategies/split.hpp"
#include "strategies/thread_executor.hpp"
#include "tests/support/components.hpp"
#include "tests/support/crowd.hpp"
#include "tests/support/marked_world.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

using ecs::Grain, ecs::ThreadExecutor;

// Every way to share out that a law is tried with: few and many workers, parts down to one atom.
template <class Try>
void for_each_way(Try attempt) {
  for (const std::size_t workers : {1u, 2u, 3u, 8u}) {
    for (const std::size_t grain : {0u, 64u, 500u, 1000000u}) {
      SCOPED_TRACE(std::to_string(workers) + " workers, grain " + std::to_string(grain));
      ThreadExecutor executor{workers};
      attempt(executor, Grain{grain});
    }
  }
}

// What several threads visited, counted for each entity index.
class Visits {
 public:
  explicit Visits(std::size_t indices) : counts_(indices) {}
  void note(ecs::Entity entity) { counts_.at(entity.index).fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] Entities of(const std::vector<ecs::Entity>& handles) const {
    Entities visits;
    for (const ecs::Entity entity : handles) {
      for (int n = counts_[entity.index].load(); n > 0; --n) visits.insert(entity);
    }
    return visits;
  }

 private:
  std::vector<std::atomic<int>> counts_;
};

template <class View>
[[nodiscard]] Entities visited_together(const View& view, const std::vector<ecs::Entity>& handles,
                                        ThreadExecutor& executor, Grain grain) {
  Visits visits{handles.size() * 2};
  view.par_each(
      executor, [&](ecs::Entity entity, auto&&...) { visits.note(entity); }, grain);
  return visits.of(handles);
}

template <class Strategy>
class ParallelLaws : public ::testing::Test {
 protected:
  static constexpr std::size_t kMany = 3001;

  template <class... Cs>
  using World = typename Strategy::template World<Cs...>;
};
TYPED_TEST_SUITE(ParallelLaws, UnderTest, StrategyName);

TYPED_TEST(ParallelLaws, every_filter_and_term_finds_whom_each_finds) {
  Crowd<TypeParam> crowd{this->kMany};
  auto& world = crowd.world;
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    const auto expect = [&](const auto& view, unsigned required, unsigned excluded) {
      EXPECT_EQ(visited_together(view, crowd.handles(), executor, grain), crowd.expected(required, excluded));
    };
    expect(world.template view<>(), 0, 0);
    expect(world.template view<A>(), kHasA, 0);
    expect(world.template view<A, const B>(), kHasA | kHasB, 0);
    expect(world.template view<const A, B, const C, Frozen>(), kHasA | kHasB | kHasC | kIsFrozen, 0);
    expect(world.template view<B>(ecs::without<A, Frozen>), kHasB, kHasA | kIsFrozen);
    expect(world.template view<>(ecs::with<C>, ecs::without<Frozen>), kHasC, kIsFrozen);
    expect(world.template view<C, ecs::Optional<const A>>(), kHasC, 0);
    expect(world.template view<ecs::Optional<A>>(ecs::without<B>), 0, kHasB);
  });
}

TYPED_TEST(ParallelLaws, the_sources_of_one_target_are_visited_and_nobody_elses) {
  typename TestFixture::template World<A, ecs::ChildOf> world;
  const std::array<ecs::Entity, 2> parents{world.spawn(), world.spawn()};
  std::vector<ecs::Entity> handles(parents.begin(), parents.end());
  std::array<Entities, 2> children;
  for (std::size_t i = 0; i < 1000; ++i) {
    handles.push_back(world.spawn(A{static_cast<int>(i)}));
    if (i % 3 == 2) continue;
    ASSERT_TRUE(world.template relate<ecs::ChildOf>(handles.back(), parents[i % 3]));
    children[i % 3].insert(handles.back());
  }
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    for (const std::size_t p : {0u, 1u}) {
      const auto of_parent = world.template view<A>(ecs::with<ecs::ChildOf>(parents[p]));
      EXPECT_EQ(visited_together(of_parent, handles, executor, grain), children[p]);
    }
    const auto of_any = world.template view<A>(ecs::with<ecs::ChildOf>);
    EXPECT_EQ(visited_together(of_any, handles, executor, grain).size(), children[0].size() + children[1].size());
  });
}

TYPED_TEST(ParallelLaws, a_visit_is_given_the_components_of_its_entity) {
  Crowd<TypeParam> crowd{this->kMany};
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    std::atomic<int> wrong{0};
    crowd.world.template view<const A, ecs::Optional<const B>>().par_each(
        executor,
        [&](ecs::Entity e, const A& a, const B* b) {
          const auto number = static_cast<std::size_t>(a.value);
          const bool has_b = (number & kHasB) != 0;
          if (crowd[number] != e || (b != nullptr) != has_b || (has_b && b->value != a.value)) ++wrong;
        },
        grain);
    EXPECT_EQ(wrong.load(), 0);
  });
}

TYPED_TEST(ParallelLaws, every_value_is_written_once_however_few_or_many) {  // H067, H117
  for (const int n : {0, 1, 10, 63, 64, 65, 1023, 4097}) {
    for (const std::size_t workers : {1u, 3u, 7u, 16u, 64u}) {
      SCOPED_TRACE(std::to_string(n) + " entities, " + std::to_string(workers) + " workers");
      typename TestFixture::template World<A, B> world;
      for (int i = 0; i < n; ++i) world.spawn(A{i});
      ThreadExecutor executor{workers};
      world.template view<A>().par_each(
          executor, [](A& a) { ++a.value; }, Grain{0});
      int i = 0;
      std::vector<int> values;
      world.template view<const A>().each([&](const A& a) { values.push_back(a.value); });
      std::sort(values.begin(), values.end());
      for (const int value : values) EXPECT_EQ(value, ++i);
      EXPECT_EQ(i, n);
    }
  }
}

TYPED_TEST(ParallelLaws, where_most_have_died_the_rest_is_found) {
  typename TestFixture::template World<A, B> world;
  std::vector<ecs::Entity> handles;
  for (int i = 0; i < 9000; ++i) handles.push_back(world.spawn(A{i}, B{i}));
  Entities left;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (i % 700 == 699) {
      left.insert(handles[i]);
    } else {
      world.despawn(handles[i]);
    }
  }
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    EXPECT_EQ(visited_together(world.template view<A, const B>(), handles, executor, grain), left);
    EXPECT_EQ(visited_together(world.template view<>(), handles, executor, grain), left);
  });
}

TYPED_TEST(ParallelLaws, over_aligned_values_are_met_where_they_lie) {  // H086
  typename TestFixture::template World<Aligned64, Aligned256, Byte> world;
  for (int i = 0; i < 700; ++i) world.spawn(Aligned64{i}, Aligned256{i}, Byte{1});
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    std::atomic<int> skewed{0};
    std::atomic<int> met{0};
    world.template view<Aligned64, const Aligned256, Byte>().par_each(
        executor,
        [&](Aligned64& narrow, const Aligned256& wide, Byte&) {
          const bool aligned =
              reinterpret_cast<std::uintptr_t>(&narrow) % 64 == 0 && reinterpret_cast<std::uintptr_t>(&wide) % 256 == 0;
          if (!aligned || narrow.value != wide.value) ++skewed;
          ++met;
        },
        grain);
    EXPECT_EQ(skewed.load(), 0);
    EXPECT_EQ(met.load(), 700);
  });
}

TYPED_TEST(ParallelLaws, what_is_written_is_marked_and_nothing_else) {
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    MarkedWorld<TypeParam> world;
    Entities written_to;
    Entities newcomers;
    for (int i = 0; i < 1500; ++i) {
      const ecs::Entity e = world.spawn(Health{i}, Noticed{});
      if (i % 3 == 0) world.insert(e, A{i});
      if (i % 3 == 0 && i % 2 == 0) written_to.insert(e);
    }
    const Tick since = world.advance() - 1;
    for (int i = 0; i < 100; ++i) newcomers.insert(world.spawn(Health{1}));
    const auto heal = [](Mut<Health> health, const A& a) {
      if (a.value % 2 == 0) *health = Health{health.read().value + 1};
    };
    world.template view<Mut<Health>, const A>().par_each(executor, heal, grain);
    Entities changed_since = newcomers;
    changed_since.insert(written_to.begin(), written_to.end());
    EXPECT_EQ(written<Health>(world, since), changed_since);
    EXPECT_EQ(came<Health>(world, since), newcomers);
    expect_consistent(world);
  });
}

TYPED_TEST(ParallelLaws, added_and_changed_let_pass_what_they_let_pass_to_each) {
  MarkedWorld<TypeParam> world;
  std::vector<ecs::Entity> handles;
  for (int i = 0; i < 2500; ++i) handles.push_back(world.spawn(Health{i}));
  const Tick since = world.tick();
  world.advance();
  for (std::size_t i = 0; i < handles.size(); i += 7) world.template patch<Health>(handles[i], [](Health&) {});
  for (std::size_t i = 0; i < handles.size(); i += 9) world.insert(handles[i], Shield{1});
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    const auto written = world.template view<const Health>(changed<Health>(since));
    EXPECT_EQ(visited_together(written, handles, executor, grain), visited(written));
    const auto both = world.template view<const Health>(changed<Health>(since), added<Shield>(since), without<A>);
    EXPECT_EQ(visited_together(both, handles, executor, grain), visited(both));
    EXPECT_EQ(visited(both).size(), 40u);
  });
}

TYPED_TEST(ParallelLaws, a_structural_change_is_refused_on_every_thread) {
  typename TestFixture::template World<A, B> world;
  std::vector<ecs::Entity> handles;
  for (int i = 0; i < 2000; ++i) handles.push_back(world.spawn(A{i}));
  const auto before = portrait<A, B>(world, handles);
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    std::atomic<int> refused{0};
    world.template view<const A>().par_each(
        executor,
        [&](ecs::Entity e, const A&) {
          try {
            world.despawn(e);
          } catch (const ecs::LockedStorage&) {
            ++refused;
          }
        },
        grain);
    EXPECT_EQ(refused.load(), 2000);
    const auto add = [&](ecs::Entity e, const A&) { world.insert(e, B{1}); };
    EXPECT_THROW(world.template view<const A>().par_each(executor, add, grain), ecs::LockedStorage);
    EXPECT_TRUE(same(portrait<A, B>(world, handles), before));
    EXPECT_TRUE(world.despawn(world.spawn()));  // open again
  });
}

TYPED_TEST(ParallelLaws, one_exception_comes_back_when_all_have_ended) {
  typename TestFixture::template World<A, B> world;
  for (int i = 0; i < 2000; ++i) world.spawn(A{i});
  for_each_way([&](ThreadExecutor& executor, Grain grain) {
    std::atomic<int> at_work{0};
    const auto fail = [&](A& a) {
      ++at_work;
      const bool fails = a.value % 50 == 49;
      --at_work;
      if (fails) throw std::runtime_error{"49 again"};
    };
    EXPECT_THROW(world.template view<A>().par_each(executor, fail, grain), std::runtime_error);
    EXPECT_EQ(at_work.load(), 0);
    EXPECT_TRUE(world.despawn(world.spawn()));
  });
}

TYPED_TEST(ParallelLaws, a_visitor_may_walk_the_same_world_again) {
  typename TestFixture::template World<A, B> world;
  for (int i = 0; i < 200; ++i) world.spawn(A{i});
  for (int i = 0; i < 10; ++i) world.spawn(B{i});
  const auto inner = world.template view<const B>();
  ThreadExecutor executor{3};
  std::atomic<int> sum{0};
  world.template view<const A>().par_each(
      executor,
      [&](const A&) {
        inner.each([&](const B& b) { sum += b.value; });
        inner.par_each(
            executor, [&](const B& b) { sum += b.value; }, Grain{0});
        EXPECT_THROW(world.spawn(), ecs::LockedStorage);
      },
      Grain{0});
  EXPECT_EQ(sum.load(), 200 * 2 * 45);
  EXPECT_TRUE(world.despawn(world.spawn()));
}

TYPED_TEST(ParallelLaws, the_outer_loop_keeps_its_lock) {
  typename TestFixture::template World<A, B> world;
  for (int i = 0; i < 100; ++i) world.spawn(A{i});
  ThreadExecutor executor{2};
  world.template view<const A>().each([&](const A&) {
    world.template view<A>().par_each(
        executor, [](A& a) { ++a.value; }, Grain{0});
    EXPECT_THROW(world.spawn(), ecs::LockedStorage);
    return false;
  });
  EXPECT_TRUE(world.despawn(world.spawn()));
}

TYPED_TEST(ParallelLaws, a_fill_may_walk_what_each_may_walk) {
  typename TestFixture::template World<A, B> world;
  for (int i = 0; i < 300; ++i) world.spawn(A{1});
  ThreadExecutor executor{2};
  const auto view = world.template view<const A>();
  world.template spawn_many<A>(300, [&](std::size_t i, ecs::Entity, A& a) {
    a.value = 1;
    if (i % 100 != 7) return;
    std::size_t alone = 0;
    std::atomic<std::size_t> together{0};
    view.each([&](const A&) { ++alone; });
    view.par_each(
        executor, [&](const A&) { ++together; }, Grain{0});
    EXPECT_EQ(together.load(), alone);
  });
}

}  // namespace ecsbench::tests
