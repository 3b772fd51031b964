// Laws on filters and on the other ways to ask a view: without, with, Optional, count, contains, get, range-for.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>

#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/query.hpp"
#include "tests/support/components.hpp"
#include "tests/support/crowd.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

// each, count, range-for, contains and get of one view tell the same story, which is `expected`.
template <class View, class Strategy>
void expect_agreement(const View& view, const Crowd<Strategy>& crowd, const Entities& expected) {
  EXPECT_EQ(visited(view), expected);
  EXPECT_EQ(view.count(), expected.size());
  Entities listed;
  for (auto&& match : view) listed.insert(std::get<0>(match));
  EXPECT_EQ(listed, expected);
  for (const ecs::Entity e : crowd.handles()) {
    EXPECT_EQ(view.contains(e), expected.contains(e));
    EXPECT_EQ(view.get(e).has_value(), expected.contains(e));
  }
  const ecs::Entity stale{crowd[1].index, crowd[1].generation + 2};
  for (const ecs::Entity e : {ecs::kNull, stale, ecs::Entity{1u << 30, 1}}) {
    EXPECT_FALSE(view.contains(e));
    EXPECT_FALSE(view.get(e).has_value());
  }
}

template <class Strategy>
class FilterLaws : public ::testing::Test {};
TYPED_TEST_SUITE(FilterLaws, UnderTest, StrategyName);

TYPED_TEST(FilterLaws, every_way_to_ask_a_view_agrees) {  // H061, H090
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    using ecs::with, ecs::without, ecs::Optional;
    Crowd<TypeParam> crowd;
    auto& world = crowd.world;
    expect_agreement(world.template view<A>(), crowd, crowd.expected(kHasA));
    expect_agreement(world.template view<const A, B>(), crowd, crowd.expected(kHasA | kHasB));
    expect_agreement(world.template view<Frozen>(), crowd, crowd.expected(kIsFrozen));
    expect_agreement(world.template view<A>(without<B>), crowd, crowd.expected(kHasA, kHasB));
    expect_agreement(world.template view<A>(without<B>()), crowd, crowd.expected(kHasA, kHasB));
    expect_agreement(world.template view<A>(without<B, Frozen>), crowd, crowd.expected(kHasA, kHasB | kIsFrozen));
    expect_agreement(world.template view<A>(without<B>, without<C>), crowd, crowd.expected(kHasA, kHasB | kHasC));
    expect_agreement(world.template view<A>(with<B>), crowd, crowd.expected(kHasA | kHasB));
    expect_agreement(world.template view<A>(with<Frozen, C>), crowd, crowd.expected(kHasA | kHasC | kIsFrozen));
    expect_agreement(world.template view<const A>(with<B>, without<Frozen, C>), crowd,
                     crowd.expected(kHasA | kHasB, kHasC | kIsFrozen));
    expect_agreement(world.template view<>(with<A, Frozen>), crowd, crowd.expected(kHasA | kIsFrozen));
    expect_agreement(world.template view<>(without<A>), crowd, crowd.expected(0, kHasA));
    expect_agreement(world.template view<>(without<A, B, C, Frozen>), crowd, crowd.expected(0, 15));
    expect_agreement(world.template view<>(), crowd, crowd.expected(0));
    expect_agreement(world.template view<Optional<A>>(), crowd, crowd.expected(0));
    expect_agreement(world.template view<B, Optional<A>>(without<C>), crowd, crowd.expected(kHasB, kHasC));
    expect_agreement(world.template view<A>(without<A>), crowd, Entities{});  // H040
    expect_agreement(world.template view<const A>(with<B>, without<B>), crowd, Entities{});
  }
}

TYPED_TEST(FilterLaws, without_follows_every_change) {  // H006, H021, H005
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    typename TypeParam::template World<A, B, C, Frozen> world;
    const auto lone = world.template view<A>(ecs::without<B, C>);
    const auto none = world.template view<>(ecs::without<A>);
    const ecs::Entity e = world.spawn();
    EXPECT_EQ(visited(none), Entities{e});
    world.insert(e, A{1});
    EXPECT_EQ(visited(none), Entities{});
    EXPECT_EQ(visited(lone), Entities{e});
    world.insert(e, B{1});
    world.insert(e, C{1});
    EXPECT_EQ(visited(lone), Entities{});
    world.template remove<B>(e);
    EXPECT_EQ(visited(lone), Entities{});
    world.template remove<C>(e);
    EXPECT_EQ(visited(lone), Entities{e});
    world.template remove<A>(e);
    EXPECT_EQ(visited(none), Entities{e});
    world.insert(e, A{2});
    world.insert(e, B{2});
    world.despawn(e);
    EXPECT_EQ(visited(lone), Entities{});
    EXPECT_EQ(visited(none), Entities{});
    expect_consistent(world);
  }
}

