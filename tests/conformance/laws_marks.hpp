// Laws on change marks: what is marked, what is not, and that marks stay with their values.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
class MarkLaws : public ::testing::Test {};
TYPED_TEST_SUITE(MarkLaws, UnderTest, StrategyName);

TYPED_TEST(MarkLaws, a_world_begins_after_tick_zero_and_time_only_grows) {  // H022
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    EXPECT_GT(world.tick(), 0u);
    const ecs::Entity early = world.spawn(Health{1});
    EXPECT_EQ(came<Health>(world, 0), Entities{early});  // a reader that never ran has since 0, and sees all
    const Tick before = world.tick();
    EXPECT_EQ(world.advance(), before + 1);
    EXPECT_EQ(world.tick(), before + 1);
    EXPECT_EQ(came<Health>(world, before), Entities{});
    MarkedWorld<TypeParam> moved{std::move(world)};
    EXPECT_EQ(moved.tick(), before + 1);
    EXPECT_EQ(came<Health>(moved, 0), Entities{early});
  }
}

TYPED_TEST(MarkLaws, what_comes_is_added_and_changed) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const Tick start = world.tick();
    const ecs::Entity bare = world.spawn(A{1});
    world.advance();
    const ecs::Entity spawned = world.spawn(Shield{2}, Health{2});
    world.insert(bare, Health{1});
    Entities all{spawned, bare};
    ecs::spawn_many<Health, A>(world, 5, [&](std::size_t, ecs::Entity e, Health& health, A&) {
      health.value = 3;
      all.insert(e);
    });
    EXPECT_EQ(came<Health>(world, start), all);
    EXPECT_EQ(written<Health>(world, start), all);
    EXPECT_EQ(came<Shield>(world, start), Entities{spawned});
    EXPECT_EQ(came<Health>(world, world.tick()), Entities{});
  }
}

TYPED_TEST(MarkLaws, what_is_replaced_is_changed_but_not_added) {  // H036
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity a = world.spawn(Health{1}, Shield{1});
    world.spawn(Health{2}, Shield{2});
    const Tick since = world.tick();
    world.advance();
    world.insert(a, Health{5});
    EXPECT_EQ(came<Health>(world, since), Entities{});
    EXPECT_EQ(written<Health>(world, since), Entities{a});
    EXPECT_EQ(written<Shield>(world, since), Entities{});
  }
}

TYPED_TEST(MarkLaws, patch_marks_and_try_get_does_not) {  // H147
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity a = world.spawn(Health{1}, A{1});
    const ecs::Entity b = world.spawn(Health{2});
    const ecs::Entity tagged = world.spawn(Noticed{});
    const ecs::Entity dead = world.spawn(Health{3});
    world.despawn(dead);
    const Tick since = world.tick();
    world.advance();
    world.template try_get<Health>(b)->value = 20;
    EXPECT_TRUE(world.template patch<Health>(a, [](Health& health) { health.value += 9; }));
    EXPECT_EQ(world.template try_get<Health>(a)->value, 10);
    EXPECT_EQ(written<Health>(world, since), Entities{a});
    EXPECT_TRUE(world.template patch<Noticed>(tagged, [](Noticed&) {}));
    EXPECT_EQ(written<Noticed>(world, since), Entities{tagged});
    EXPECT_EQ(came<Noticed>(world, since), Entities{});
    const auto never = [](auto&) { FAIL() << "there is nothing to write"; };
    EXPECT_FALSE(world.template patch<Health>(dead, never));
    EXPECT_FALSE(world.template patch<Shield>(a, never));
    EXPECT_TRUE(world.template patch<A>(a, [](A& plain) { plain.value = 7; }));  // untracked: written all the same
    EXPECT_EQ(world.template try_get<A>(a)->value, 7);
  }
}

