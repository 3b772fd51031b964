// What is particular to kept lists: who enters and leaves, when lists are born, and that every list stays right whatever
// happens, over both storages. What every strategy must do is in tests/conformance.
#include "strategies/reactive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/reactive_on_bitset.hpp"

namespace ecsbench::tests {
namespace {

using ecs::Entity;
using ecs::Index;
using ecs::Optional;
using ecs::with;
using ecs::without;

template <class World>
class Reactive : public ::testing::Test {};
using Worlds = ::testing::Types<ecs::ReactiveWorld<A, B, C, Frozen>, ReactiveOnBitset<A, B, C, Frozen>>;
TYPED_TEST_SUITE(Reactive, Worlds);

// Asks a query without walking it: from then on its list is kept.
template <class... Terms>
void ask(auto& world, auto... filters) {
  [[maybe_unused]] const auto view = world.template view<Terms...>(filters...);
}

std::vector<Entity> in_order(auto view) {
  std::vector<Entity> seen;
  view.each([&](Entity entity, auto&&...) { seen.push_back(entity); });
  EXPECT_EQ(view.count(), seen.size());
  return seen;
}

TYPED_TEST(Reactive, a_list_made_before_the_entities_equals_one_made_after) {
  TypeParam early, late;
  ask<A, const B>(early, without<Frozen>);
  for (int i = 0; i < 300; ++i) {
    for (TypeParam* world : {&early, &late}) {
      const Entity entity = world->spawn(A{i});
      if (i % 2 == 0) world->insert(entity, B{i});
      if (i % 3 == 0) world->insert(entity, Frozen{});
      if (i % 5 == 0) world->despawn(entity);
    }
  }
  EXPECT_EQ(visited(early.template view<A, const B>(without<Frozen>)),
            visited(late.template view<A, const B>(without<Frozen>)));
  EXPECT_TRUE(early.consistent() && late.consistent());
}

TYPED_TEST(Reactive, the_order_is_that_of_entering_until_a_removal_swaps) {
  TypeParam world;
  const auto view = world.template view<A>();
  const Entity a = world.spawn(A{}), b = world.spawn(), c = world.spawn(A{});
  world.insert(b, A{});
  EXPECT_EQ(in_order(view), (std::vector<Entity>{a, c, b}));
  world.template remove<A>(a);
  EXPECT_EQ(in_order(view), (std::vector<Entity>{b, c}));
}

TYPED_TEST(Reactive, an_entity_stands_in_a_list_once_however_often_it_gets_what_it_has) {  // H039
  TypeParam world;
  const auto view = world.template view<A, B, C>();
  const Entity entity = world.spawn(A{}, B{}, C{});
  world.template remove<B>(entity);
  EXPECT_EQ(view.count(), 0u);
  world.insert(entity, B{1});
  world.insert(entity, C{2});
  EXPECT_EQ(in_order(view), std::vector{entity});
}

TYPED_TEST(Reactive, an_excluded_component_shuts_out_and_its_removal_lets_in) {
  TypeParam world;
  const auto view = world.template view<A>(without<Frozen>);
  const Entity entity = world.spawn(A{});
  world.insert(entity, Frozen{});
  EXPECT_EQ(view.count(), 0u);
  world.template remove<Frozen>(entity);
  EXPECT_EQ(in_order(view), std::vector{entity});
}

TYPED_TEST(Reactive, removing_a_component_from_all_moves_everybody_at_once) {
  TypeParam world;
  const auto free = world.template view<A>(without<Frozen>);
  const auto frozen = world.template view<A>(with<Frozen>);
  for (int i = 0; i < 500; ++i) i % 2 == 0 ? world.spawn(A{i}, Frozen{}) : world.spawn(A{i});
  world.template remove_all<Frozen>();
  EXPECT_EQ(free.count(), 500u);
  EXPECT_EQ(frozen.count(), 0u);
  EXPECT_TRUE(world.consistent());
}

// Entitas #192: stripping a dying entity part by part lets it into 'A without B' for a moment. No list may grow.
TYPED_TEST(Reactive, the_dying_enter_no_list) {  // H005
  TypeParam world;
  const auto a_alone = world.template view<const A>(without<B>);
  const auto b_alone = world.template view<const B>(without<A>);
  std::vector<Entity> entities;
  for (int i = 0; i < 100; ++i) entities.push_back(world.spawn(A{i}, B{i}));
  const auto allocations = ecs::memory_count.allocations.load();
  for (int i = 0; i < 50; ++i) world.despawn(entities[static_cast<std::size_t>(i)]);
  world.despawn_many(entities);
  EXPECT_EQ(a_alone.count() + b_alone.count(), 0u);
  EXPECT_LE(ecs::memory_count.allocations.load() - allocations, 8u) << "only the free indices need room";
  EXPECT_TRUE(world.consistent());
}

TYPED_TEST(Reactive, a_freed_slot_does_not_inherit_a_place_in_a_list) {  // H020
  TypeParam world;
  const auto view = world.template view<A>();
  world.spawn(A{1});
  const Entity second = world.spawn(A{2});
  world.spawn(A{3});
  world.despawn(second);
  EXPECT_EQ(view.count(), 2u);
  EXPECT_EQ(world.spawn(B{}).index, second.index);
  EXPECT_EQ(view.count(), 2u);
}

TYPED_TEST(Reactive, the_same_handle_twice_in_a_bulk_death_leaves_its_lists_once) {
  TypeParam world;
  const auto view = world.template view<A>();
  const Entity entity = world.spawn(A{}), other = world.spawn(A{});
  const std::vector<Entity> doubled{entity, entity};
  EXPECT_EQ(world.despawn_many(doubled), 1u);
  EXPECT_EQ(in_order(view), std::vector{other});
}

TYPED_TEST(Reactive, lists_move_with_their_world_and_the_world_left_behind_starts_anew) {
  TypeParam world;
  ask<A>(world);
  const Entity entity = world.spawn(A{1});
  TypeParam other{std::move(world)};
  other.spawn(A{2});
  EXPECT_EQ(other.template view<A>().count(), 2u);
  EXPECT_EQ(world.template view<A>().count(), 0u);
  const Entity newcomer = world.spawn(A{3});
  EXPECT_EQ(in_order(world.template view<A>()), std::vector{newcomer});
  world = std::move(other);
  EXPECT_EQ(world.template view<A>().count(), 2u);
  EXPECT_TRUE(world.alive(entity));
  EXPECT_TRUE(world.consistent());
}

TYPED_TEST(Reactive, queries_that_name_the_same_masks_share_a_list) {
  TypeParam world;
  for (int i = 0; i < 100; ++i) world.spawn(A{i}, B{i});
  ask<A, B>(world);
  const std::size_t one_list = world.memory().index_bytes;
  ask<const B, A>(world);
  ask<const A>(world, with<B>);
  EXPECT_LT(world.memory().index_bytes, one_list + 100 * sizeof(Index)) << "no second list of 100 entries";
}

TYPED_TEST(Reactive, a_view_in_the_middle_of_a_bulk_spawn_sees_the_newborn) {
  TypeParam world;
  ask<A>(world);
  world.template spawn_many<A>(10, [&](std::size_t i, Entity entity, A&) {
    EXPECT_TRUE(visited(world.template view<const A>()).contains(entity));
    EXPECT_GT(world.template view<const A>(without<B>).count(), i);
  });
  EXPECT_EQ(world.template view<A>().count(), 10u);
  EXPECT_EQ(world.template view<const A>(without<B>).count(), 10u);
  EXPECT_TRUE(world.consistent());
}

TYPED_TEST(Reactive, a_fill_that_throws_leaves_no_trace_in_a_list) {
  TypeParam world;
  const auto view = world.template view<A>();
  const Entity entity = world.spawn(A{});
  EXPECT_THROW(world.template spawn_many<A>(600,
                                            [](std::size_t i, Entity, A&) {
                                              if (i == 500) throw std::runtime_error{"enough"};
                                            }),
               std::runtime_error);
  EXPECT_EQ(in_order(view), std::vector{entity});
  EXPECT_TRUE(world.consistent());
}

TYPED_TEST(Reactive, memory_is_what_the_allocator_counted) {
  const auto before = ecs::memory_count.live_bytes.load();
  TypeParam world;
  ask<A, B>(world);
  ask<A>(world, without<Frozen>);
  for (int i = 0; i < 1000; ++i) world.insert(world.spawn(A{i}), B{});
  EXPECT_EQ(world.memory().total_bytes(), ecs::memory_count.live_bytes.load() - before);
  world.clear();
  world.shrink_to_fit();
  EXPECT_EQ(world.memory().total_bytes(), ecs::memory_count.live_bytes.load() - before);
}

TYPED_TEST(Reactive, the_values_a_list_leads_to_are_those_of_the_look_up) {
  TypeParam world;
  const auto view = world.template view<A, Optional<const B>>(without<Frozen>);
  std::mt19937 random{11};
  std::vector<Entity> entities;
  for (int i = 0; i < 1000; ++i) entities.push_back(world.spawn(A{i}));
  std::shuffle(entities.begin(), entities.end(), random);
  for (std::size_t i = 0; i < 500; ++i) world.insert(entities[i], B{static_cast<int>(i)});
  for (std::size_t i = 0; i < 1000; i += 7) world.insert(entities[i], Frozen{});
  view.each([&](Entity entity, A& a, const B* b) {
    EXPECT_EQ(&a, world.template try_get<A>(entity));
    EXPECT_EQ(b, world.template try_get<B>(entity));
  });
  EXPECT_EQ(view.count(), 1000u - 143u);
}

// --- whatever happens, every list is right ---

template <class World>
void change(World& world, std::vector<Entity>& entities, std::mt19937& random) {
  const Entity entity = entities[random() % entities.size()];
  switch (random() % 12) {
    case 0:
      entities.push_back(world.spawn());
      break;
    case 1:
      entities.push_back(world.spawn(A{1}, Frozen{}));
      break;
    case 2:
      entities.push_back(world.spawn(C{1}, B{2}, A{3}));
      break;
    case 3:
      world.despawn(entity);
      break;
    case 4:
      world.insert(entity, A{4});
      break;
    case 5:
      world.insert(entity, B{5});
      break;
    case 6:
      world.insert(entity, Frozen{});
      break;
    case 7:
      world.template remove<A>(entity);
      break;
    case 8:
      world.template remove<B>(entity);
      break;
    case 9:
      world.template remove<Frozen>(entity);
      break;
    case 10:
      world.template spawn_many<A, B>(random() % 5,
                                      [&](std::size_t, Entity born, A&, B&) { entities.push_back(born); });
      break;
    default:
      if (random() % 20 == 0) world.template remove_all<Frozen>();
      if (random() % 20 == 0) world.template remove_all<B>();
      if (random() % 50 == 0) world.clear();
  }
}

TYPED_TEST(Reactive, random_changes_keep_every_list_right) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random{seed};
  TypeParam world;
  ask<A>(world);
  ask<A, B>(world, without<Frozen>);
  ask<B>(world, without<A, C>);
  ask<Frozen>(world);
  std::vector<Entity> entities{world.spawn()};
  for (int step = 0; step < 2000; ++step) {
    change(world, entities, random);
    ASSERT_TRUE(world.consistent()) << "step " << step;
    if (step == 1000) ask<C>(world, with<A>, without<B>);
  }
}

}  // namespace
}  // namespace ecsbench::tests
