// Laws on views of marks: Mut, added<C> and changed<C>, alone and together with all other filters.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/marks.hpp"
#include "strategies/query.hpp"
#include "tests/support/components.hpp"
#include "tests/support/marked_world.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class MarkViewLaws : public ::testing::Test {};
TYPED_TEST_SUITE(MarkViewLaws, UnderTest, StrategyName);

TYPED_TEST(MarkViewLaws, mut_marks_what_is_written_and_nothing_that_is_read) {  // H063
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 9; ++i) entities.push_back(world.spawn(Health{i}, A{i}));
    const Tick since = world.tick();
    world.advance();
    int sum = 0;
    world.template view<const Health>().each([](const Health&) {});
    EXPECT_EQ(written<Health>(world, since), Entities{});
    world.template view<Mut<Health>, const A>().each([&](Mut<Health> health, const A& a) {
      sum += health.read().value;
      if (a.value % 3 == 0) health->value += 100;
      if (a.value % 3 == 1) *health = Health{200};
    });
    EXPECT_EQ(sum, 36);
    Entities touched;
    for (std::size_t i = 0; i < 9; ++i) {
      if (i % 3 != 2) touched.insert(entities[i]);
    }
    EXPECT_EQ(written<Health>(world, since), touched);
    EXPECT_EQ(came<Health>(world, since), Entities{});
    EXPECT_EQ(world.template try_get<Health>(entities[3])->value, 103);
    EXPECT_EQ(world.template try_get<Health>(entities[4])->value, 200);
  }
}

TYPED_TEST(MarkViewLaws, mut_assigns_a_whole_value) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity a = world.spawn(Shield{1});
    const Tick since = world.tick();
    world.advance();
    world.template view<Mut<Shield>>().each([](ecs::Entity, Mut<Shield> shield) { shield = Shield{8}; });
    EXPECT_EQ(value_of(*world.template try_get<Shield>(a)), 8);
    EXPECT_EQ(written<Shield>(world, since), Entities{a});
  }
}

TYPED_TEST(MarkViewLaws, get_and_range_for_give_a_mut_too) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity a = world.spawn(Health{1});
    const ecs::Entity b = world.spawn(Health{2});
    const Tick since = world.tick();
    world.advance();
    const auto view = world.template view<Mut<Health>>();
    auto found = view.get(a);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(std::get<0>(*found).read().value, 1);
    EXPECT_EQ(written<Health>(world, since), Entities{});
    std::get<0>(*found)->value = 10;
    EXPECT_EQ(written<Health>(world, since), Entities{a});
    for (auto [entity, health] : view) {
      if (entity == b) health = Health{20};
    }
    EXPECT_EQ(written<Health>(world, since), (Entities{a, b}));
  }
}

TYPED_TEST(MarkViewLaws, a_chunk_of_mut_is_marked_as_a_whole) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    Entities all;
    for (int i = 0; i < 100; ++i) all.insert(world.spawn(Health{i}));
    const Tick since = world.tick();
    world.advance();
    std::size_t rows = 0;
    world.template view<Mut<Health>>().each_chunk([&](std::span<Health> healths) { rows += healths.size(); });
    EXPECT_EQ(rows, 100u);
    EXPECT_EQ(written<Health>(world, since), all);
  }
}

TYPED_TEST(MarkViewLaws, chunks_break_where_a_filter_changes) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    std::vector<ecs::Entity> entities;
    for (int i = 0; i < 200; ++i) entities.push_back(world.spawn(Health{i}));
    const Tick since = world.tick();
    world.advance();
    Entities touched;
    for (std::size_t i = 0; i < entities.size(); i += i % 7 == 0 ? 1u : 3u) {
      world.template patch<Health>(entities[i], [](Health&) {});
      touched.insert(entities[i]);
    }
    expect_same_story(world.template view<const Health>(changed<Health>(since)), entities, touched);
  }
}

TYPED_TEST(MarkViewLaws, filters_on_ticks_join_with_all_others) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    std::vector<ecs::Entity> entities;
    for (unsigned i = 0; i < 64; ++i) {
      const ecs::Entity e = entities.emplace_back(world.spawn(Health{1}));
      if ((i & 1) != 0) world.insert(e, A{1});
      if ((i & 2) != 0) world.insert(e, Shield{1});
    }
    const Tick since = world.tick();
    world.advance();
    for (unsigned i = 0; i < 64; ++i) {
      if ((i & 4) != 0) world.template patch<Health>(entities[i], [](Health&) {});
      if ((i & 8) != 0) world.insert(entities[i], Shield{2});
      if ((i & 16) != 0) world.insert(entities[i], Noticed{});
    }
    const auto those = [&](auto wanted) {
      Entities chosen;
      for (unsigned i = 0; i < 64; ++i) {
        if (wanted(i)) chosen.insert(entities[i]);
      }
      return chosen;
    };
    expect_same_story(world.template view<const Health>(changed<Health>(since), without<A>), entities,
                      those([](unsigned i) { return (i & 4) != 0 && (i & 1) == 0; }));
    expect_same_story(world.template view<const Health>(changed<Health>(since), changed<Shield>(since)), entities,
                      those([](unsigned i) { return (i & 4) != 0 && (i & 8) != 0; }));
    expect_same_story(world.template view<const A>(added<Shield>(since)), entities,
                      those([](unsigned i) { return (i & 1) != 0 && (i & 8) != 0 && (i & 2) == 0; }));
    expect_same_story(world.template view<>(with<A>, added<Noticed>(since)), entities,
                      those([](unsigned i) { return (i & 1) != 0 && (i & 16) != 0; }));
    expect_same_story(
        world.template view<const Health, ecs::Optional<A>>(added<Noticed>(since), changed<Health>(since)), entities,
        those([](unsigned i) { return (i & 16) != 0 && (i & 4) != 0; }));
    expect_same_story(world.template view<const Health>(changed<Health>(since), added<Health>(since)), entities, {});
  }
}

