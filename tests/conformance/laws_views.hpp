// Laws on views: what every strategy's each must do. Filters, count and range-for: laws_filters.hpp.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include "strategies/entity.hpp"
#include "tests/support/components.hpp"
#include "tests/support/crowd.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class ViewLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;
};
TYPED_TEST_SUITE(ViewLaws, UnderTest, StrategyName);

TYPED_TEST(ViewLaws, each_match_is_visited_once_and_nobody_else) {  // H050
  Crowd<TypeParam> crowd;
  auto& world = crowd.world;
  EXPECT_EQ(visited(world.template view<A>()), crowd.expected(kHasA));
  EXPECT_EQ(visited(world.template view<const B>()), crowd.expected(kHasB));
  EXPECT_EQ(visited(world.template view<Frozen>()), crowd.expected(kIsFrozen));
  EXPECT_EQ((visited(world.template view<A, const B>())), crowd.expected(kHasA | kHasB));
  EXPECT_EQ((visited(world.template view<C, A>())), crowd.expected(kHasA | kHasC));
  EXPECT_EQ((visited(world.template view<B, Frozen>())), crowd.expected(kHasB | kIsFrozen));
  EXPECT_EQ((visited(world.template view<A, const B, const C, Frozen>())), crowd.expected(15));
}

// Holders of A are all from 100 to 399 and nobody else; B comes to some of them in another order.
TYPED_TEST(ViewLaws, holders_side_by_side_are_met_in_any_order) {
  struct Case {
    std::size_t first, n;  // B goes to so many
    bool ends_in_place;    // the first and the last of them get theirs first and last
    bool one_behind;       // in the middle, one who has no A: the next after the last
  };
  for (const Case& given : {Case{150, 200, false, false}, Case{150, 200, false, true}, Case{100, 300, true, false}}) {
    typename TestFixture::World world;
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 600; ++i) e.push_back(i < 100 || i >= 400 ? world.spawn() : world.spawn(A{i}));
    std::vector<std::size_t> places(given.n);
    std::iota(places.begin(), places.end(), given.first);
    const std::ptrdiff_t kept = given.ends_in_place ? 1 : 0;
    std::shuffle(places.begin() + kept, places.end() - kept, std::mt19937{1});
    if (given.one_behind) places.insert(places.begin() + 50, 400);
    for (const std::size_t i : places) world.insert(e[i], B{static_cast<int>(i)});
    std::size_t visits = 0;
    world.template view<const A, B>().each([&](ecs::Entity entity, const A& a, B& b) {
      EXPECT_EQ(entity, e[static_cast<std::size_t>(b.value)]);
      EXPECT_EQ(a.value, b.value);
      ++visits;
    });
    EXPECT_EQ(visits, given.n);
  }
}

TYPED_TEST(ViewLaws, holders_in_blocks_with_gaps_between_are_met_alone) {
  for (const int block : {16, 32, 64, 100}) {
    typename TestFixture::World world;
    for (int i = 0; i < 1000; ++i) i / block % 2 == 0 ? world.spawn(A{i}, C{i}) : world.spawn(B{i});
    Entities seen;
    world.template view<const A, C>().each([&](ecs::Entity entity, const A& a, C& c) {
      EXPECT_EQ(static_cast<int>(entity.index), a.value);
      EXPECT_EQ(a.value, c.value);
      seen.insert(entity);
    });
    EXPECT_EQ(seen, visited(world.template view<A>()));
    for (const ecs::Entity entity : seen) EXPECT_EQ(static_cast<int>(entity.index) / block % 2, 0);
  }
}

TYPED_TEST(ViewLaws, the_components_of_a_visit_belong_to_one_entity) {  // H029
  Crowd<TypeParam> crowd;
  std::size_t visits = 0;
  crowd.world.template view<C, const A, B>().each([&](ecs::Entity e, C& c, const A& a, B& b) {
    EXPECT_EQ(crowd[static_cast<std::size_t>(a.value)], e);
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.value, c.value);
    EXPECT_EQ(crowd.world.template try_get<B>(e), &b);
    ++visits;
  });
  EXPECT_EQ(visits, crowd.expected(kHasA | kHasB | kHasC).size());
}

TYPED_TEST(ViewLaws, a_const_term_gives_a_const_reference_to_the_same_component) {  // H063
  typename TestFixture::World world;
  const ecs::Entity e = world.spawn(A{1}, B{2});
  world.template view<const A, B>().each([&](auto& a, auto& b) {
    static_assert(std::is_const_v<std::remove_reference_t<decltype(a)>>);
    static_assert(!std::is_const_v<std::remove_reference_t<decltype(b)>>);
    EXPECT_EQ(&a, world.template try_get<A>(e));
  });
  EXPECT_EQ(visited(world.template view<const A>()), visited(world.template view<A>()));
}

TYPED_TEST(ViewLaws, what_a_visitor_writes_is_found_by_handle) {
  Crowd<TypeParam> crowd;
  crowd.world.template view<A, const C>().each([](A& a, const C& c) { a.value = 1000 + c.value; });
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    if ((i & kHasA) == 0) continue;
    const int wanted = static_cast<int>(i) + ((i & kHasC) != 0 ? 1000 : 0);
    EXPECT_EQ(number_in<A>(crowd.world, crowd[i]), wanted);
  }
}