TYPED_TEST(MarkLaws, a_component_that_comes_again_is_added_again) {  // H059
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity a = world.spawn(Health{1}, Noticed{});
    const ecs::Entity b = world.spawn(Health{2}, Noticed{});
    const Tick since = world.tick();
    world.advance();
    world.template remove<Health>(a);
    world.template remove<Noticed>(b);
    EXPECT_EQ(came<Health>(world, 0), Entities{b});
    world.insert(a, Health{3});
    world.insert(b, Noticed{});
    world.insert(a, Noticed{});  // it is there: replaced
    EXPECT_EQ(came<Health>(world, since), Entities{a});
    EXPECT_EQ(came<Noticed>(world, since), Entities{b});
    EXPECT_EQ(written<Noticed>(world, since), (Entities{a, b}));
  }
}

TYPED_TEST(MarkLaws, coming_is_told_from_overwriting_by_whatever_way_the_row_went) {  // H018
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity a = world.spawn(A{1});
    const ecs::Entity b = world.spawn(Health{1});
    world.insert(b, A{1});  // the table of A and Health is reached from its other side
    const auto expect_marks = [&](const auto& step, const Entities& new_ones, const Entities& touched) {
      const Tick since = world.tick();
      world.advance();
      step();
      EXPECT_EQ(came<Health>(world, since), new_ones);
      EXPECT_EQ(written<Health>(world, since), touched);
    };
    const auto give = [&](ecs::Entity e, int number) {
      world.insert(e, Health{number});
      EXPECT_EQ(number_in<Health>(world, e), number);
    };
    expect_marks([&] { give(b, 2), give(a, 2), give(b, 3); }, {a}, {a, b});
    expect_marks([&] { give(a, 4); }, {}, {a});
    expect_marks([&] { world.template remove<Health>(a); }, {}, {});
    expect_marks([&] { give(b, 5), give(a, 5); }, {a}, {a, b});
  }
}

TYPED_TEST(MarkLaws, who_came_and_went_is_reported_to_nobody_and_an_heir_has_marks_of_its_own) {  // H038, H053
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    const ecs::Entity old = world.spawn(Health{1}, Noticed{});
    const Tick since = world.tick();
    world.advance();
    const ecs::Entity brief = world.spawn(Health{2}, Noticed{});
    world.template patch<Health>(old, [](Health&) {});
    world.insert(old, Noticed{});
    world.despawn(brief);
    world.despawn(old);
    const auto expect_reports = [&](Tick reader, const Entities& expected) {
      EXPECT_EQ(came<Health>(world, reader), expected);
      EXPECT_EQ(written<Health>(world, reader), expected);
      EXPECT_EQ(came<Noticed>(world, reader), expected);
      EXPECT_EQ(written<Noticed>(world, reader), expected);
    };
    expect_reports(since, {});
    const ecs::Entity heir = world.spawn(A{1});
    const ecs::Entity other = world.spawn();
    EXPECT_EQ((std::set{heir.index, other.index}), (std::set{old.index, brief.index}));
    expect_reports(0, {});
    const Tick later = world.tick();
    world.advance();
    world.insert(heir, Health{3});
    world.insert(heir, Noticed{});
    expect_reports(later, {heir});
  }
}

TYPED_TEST(MarkLaws, marks_travel_with_their_values) {  // H023
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    for (std::size_t touched = 0; touched < 5; ++touched) {
      for (std::size_t hit = 0; hit < 5; ++hit) {
        MarkedWorld<TypeParam> world;
        std::vector<ecs::Entity> entities;
        for (int i = 0; i < 5; ++i) entities.push_back(world.spawn(Health{i}, Shield{i}));
        const Tick since = world.tick();
        world.advance();
        world.template patch<Health>(entities[touched], [](Health&) {});
        const Entities expected{entities[touched]};
        const std::size_t other = (touched + 1) % 5;
        world.insert(entities[hit], A{1});  // a row moves between tables
        EXPECT_EQ(written<Health>(world, since), expected) << touched << " written, " << hit << " moved";
        world.template remove<Shield>(entities[hit]);
        EXPECT_EQ(written<Health>(world, since), expected) << touched << " written, " << hit << " lost its shield";
        world.despawn(entities[other]);  // a row fills the gap
        EXPECT_EQ(written<Health>(world, since), expected) << touched << " written, " << other << " died";
        world.template remove_all<Shield>();
        world.reserve(3000);
        EXPECT_EQ(written<Health>(world, since), expected) << "after reserve";
        for (int i = 0; i < 300; ++i) world.spawn(A{1});
        world.shrink_to_fit();
        EXPECT_EQ(written<Health>(world, since), expected) << "after shrink_to_fit";
        EXPECT_EQ(came<Health>(world, since), Entities{});
        EXPECT_TRUE(world.consistent());
      }
    }
  }
}

