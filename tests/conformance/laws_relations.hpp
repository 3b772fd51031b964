// Laws on relations: pairs come and go, are found from both ends and by views. What deaths do to them stands in
// laws_relation_falls.hpp.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/lock.hpp"
#include "strategies/strategy.hpp"
#include "tests/support/marked_world.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/relations.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

static_assert(CanRelate<UnderTest>);

template <class Strategy>
class RelationLaws : public ::testing::Test {
 protected:
  using World = RelatedWorld<Strategy>;

  RelationLaws() {
    for (int i = 0; i < 12; ++i) e_.push_back(i % 3 == 0 ? world_.spawn(A{i}, Text{i}) : world_.spawn(A{i}));
  }
  ~RelationLaws() override { EXPECT_TRUE(world_.consistent()); }

  // Each way of asking for the sources of a target, and of any, gives these.
  template <class R>
  void expect_sources(ecs::Entity target, const std::vector<ecs::Entity>& wanted) {
    EXPECT_EQ(sources_of<R>(world_, target), wanted);
    const Entities expected(wanted.begin(), wanted.end());
    expect_same_story(world_.template view<const A>(ecs::with<R>(target)), e_, expected);
    EXPECT_EQ(visited(world_.template view<>(ecs::with<R>(target))), expected);
  }
  template <class R>
  void expect_related(const std::vector<ecs::Entity>& wanted) {
    const Entities expected(wanted.begin(), wanted.end());
    expect_same_story(world_.template view<const A>(ecs::with<R>), e_, expected);
    EXPECT_EQ(visited(world_.template view<const R>()), expected);
    EXPECT_EQ(world_.template view<const A>(ecs::without<R>).count(), e_.size() - wanted.size());
    for (const ecs::Entity e : e_) EXPECT_EQ(world_.template has<R>(e), expected.contains(e));
  }

  World world_;
  std::vector<ecs::Entity> e_;
};
TYPED_TEST_SUITE(RelationLaws, UnderTest, StrategyName);

TYPED_TEST(RelationLaws, a_pair_is_found_from_both_ends) {
  auto& world = this->world_;
  const auto& e = this->e_;
  EXPECT_TRUE(world.template relate<ChildOf>(e[1], e[0]));
  EXPECT_TRUE(world.template related<ChildOf>(e[1], e[0]));
  EXPECT_FALSE(world.template related<ChildOf>(e[0], e[1]));
  EXPECT_FALSE(world.template related<Likes>(e[1], e[0]));
  EXPECT_EQ(world.template target_of<ChildOf>(e[1]), e[0]);
  EXPECT_EQ(world.template target_of<ChildOf>(e[0]), ecs::kNull);
  this->template expect_sources<ChildOf>(e[0], {e[1]});
  this->template expect_related<ChildOf>({e[1]});
  EXPECT_EQ(number_in<A>(world, e[1]), 1);
}

TYPED_TEST(RelationLaws, sources_and_targets_come_in_order_of_relating) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {5u, 2u, 9u, 1u}) world.template relate<ChildOf>(e[i], e[7]);
  for (const std::size_t i : {8u, 3u, 6u}) world.template relate<Likes>(e[4], e[i]);
  world.template unrelate<ChildOf>(e[2], e[7]);
  world.template unrelate<Likes>(e[4], e[8]);
  world.template relate<ChildOf>(e[2], e[7]);
  EXPECT_EQ(targets_of<Likes>(world, e[4]), (std::vector{e[3], e[6]}));
  EXPECT_EQ(world.template target_of<Likes>(e[4]), e[3]);
  this->template expect_sources<ChildOf>(e[7], {e[5], e[9], e[1], e[2]});
}

TYPED_TEST(RelationLaws, a_visitor_of_sources_may_stop) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {1u, 2u, 3u}) world.template relate<ChildOf>(e[i], e[0]);
  int visits = 0;
  world.template each_source<ChildOf>(e[0], [&](ecs::Entity) { return ++visits < 2; });
  EXPECT_EQ(visits, 2);
}