TYPED_TEST(MarkViewLaws, each_reader_sees_each_change_once) {  // H092, H114
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    ecs::CommandBuffer<MarkedWorld<TypeParam>> commands;
    const ecs::Entity a = world.spawn(Health{0});
    Tick often = world.tick(), seldom = world.tick();
    std::size_t seen_often = 0, seen_seldom = 0, born_often = 0, born_seldom = 0;
    for (int frame = 1; frame <= 12; ++frame) {
      world.advance();
      if (frame % 3 == 0) {
        world.template patch<Health>(a, [](Health&) {});
        commands.spawn(Shield{frame});
      }
      commands.flush(world);
      seen_often += written<Health>(world, often).size();
      born_often += came<Shield>(world, often).size();
      often = world.tick();
      EXPECT_EQ(written<Health>(world, often), Entities{});  // asked again in the same frame
      if (frame % 4 != 0) continue;
      seen_seldom += written<Health>(world, seldom).size();
      born_seldom += came<Shield>(world, seldom).size();
      seldom = world.tick();
    }
    EXPECT_EQ(seen_often, 4u);   // frames 3, 6, 9, 12
    EXPECT_EQ(seen_seldom, 3u);  // in frames 4, 8 and 12 something had changed
    EXPECT_EQ(born_often, 4u);
    EXPECT_EQ(born_seldom, 4u);
  }
}

TYPED_TEST(MarkViewLaws, a_reader_that_writes_does_not_wake_itself) {  // H092
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity a = world.spawn(Health{0});
    Tick since = 0;
    for (int frame = 1; frame <= 5; ++frame) {
      world.advance();
      world.template view<Mut<Health>>(changed<Health>(since)).each([](Mut<Health> health) { ++health->value; });
      since = world.tick();
    }
    EXPECT_EQ(number_in<Health>(world, a), 1);
  }
}

TYPED_TEST(MarkViewLaws, a_flush_stamps_the_time_of_the_flush) {  // H062
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    ecs::CommandBuffer<MarkedWorld<TypeParam>> commands;
    const ecs::Entity e = world.spawn(A{1});
    std::vector<int> reported_in;
    Tick since = world.tick();
    for (int frame = 1; frame <= 4; ++frame) {
      world.advance();
      if (came<Health>(world, since).contains(e)) reported_in.push_back(frame);
      since = world.tick();
      if (frame == 1) commands.template insert<Health>(e, Health{1});
      world.advance();
      if (frame == 2) commands.flush(world);
    }
    EXPECT_EQ(reported_in, std::vector{3});
  }
}

TYPED_TEST(MarkViewLaws, a_flush_marks_as_direct_calls_do) {  // H036
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    ecs::CommandBuffer<MarkedWorld<TypeParam>> commands;
    const ecs::Entity full = world.spawn(Health{1});
    const ecs::Entity bare = world.spawn(A{1});
    const Tick since = world.tick();
    commands.insert(full, Health{2});
    commands.insert(bare, Health{2});
    const ecs::Pending pending = commands.spawn(Health{2}, A{2});
    world.advance();
    commands.flush(world);
    const ecs::Entity born = commands.entity(pending);
    EXPECT_EQ(came<Health>(world, since), (Entities{bare, born}));
    EXPECT_EQ(written<Health>(world, since), (Entities{full, bare, born}));
    EXPECT_EQ(number_in<Health>(world, full), 2);
  }
}

TYPED_TEST(MarkViewLaws, patching_and_time_are_allowed_while_a_loop_runs) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    Entities all;
    for (int i = 0; i < 20; ++i) all.insert(world.spawn(Health{i}, A{i}));
    const Tick since = world.tick();
    world.template view<const A>().each([&](ecs::Entity e, const A&) {
      world.advance();
      EXPECT_TRUE(world.template patch<Health>(e, [](Health&) {}));
    });
    EXPECT_EQ(written<Health>(world, since), all);
  }
}

}  // namespace ecsbench::tests
