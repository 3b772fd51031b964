// Laws on clone: a world and its copy are equal, apart, and equally able; a copy that fails leaves nothing behind.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/memory.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/crowd.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/marked_world.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class CloneLaws : public CountedLives {};
TYPED_TEST_SUITE(CloneLaws, UnderTest, StrategyName);

TYPED_TEST(CloneLaws, only_a_world_of_copyable_components_is_cloned) {  // H058
  if constexpr (CanClone<TypeParam>) {
    static_assert(ecs::Cloneable<typename TypeParam::template World<A, Text>>);
    static_assert(!ecs::Cloneable<typename TypeParam::template World<A, MoveOnly>>);
    static_assert(!std::copy_constructible<typename TypeParam::template World<A>>, "a world is copied by name only");
  } else {
    GTEST_SKIP() << kNotCloneable;
  }
}

TYPED_TEST(CloneLaws, a_clone_goes_on_as_its_original_would) {
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    Crowd<TypeParam> crowd;
    auto& world = crowd.world;
    const auto seen_before = visited(world.template view<A, const B>(ecs::without<Frozen>));  // caches come along
    auto copy = std::as_const(world).clone();
    EXPECT_EQ(visited(copy.template view<A, const B>(ecs::without<Frozen>)), seen_before);
    std::vector<ecs::Entity> handles = crowd.handles();
    const auto go_on = [&](auto& one) {
      std::vector<ecs::Entity> all = crowd.handles();
      for (std::size_t i = 0; i < 200; i += 5) one.despawn(crowd[i]);
      for (int i = 0; i < 100; ++i) all.push_back(one.spawn(A{i}, B{i}));
      for (std::size_t i = 1; i < 200; i += 7) one.insert(crowd[i], C{5});
      for (std::size_t i = 2; i < 200; i += 3) one.template remove<B>(crowd[i]);
      return all;
    };
    const auto in_copy = go_on(copy);
    const auto in_world = go_on(world);
    EXPECT_EQ(in_copy, in_world);  // the same slots are used again in the same order
    EXPECT_TRUE((same(portrait<A, B, C, Frozen>(copy, in_copy), portrait<A, B, C, Frozen>(world, in_world))));
    EXPECT_EQ(visited(copy.template view<A, const B>(ecs::without<Frozen>)),
              visited(world.template view<A, const B>(ecs::without<Frozen>)));
  }
}

TYPED_TEST(CloneLaws, a_clone_of_a_world_whose_rows_have_moved_finds_the_same_matches) {
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    typename TypeParam::template World<A, B> world;
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 300; ++i) e.push_back(world.spawn(A{i}, B{i}));
    world.template remove<B>(e[0]);
    world.despawn(e[150]);
    world.insert(e[0], B{0});
    auto copy = std::as_const(world).clone();
    expect_consistent(copy);
    EXPECT_EQ(visited(copy.template view<A, const B>()), visited(world.template view<A, const B>()));
    EXPECT_EQ(visited(copy.template view<const B>()), visited(world.template view<const B>()));
  }
}

TYPED_TEST(CloneLaws, a_view_of_each_sees_that_world_alone) {
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    typename TypeParam::template World<A, B> world;
    const ecs::Entity a = world.spawn(A{1}, B{1});
    const ecs::Entity b = world.spawn(A{2});
    EXPECT_EQ(visited(world.template view<A, const B>()), Entities{a});  // known to both
    auto copy = world.clone();
    copy.insert(b, B{2});
    copy.template remove<B>(a);
    EXPECT_EQ(visited(copy.template view<A, const B>()), Entities{b});
    EXPECT_EQ(visited(world.template view<A, const B>()), Entities{a});
    world.clear();
    EXPECT_EQ(visited(copy.template view<A, const B>()), Entities{b});
  }
}