TYPED_TEST(ViewLaws, a_visitor_that_returns_false_stops_the_loop) {
  Crowd<TypeParam> crowd;
  const std::size_t matches = crowd.expected(kHasA).size();
  for (const std::size_t wanted : {std::size_t{1}, std::size_t{2}, std::size_t{7}, matches - 1, matches, matches + 1}) {
    std::size_t visits = 0;
    crowd.world.template view<const A>().each([&](const A&) { return ++visits < wanted; });
    EXPECT_EQ(visits, wanted < matches ? wanted : matches);
    visits = 0;
    crowd.world.template view<A, const B>().each([&](ecs::Entity, A&, const B&) { return ++visits < 3; });
    EXPECT_EQ(visits, 3u);
  }
}

TYPED_TEST(ViewLaws, a_visitor_takes_or_omits_the_tags) {  // H059
  typename TestFixture::World world;
  const ecs::Entity e = world.spawn(A{1}, Frozen{});
  world.spawn(A{2});
  world.spawn(Frozen{}, B{3});
  int visits = 0;
  const auto check = [&](const A& a) { visits += a.value; };
  world.template view<A, Frozen>().each([&](A& a) { check(a); });
  world.template view<A, Frozen>().each([&](A& a, Frozen&) { check(a); });
  world.template view<const Frozen, const A>().each([&](const A& a) { check(a); });
  world.template view<const Frozen, const A>().each([&](const Frozen&, const A& a) { check(a); });
  EXPECT_EQ(visits, 4);
  const auto check_with = [&](ecs::Entity entity, const A& a) {
    EXPECT_EQ(entity, e);
    check(a);
  };
  world.template view<A, Frozen>().each([&](ecs::Entity entity, A& a) { check_with(entity, a); });
  world.template view<A, Frozen>().each([&](ecs::Entity entity, A& a, Frozen&) { check_with(entity, a); });
  EXPECT_EQ(visits, 6);
  world.template view<Frozen>().each([&] { ++visits; });
  world.template view<Frozen>().each([&](Frozen&) { ++visits; });
  EXPECT_EQ(visits, 10);
}

TYPED_TEST(ViewLaws, nothing_is_visited_where_nothing_matches) {  // H061, H138
  typename TestFixture::World world;
  const auto never = [](auto&&...) { ADD_FAILURE() << "nobody matches"; };
  world.template view<A>().each(never);
  const ecs::Entity e = world.spawn(A{1});
  world.template view<A, B>().each([&](A&, B&) { never(); });
  world.template view<Frozen>().each([&](Frozen&) { never(); });
  world.despawn(e);
  world.template view<A>().each([&](A&) { never(); });
}

TYPED_TEST(ViewLaws, a_kept_view_sees_what_came_and_went_since) {  // H019, H112
  typename TestFixture::World world;
  const auto kept = world.template view<A>();
  const auto both = world.template view<const A, const B>();
  EXPECT_EQ(visited(kept).size(), 0u);
  const ecs::Entity one = world.spawn(A{1});
  const ecs::Entity two = world.spawn(A{2}, B{2});
  const ecs::Entity three = world.spawn(A{3}, C{3});
  EXPECT_EQ(visited(kept), (Entities{one, two, three}));
  EXPECT_EQ(visited(both), Entities{two});
  world.insert(three, B{3});
  world.template remove<B>(two);
  EXPECT_EQ(visited(both), Entities{three});
  for (const ecs::Entity e : {one, two, three}) world.despawn(e);
  EXPECT_EQ(visited(kept).size(), 0u);
  const ecs::Entity four = world.spawn(A{4}, Frozen{});
  EXPECT_EQ(visited(kept), Entities{four});
  for (int i = 0; i < 500; ++i) world.spawn(A{i}, C{i}, Frozen{});
  EXPECT_EQ(visited(kept).size(), 501u);
}

TYPED_TEST(ViewLaws, a_component_of_one_walk_is_gone_in_the_next) {  // H007, H029, H051
  Crowd<TypeParam> crowd;
  std::vector<ecs::Entity> holders;
  crowd.world.template view<A, B>().each([&](ecs::Entity e, A&, B&) { holders.push_back(e); });
  EXPECT_EQ(Entities(holders.begin(), holders.end()), crowd.expected(kHasA | kHasB));
  for (const ecs::Entity e : holders) EXPECT_TRUE(crowd.world.template remove<B>(e));
  EXPECT_EQ((visited(crowd.world.template view<A, B>())), Entities{});
  EXPECT_EQ(visited(crowd.world.template view<A>()), crowd.expected(kHasA));
  expect_consistent(crowd.world);
}

TYPED_TEST(ViewLaws, walks_nest) {
  typename TestFixture::World world;
  for (int i = 0; i < 10; ++i) world.spawn(A{i}, B{i});
  int pairs = 0;
  const auto view = world.template view<const A>();
  view.each([&](const A& outer) {
    view.each([&](const A& inner) { pairs += inner.value < outer.value ? 1 : 0; });
    world.template view<B>().each([](B& b) { ++b.value; });
  });
  EXPECT_EQ(pairs, 45);
  int sum = 0;
  world.template view<const B>().each([&](const B& b) { sum += b.value; });
  EXPECT_EQ(sum, 45 + 100);
}

}  // namespace ecsbench::tests