TYPED_TEST(RelationLaws, a_stale_handle_relates_to_nobody) {
  auto& world = this->world_;
  const auto& e = this->e_;
  const ecs::Entity dead = world.spawn();
  world.despawn(dead);
  const ecs::Entity heir = world.spawn();
  for (const ecs::Entity stale : {dead, ecs::kNull}) {
    EXPECT_FALSE(world.template relate<Likes>(e[0], stale));
    EXPECT_FALSE(world.template relate<Likes>(stale, e[0]));
    EXPECT_FALSE(world.template unrelate<Likes>(stale, e[0]));
    EXPECT_EQ(world.template target_of<Likes>(stale), ecs::kNull);
  }
  world.template relate<Likes>(heir, e[0]);
  world.template relate<Likes>(e[1], heir);
  EXPECT_FALSE(world.template related<Likes>(dead, e[0]));
  EXPECT_FALSE(world.template unrelate<Likes>(e[1], dead));
  EXPECT_EQ(targets_of<Likes>(world, dead), std::vector<ecs::Entity>{});
  this->template expect_sources<Likes>(dead, {});
  this->template expect_sources<Likes>(heir, {e[1]});
  world.despawn(heir);
}

TYPED_TEST(RelationLaws, a_pair_that_stands_is_not_made_twice) {
  auto& world = this->world_;
  const auto& e = this->e_;
  EXPECT_TRUE(world.template relate<Likes>(e[1], e[0]));
  EXPECT_TRUE(world.template relate<ChildOf>(e[1], e[0]));
  EXPECT_TRUE(world.template relate<Likes>(e[2], e[0]));
  EXPECT_FALSE(world.template relate<Likes>(e[1], e[0]));
  EXPECT_FALSE(world.template relate<ChildOf>(e[1], e[0]));
  this->template expect_sources<Likes>(e[0], {e[1], e[2]});
}

TYPED_TEST(RelationLaws, an_exclusive_source_leaves_its_old_target) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {1u, 2u, 3u}) world.template relate<ChildOf>(e[i], e[0]);
  EXPECT_TRUE(world.template relate<ChildOf>(e[2], e[7]));
  EXPECT_TRUE(world.template relate<Rides>(e[2], e[2]));
  EXPECT_TRUE(world.template relate<Rides>(e[2], e[1]));
  EXPECT_EQ(targets_of<ChildOf>(world, e[2]), std::vector{e[7]});
  this->template expect_sources<ChildOf>(e[0], {e[1], e[3]});
  this->template expect_sources<ChildOf>(e[7], {e[2]});
  this->template expect_sources<Rides>(e[2], {});
  this->template expect_related<ChildOf>({e[1], e[2], e[3]});
}

TYPED_TEST(RelationLaws, the_others_have_many_targets) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {3u, 1u, 2u}) EXPECT_TRUE(world.template relate<Likes>(e[0], e[i]));
  EXPECT_TRUE(world.template relate<Likes>(e[0], e[0]));
  EXPECT_TRUE(world.template relate<Likes>(e[1], e[0]));
  EXPECT_EQ(targets_of<Likes>(world, e[0]), (std::vector{e[3], e[1], e[2], e[0]}));
  this->template expect_sources<Likes>(e[0], {e[0], e[1]});
  this->template expect_related<Likes>({e[0], e[1]});
}

TYPED_TEST(RelationLaws, a_circle_is_refused_where_none_may_be) {
  auto& world = this->world_;
  const auto& e = this->e_;
  EXPECT_FALSE(world.template relate<ChildOf>(e[0], e[0]));
  for (const std::size_t i : {1u, 2u, 3u, 4u}) EXPECT_TRUE(world.template relate<ChildOf>(e[i], e[i - 1]));
  EXPECT_FALSE(world.template relate<ChildOf>(e[0], e[4]));
  EXPECT_FALSE(world.template relate<ChildOf>(e[1], e[4])) << "nor if the old target would be left";
  EXPECT_EQ(world.template target_of<ChildOf>(e[1]), e[0]);
  EXPECT_TRUE(world.template relate<ChildOf>(e[4], e[2]));
  for (const auto& [source, target] : {std::pair{1, 0}, {2, 0}, {3, 1}, {3, 2}, {4, 3}}) {
    EXPECT_TRUE(world.template relate<PartOf>(e[std::size_t(source)], e[std::size_t(target)]));
  }
  EXPECT_FALSE(world.template relate<PartOf>(e[0], e[4])) << "two ways lead there";
  EXPECT_FALSE(world.template relate<PartOf>(e[2], e[3]));
  EXPECT_TRUE(world.template relate<PartOf>(e[4], e[0]));
  for (const std::size_t i : {1u, 2u, 3u}) EXPECT_TRUE(world.template relate<Likes>(e[i], e[i % 3 + 1]));
}