TYPED_TEST(CloneLaws, a_small_world_replaces_a_big_one) {  // H064
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    typename TypeParam::template World<A, Frozen> big, small;
    ecs::spawn_many<A, Frozen>(big, 5000, [](std::size_t, ecs::Entity, A&, Frozen&) {});
    Entities three;
    for (int i = 0; i < 3; ++i) three.insert(small.spawn(A{i}, Frozen{}));
    auto copy = big.clone();
    EXPECT_EQ(copy.template view<Frozen>().count(), 5000u);
    copy = small.clone();
    EXPECT_EQ(copy.size(), 3u);
    EXPECT_EQ(visited(copy.template view<A>()), three);
    EXPECT_EQ(visited(copy.template view<Frozen>()), three);
    EXPECT_EQ(visited(big.template view<A>()).size(), 5000u);
    expect_consistent(copy);
  }
}

TYPED_TEST(CloneLaws, values_are_copied_and_not_shared) {  // H140
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    typename TypeParam::template World<Text, SelfPointer, A> world;
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 100; ++i) {
      e.push_back(i % 3 == 0 ? world.spawn(Text{i}) : world.spawn(SelfPointer{i}, Text{i}));
    }
    auto copy = world.clone();
    for (std::size_t i = 0; i < 100; ++i) copy.template try_get<Text>(e[i])->text = "changed";
    for (int i = 0; i < 100; ++i) {
      const ecs::Entity one = e[static_cast<std::size_t>(i)];
      EXPECT_EQ(value_of(*world.template try_get<Text>(one)), i);
      if (i % 3 != 0) {
        EXPECT_EQ(value_of(*copy.template try_get<SelfPointer>(one)), i);
      }
    }
  }
}

TYPED_TEST(CloneLaws, a_clone_of_nothing_is_an_empty_world) {
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    typename TypeParam::template World<A, B> world;
    auto never_used = world.clone();
    const ecs::Entity first = never_used.spawn(A{1});
    EXPECT_EQ(visited(never_used.template view<A>()), Entities{first});
    world.despawn(world.spawn(A{1}, B{1}));
    auto emptied = world.clone();
    EXPECT_EQ(emptied.size(), 0u);
    const ecs::Entity next = emptied.spawn(B{2});
    EXPECT_EQ(next, world.spawn(B{2}));
    expect_consistent(emptied);
  }
}

TYPED_TEST(CloneLaws, a_world_of_tags_alone_is_cloned) {  // H087
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    typename TypeParam::template World<Frozen, Player> world;
    Entities frozen, players;
    for (int i = 0; i < 100; ++i) {
      const ecs::Entity e = i % 2 == 0 ? world.spawn(Frozen{}, Player{}) : world.spawn(Frozen{});
      frozen.insert(e);
      if (i % 2 == 0) players.insert(e);
    }
    auto copy = world.clone();
    EXPECT_EQ(visited(copy.template view<Frozen>()), frozen);
    EXPECT_EQ(visited(copy.template view<Player>()), players);
    for (const ecs::Entity e : frozen) EXPECT_TRUE(copy.despawn(e));
    EXPECT_TRUE(visited(copy.clone().template view<Frozen>()).empty());
    EXPECT_EQ(visited(world.template view<Player>()), players);
    expect_consistent(copy);
  }
}

TYPED_TEST(CloneLaws, marks_and_time_come_along) {
  if constexpr (!CanClone<TypeParam> || !CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    MarkedWorld<TypeParam> world;
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 100; ++i) e.push_back(i % 2 == 0 ? world.spawn(Health{i}, Noticed{}) : world.spawn(Health{i}));
    const ecs::Tick since = world.tick();
    world.advance();
    world.template patch<Health>(e[7], [](Health&) {});
    world.insert(e[8], Noticed{});
    auto copy = world.clone();
    EXPECT_EQ(copy.tick(), world.tick());
    EXPECT_EQ(written<Health>(copy, since), Entities{e[7]});
    EXPECT_EQ(came<Health>(copy, 0).size(), 100u);
    EXPECT_EQ(written<Noticed>(copy, since), Entities{e[8]});
    EXPECT_EQ(came<Noticed>(copy, since), Entities{});
  }
}