TYPED_TEST(MarkLaws, rows_that_move_in_together_keep_their_marks) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    MarkedWorld<TypeParam> world;
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 60; ++i) {  // where a Shield is lost, others without one are already
      e.push_back(i % 2 == 0 ? world.spawn(Health{i}) : world.spawn(Health{i}, Shield{i}));
      if (i % 3 == 0) world.insert(e.back(), A{i});
    }
    const Tick since = world.tick();
    world.advance();
    Entities touched;
    for (std::size_t i = 0; i < e.size(); i += 7) {
      world.template patch<Health>(e[i], [](Health&) {});
      touched.insert(e[i]);
    }
    world.template remove_all<Shield>();
    EXPECT_EQ(written<Health>(world, since), touched);
    EXPECT_EQ(came<Health>(world, since), Entities{});
  }
}

TYPED_TEST(MarkLaws, marks_follow_a_model_through_random_change) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random{seed};
    MarkedWorld<TypeParam> world;
    struct Known {
      ecs::Entity entity;
      bool has_health = false;
      ecs::Marks health{};
    };
    std::vector<Known> known;
    for (int step = 0; step < 3000; ++step) {
      const Tick now = world.tick();
      const auto any = [&]() -> Known& { return known[random() % known.size()]; };
      switch (known.empty() ? 0 : random() % 9) {
        case 0:
          known.push_back({world.spawn(Health{step}, Shield{step}), true, {now, now}});
          break;
        case 1:
          known.push_back({world.spawn(A{step}), false, {}});
          break;
        case 2: {
          const std::size_t doomed = random() % known.size();
          world.despawn(known[doomed].entity);
          known.erase(known.begin() + static_cast<std::ptrdiff_t>(doomed));
          break;
        }
        case 3: {
          Known& one = any();
          world.insert(one.entity, Health{step});
          one.health = {one.has_health ? one.health.added : now, now};
          one.has_health = true;
          break;
        }
        case 4: {
          Known& one = any();
          world.template remove<Health>(one.entity);
          one.has_health = false;
          break;
        }
        case 5:
          world.insert(any().entity, A{step});
          break;
        case 6:
          world.template remove<A>(any().entity);
          break;
        case 7: {
          Known& one = any();
          if (world.template patch<Health>(one.entity, [&](Health& health) { health.value = step; })) {
            one.health.changed = now;
          }
          break;
        }
        default:
          world.advance();
      }
      if (step % 10 != 0) continue;
      const Tick since = random() % world.tick();
      Entities expected_came, expected_written;
      for (const Known& one : known) {
        if (one.has_health && one.health.added > since) expected_came.insert(one.entity);
        if (one.has_health && one.health.changed > since) expected_written.insert(one.entity);
      }
      ASSERT_EQ(came<Health>(world, since), expected_came) << "step " << step;
      ASSERT_EQ(written<Health>(world, since), expected_written) << "step " << step;
    }
    EXPECT_TRUE(world.consistent());
  }
}

TYPED_TEST(MarkLaws, what_is_not_tracked_pays_nothing) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    typename TypeParam::template World<A, B> plain;
    typename TypeParam::template World<A, Health> marked;
    for (int i = 0; i < 1000; ++i) {
      plain.spawn(A{i}, B{i});
      marked.spawn(A{i}, Health{i});
    }
    plain.shrink_to_fit();
    marked.shrink_to_fit();
    const std::size_t marks = marked.memory().total_bytes() - plain.memory().total_bytes();
    EXPECT_GE(marks, 1000 * sizeof(ecs::Marks));
    EXPECT_LE(marks, 1100 * sizeof(ecs::Marks));
    EXPECT_EQ(marked.memory().payload_bytes, plain.memory().payload_bytes);
  }
}

}  // namespace ecsbench::tests