TYPED_TEST(RelationLaws, an_ended_pair_leaves_the_others) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {1u, 2u, 3u}) world.template relate<Likes>(e[0], e[i]);
  world.template relate<Likes>(e[4], e[2]);
  EXPECT_TRUE(world.template unrelate<Likes>(e[0], e[2]));
  EXPECT_FALSE(world.template unrelate<Likes>(e[0], e[2]));
  EXPECT_FALSE(world.template unrelate<ChildOf>(e[0], e[1]));
  EXPECT_EQ(targets_of<Likes>(world, e[0]), (std::vector{e[1], e[3]}));
  this->template expect_sources<Likes>(e[2], {e[4]});
  this->template expect_related<Likes>({e[0], e[4]});
  EXPECT_TRUE(world.template unrelate<Likes>(e[4], e[2]));
  this->template expect_related<Likes>({e[0]});
}

TYPED_TEST(RelationLaws, to_remove_the_component_ends_all_pairs_of_the_source) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {1u, 2u}) world.template relate<Likes>(e[0], e[i]);
  world.template relate<Likes>(e[1], e[0]);
  world.template relate<ChildOf>(e[0], e[3]);
  EXPECT_TRUE(world.template remove<Likes>(e[0]));
  EXPECT_FALSE(world.template remove<Likes>(e[0]));
  this->template expect_sources<Likes>(e[1], {});
  this->template expect_sources<Likes>(e[0], {e[1]});
  this->template expect_sources<ChildOf>(e[3], {e[0]});
  EXPECT_EQ(number_in<A>(world, e[0]), 0);
}

TYPED_TEST(RelationLaws, to_remove_a_component_of_all_ends_all_its_pairs) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {1u, 2u, 3u}) world.template relate<Likes>(e[0], e[i]);
  for (const std::size_t i : {4u, 5u}) world.template relate<Likes>(e[i], e[0]);
  world.template relate<ChildOf>(e[4], e[3]);
  world.template remove_all<Likes>();
  this->template expect_related<Likes>({});
  this->template expect_sources<Likes>(e[0], {});
  this->template expect_sources<ChildOf>(e[3], {e[4]});
  EXPECT_TRUE(world.template relate<Likes>(e[0], e[1]));
  this->template expect_sources<Likes>(e[1], {e[0]});
}

TYPED_TEST(RelationLaws, components_come_and_go_beside_pairs) {  // H034
  auto& world = this->world_;
  const auto& e = this->e_;
  world.template relate<ChildOf>(e[0], e[1]);
  world.template relate<Likes>(e[0], e[2]);
  world.insert(e[0], Health{7});
  world.insert(e[0], Frozen{});
  world.template relate<Likes>(e[0], e[3]);
  EXPECT_TRUE(world.template remove<A>(e[0]));
  world.insert(e[0], A{8});
  EXPECT_TRUE(world.template remove<Frozen>(e[0]));
  world.template unrelate<Likes>(e[0], e[2]);
  EXPECT_EQ(number_in<Health>(world, e[0]), 7);
  EXPECT_EQ(number_in<A>(world, e[0]), 8);
  EXPECT_EQ(number_in<Text>(world, e[0]), 0);
  EXPECT_EQ(targets_of<Likes>(world, e[0]), std::vector{e[3]});
  this->template expect_sources<ChildOf>(e[1], {e[0]});
}