TYPED_TEST(CloneLaws, a_clone_may_be_taken_while_a_loop_runs_and_is_not_locked) {
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    typename TypeParam::template World<A, B> world;
    Entities all;
    for (int i = 0; i < 50; ++i) all.insert(world.spawn(A{i}));
    std::optional<typename TypeParam::template World<A, B>> copy;
    world.template view<const A>().each([&](ecs::Entity e, const A&) {
      if (!copy) copy.emplace(world.clone());
      EXPECT_TRUE(copy->despawn(e));
    });
    EXPECT_EQ(copy->size(), 0u);
    EXPECT_EQ(visited(world.template view<A>()), all);
  }
}

TYPED_TEST(CloneLaws, a_copy_that_throws_leaves_the_original_alone_and_nothing_behind) {  // H085
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    const std::uint64_t bytes_before = ecs::memory_count.live_bytes.load();
    {
      typename TypeParam::template World<Counted, A, CountedToo> world;
      std::vector<ecs::Entity> e;
      for (int i = 0; i < 20; ++i) {
        e.push_back(i % 2 == 0 ? world.spawn(Counted{i}, CountedToo{i}, A{i}) : world.spawn(CountedToo{i}, A{i}));
      }
      const auto before = portrait<Counted, A, CountedToo>(world, e);
      const std::size_t living = ledger.living.size();
      const std::uint64_t bytes = ecs::memory_count.live_bytes.load();
      for (std::size_t copies = 0; copies < 30; ++copies) {
        ledger.copies_left = copies;
        EXPECT_THROW(static_cast<void>(world.clone()), CopyFailed) << copies << " copies";
        EXPECT_EQ(ledger.living.size(), living) << copies << " copies";
        EXPECT_EQ(ecs::memory_count.live_bytes.load(), bytes) << copies << " copies";
      }
      ledger.copies_left = Ledger::kNever;
      auto copy = world.clone();
      EXPECT_EQ(ledger.living.size(), 2 * living);
      EXPECT_TRUE((same(portrait<Counted, A, CountedToo>(copy, e), before)));
      EXPECT_TRUE((same(portrait<Counted, A, CountedToo>(world, e), before)));
    }
    EXPECT_EQ(ecs::memory_count.live_bytes.load(), bytes_before);
  }
}

TYPED_TEST(CloneLaws, memory_that_runs_out_leaves_nothing_behind) {
  if constexpr (!CanClone<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    Crowd<TypeParam> crowd;
    static_cast<void>(visited(crowd.world.template view<A, const B>()));
    const std::uint64_t bytes = ecs::memory_count.live_bytes.load();
    bool whole = false;
    for (std::size_t allocations = 0; !whole && allocations < 500; ++allocations) {
      try {
        std::optional<typename Crowd<TypeParam>::World> copy;
        const MemoryRunsOut after{allocations};
        copy.emplace(crowd.world.clone());
        whole = !after.happened();
      } catch (const std::bad_alloc&) {
      }
      EXPECT_EQ(ecs::memory_count.live_bytes.load(), bytes) << "after " << allocations << " allocations";
    }
    EXPECT_TRUE(whole);
  }
}

TYPED_TEST(CloneLaws, a_clone_owns_what_it_says_and_is_no_larger) {
  if constexpr (!CanClone<TypeParam> || !CanMeasure<TypeParam>) {
    GTEST_SKIP() << kNotCloneable;
  } else {
    Crowd<TypeParam> crowd;
    crowd.world.reserve(10000);
    const std::uint64_t bytes = ecs::memory_count.live_bytes.load();
    const auto copy = crowd.world.clone();
    EXPECT_EQ(copy.memory().total_bytes(), ecs::memory_count.live_bytes.load() - bytes);
    EXPECT_EQ(copy.memory().payload_bytes, crowd.world.memory().payload_bytes);
    EXPECT_LE(copy.memory().total_bytes(), crowd.world.memory().total_bytes());
  }
}

}  // namespace ecsbench::tests