TYPED_TEST(FilterLaws, an_exclusion_alone_visits_the_living_only) {  // H061
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    typename TypeParam::template World<A, B> world;
    const auto view = world.template view<>(ecs::without<A>);
    world.despawn(world.spawn());
    EXPECT_EQ(visited(view), Entities{});
    const ecs::Entity bare = world.spawn();
    const ecs::Entity other = world.spawn(B{1});
    EXPECT_EQ(visited(view), (Entities{bare, other}));
    std::size_t visits = 0;
    view.each([&] { ++visits; });
    EXPECT_EQ(visits, 2u);
  }
}

TYPED_TEST(FilterLaws, optional_gives_a_pointer_or_nothing) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    Crowd<TypeParam> crowd;
    std::size_t visits = 0;
    const auto view = crowd.world.template view<const A, ecs::Optional<B>, ecs::Optional<const C>>();
    view.each([&](ecs::Entity e, const A& a, B* b, const C* c) {
      const auto i = static_cast<unsigned>(a.value);
      EXPECT_EQ(b, crowd.world.template try_get<B>(e));
      EXPECT_EQ(c, crowd.world.template try_get<C>(e));
      EXPECT_EQ(b != nullptr, (i & kHasB) != 0);
      EXPECT_EQ(c != nullptr, (i & kHasC) != 0);
      if (b != nullptr) b->value = -a.value;
      ++visits;
    });
    EXPECT_EQ(visits, crowd.expected(kHasA).size());
    EXPECT_EQ(number_in<B>(crowd.world, crowd[3]), -3);
  }
}

TYPED_TEST(FilterLaws, get_gives_the_components_of_one_match) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    typename TypeParam::template World<A, B, Frozen> world;
    const ecs::Entity e = world.spawn(A{1}, B{2}, Frozen{});
    const auto match = world.template view<A, const B, ecs::Optional<Frozen>>().get(e);
    ASSERT_TRUE(match.has_value());
    static_assert(std::is_same_v<decltype(std::get<0>(*match)), A&>);
    static_assert(std::is_same_v<decltype(std::get<1>(*match)), const B&>);
    EXPECT_EQ(&std::get<0>(*match), world.template try_get<A>(e));
    EXPECT_EQ(std::get<1>(*match).value, 2);
    EXPECT_NE(std::get<2>(*match), nullptr);
    std::get<0>(*match).value = 9;
    EXPECT_EQ(number_in<A>(world, e), 9);
    world.despawn(e);
    EXPECT_FALSE((world.template view<A>().get(e).has_value()));
  }
}

TYPED_TEST(FilterLaws, range_for_gives_the_entity_and_references) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    Crowd<TypeParam> crowd;
    for (auto [e, a, c] : crowd.world.template view<A, const C>()) {
      EXPECT_EQ(crowd.world.template try_get<A>(e), &a);
      EXPECT_EQ(a.value, c.value);
      a.value += 500;
    }
    EXPECT_EQ(number_in<A>(crowd.world, crowd[5]), 505);
    EXPECT_EQ(number_in<A>(crowd.world, crowd[1]), 1);
    for ([[maybe_unused]] auto [e, a] : crowd.world.template view<A>(ecs::with<A>, ecs::without<A>)) {
      ADD_FAILURE() << "nobody matches";
    }
  }
}

TYPED_TEST(FilterLaws, a_kept_filtered_view_lists_each_match_once) {  // H039, H042, H089
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    typename TypeParam::template World<A, B, C> world;
    const auto all = world.template view<A, B, C>();
    const auto lone = world.template view<A>(ecs::without<B>);
    const ecs::Entity e = world.spawn();
    world.insert(e, A{1});
    EXPECT_EQ(lone.count(), 1u);
    world.insert(e, B{1});
    world.insert(e, C{1});
    world.template remove<B>(e);
    world.insert(e, B{2});
    for (int i = 0; i < 10; ++i) world.insert(e, C{i});
    EXPECT_EQ(all.count(), 1u);
    EXPECT_EQ(visited(all), Entities{e});
    EXPECT_EQ(lone.count(), 0u);
  }
}

TYPED_TEST(FilterLaws, a_const_world_is_read_through_views) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    Crowd<TypeParam> crowd;
    const auto& seen = crowd.world;
    expect_agreement(seen.template view<const A>(ecs::without<B>), crowd, crowd.expected(kHasA, kHasB));
    static_assert(
        !requires { seen.template view<A>(); }, "a const world gives no view that writes");
  }
}

}  // namespace ecsbench::tests