TYPED_TEST(RelationLaws, a_view_asks_for_a_target_among_other_things) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (std::size_t i = 1; i < 9; ++i) {
    world.template relate<ChildOf>(e[i], e[0]);
    if (i % 2 == 0) world.template relate<Likes>(e[i], e[9]);
    if (i % 3 == 0) world.insert(e[i], Frozen{});
    world.insert(e[i], Health{static_cast<int>(i)});
  }
  using ecs::with, ecs::without, ecs::changed, ecs::Mut;
  const auto all = [&](auto view, Entities wanted) { expect_same_story(view, e, wanted); };
  all(world.template view<const A>(with<ChildOf>(e[0]), with<Likes>(e[9])), {e[2], e[4], e[6], e[8]});
  all(world.template view<const A>(with<Likes>(e[9]), with<ChildOf>(e[0]), without<Frozen>), {e[2], e[4], e[8]});
  all(world.template view<const A>(with<ChildOf>(e[0]), without<Likes>), {e[1], e[3], e[5], e[7]});
  all(world.template view<const A, const Text>(with<ChildOf>(e[0])), {e[3], e[6]});
  all(world.template view<const A>(with<ChildOf>(e[1])), {});
  all(world.template view<const A>(with<ChildOf>(e[0]), with<Likes>(e[0])), {});
  int sum = 0;
  world.template view<ecs::Optional<const Text>, A>(with<ChildOf>(e[0])).each([&](const Text* text, A& a) {
    sum += text == nullptr ? 0 : text->read();
    a.value += 100;
  });
  EXPECT_EQ(sum, 3 + 6);
  EXPECT_EQ(number_in<A>(world, e[5]), 105);
  EXPECT_EQ(number_in<A>(world, e[9]), 9);
  const ecs::Tick since = world.tick();
  world.advance();
  world.template view<Mut<Health>>(with<Likes>(e[9])).each([](Mut<Health> health) { health->value = 1; });
  all(world.template view<const A>(with<ChildOf>(e[0]), changed<Health>(since)), {e[2], e[4], e[6], e[8]});
}

TYPED_TEST(RelationLaws, a_view_kept_sees_pairs_that_come_and_go) {
  auto& world = this->world_;
  const auto& e = this->e_;
  const auto children = world.template view<const A>(ecs::with<ChildOf>(e[0]));
  const auto related = world.template view<const A>(ecs::with<ChildOf>);
  const auto others = world.template view<const A>(ecs::without<ChildOf>);
  EXPECT_EQ(children.count(), 0u);
  world.template relate<ChildOf>(e[1], e[0]);
  world.template relate<ChildOf>(e[2], e[3]);
  EXPECT_EQ(visited(children), Entities{e[1]});
  EXPECT_EQ(visited(related), (Entities{e[1], e[2]}));
  EXPECT_EQ(others.count(), e.size() - 2);
  world.template relate<ChildOf>(e[2], e[0]);
  EXPECT_EQ(visited(children), (Entities{e[1], e[2]}));
  world.template unrelate<ChildOf>(e[1], e[0]);
  EXPECT_EQ(visited(children), Entities{e[2]});
  EXPECT_EQ(visited(related), Entities{e[2]});
}

TYPED_TEST(RelationLaws, a_visitor_of_a_target_view_may_stop) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (std::size_t i = 1; i < 9; ++i) world.template relate<ChildOf>(e[i], e[0]);
  int visits = 0;
  world.template view<const A>(ecs::with<ChildOf>(e[0])).each([&](const A&) { return ++visits < 3; });
  EXPECT_EQ(visits, 3);
}

TYPED_TEST(RelationLaws, a_locked_world_refuses_what_would_change_pairs) {
  auto& world = this->world_;
  const auto& e = this->e_;
  world.template relate<ChildOf>(e[1], e[0]);
  const auto expect_refusals = [&] {
    EXPECT_THROW(world.template relate<ChildOf>(e[2], e[0]), ecs::LockedStorage);
    EXPECT_THROW(world.template relate<ChildOf>(e[1], e[2]), ecs::LockedStorage);
    EXPECT_THROW(world.template unrelate<ChildOf>(e[1], e[0]), ecs::LockedStorage);
    EXPECT_THROW(world.template remove<ChildOf>(e[1]), ecs::LockedStorage);
    EXPECT_THROW(world.template remove_all<ChildOf>(), ecs::LockedStorage);
    EXPECT_FALSE(world.template relate<ChildOf>(e[1], e[0])) << "what has no effect is no change";
    EXPECT_FALSE(world.template unrelate<ChildOf>(e[5], e[0]));
    EXPECT_TRUE(world.template related<ChildOf>(e[1], e[0]));
  };
  int visits = 0;
  world.template view<A>().each([&](A&) {
    expect_refusals();
    return ++visits < 1;
  });
  world.template view<A>(ecs::with<ChildOf>(e[0])).each([&](A&) { expect_refusals(), ++visits; });
  world.template each_source<ChildOf>(e[0], [&](ecs::Entity) { expect_refusals(), ++visits; });
  world.template each_target<ChildOf>(e[1], [&](ecs::Entity) { expect_refusals(), ++visits; });
  EXPECT_EQ(visits, 4);
  this->template expect_sources<ChildOf>(e[0], {e[1]});
  EXPECT_TRUE(world.template unrelate<ChildOf>(e[1], e[0]));
}

TYPED_TEST(RelationLaws, pairs_are_recorded_and_made_later) {
  auto& world = this->world_;
  const auto& e = this->e_;
  ecs::CommandBuffer<typename TestFixture::World> commands;
  world.template view<const A>().each([&](ecs::Entity entity, const A& a) {
    if (a.value == 1 || a.value == 2) commands.template relate<ChildOf>(entity, e[0]);
  });
  const ecs::Pending parent = commands.spawn(A{100});
  const ecs::Pending child = commands.spawn(A{101});
  commands.template relate<ChildOf>(child, parent);
  commands.template relate<ChildOf>(parent, e[1]);
  commands.template relate<Likes>(e[3], child);
  commands.template relate<Likes>(e[3], e[4]);
  commands.template unrelate<Likes>(e[3], e[4]);
  EXPECT_FALSE(world.template has<ChildOf>(e[1]));
  EXPECT_EQ(commands.flush(world), (ecs::FlushResult{9, 0}));
  this->e_.insert(this->e_.end(), {commands.entity(parent), commands.entity(child)});
  this->template expect_sources<ChildOf>(e[0], {e[1], e[2]});
  this->template expect_sources<ChildOf>(e[1], {commands.entity(parent)});
  this->template expect_sources<ChildOf>(commands.entity(parent), {commands.entity(child)});
  EXPECT_EQ(targets_of<Likes>(world, e[3]), std::vector{commands.entity(child)});
}

TYPED_TEST(RelationLaws, a_recorded_pair_is_skipped_if_either_end_is_dead) {
  auto& world = this->world_;
  const auto& e = this->e_;
  ecs::CommandBuffer<typename TestFixture::World> commands;
  world.template relate<ChildOf>(e[2], e[1]);
  const ecs::Entity dead = world.spawn();
  world.despawn(dead);
  commands.template relate<Likes>(e[0], dead);
  commands.template relate<Likes>(dead, e[0]);
  commands.template unrelate<Likes>(dead, e[0]);
  commands.template relate<ChildOf>(e[1], e[2]);
  commands.template relate<ChildOf>(e[2], e[1]);
  commands.template unrelate<ChildOf>(e[3], e[1]);
  EXPECT_EQ(commands.flush(world), (ecs::FlushResult{3, 3})) << "what the world refuses counts as run";
  this->template expect_related<Likes>({});
  this->template expect_related<ChildOf>({e[2]});
  EXPECT_TRUE(commands.consistent());
}

TYPED_TEST(RelationLaws, a_target_newer_than_all_that_have_pairs_closes_no_circle) {
  typename TypeParam::template World<A, ChildOf, PartOf> world;
  const ecs::Entity source = world.spawn(), first = world.spawn();
  world.template relate<PartOf>(source, first);
  for (int i = 0; i < 5'000; ++i) world.spawn();
  const ecs::Entity far = world.spawn();
  EXPECT_TRUE(world.template relate<PartOf>(first, far));
  EXPECT_FALSE(world.template relate<PartOf>(far, source));
  EXPECT_TRUE(world.consistent());
}

}  // namespace ecsbench::tests
