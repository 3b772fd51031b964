// What is particular to sparse sets: rows that fill holes, joins that line up or do not, purging, memory to the byte.
// What every strategy must do is in tests/conformance.
#include "strategies/sparse_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"

namespace ecsbench::tests {
namespace {

using ecs::Entity;
using ecs::Index;
using ecs::Optional;
using ecs::Row;
using ecs::SparseSet;
using ecs::with;
using ecs::without;

// --- one set ---

template <class Held>
SparseSet<Held> set_of(const std::vector<Index>& indices) {
  SparseSet<Held> set;
  for (const Index index : indices) {
    set.make_room(1, index + std::size_t{1});
    set.append(index, Held{static_cast<int>(index)});
  }
  return set;
}
std::vector<Index> indices_of(const auto& set) {
  return {set.indices(), set.indices() + set.size()};
}

TEST(SparseSet, the_last_row_fills_the_hole) {
  SparseSet<A> set = set_of<A>({2, 4, 0});
  set.remove(2);
  EXPECT_EQ(indices_of(set), (std::vector<Index>{0, 4}));
  EXPECT_EQ(set.find(0)->value, 0);
  EXPECT_EQ(set.find(4)->value, 4);
  EXPECT_EQ(set.find(2), nullptr);
  EXPECT_TRUE(set.consistent());
}

TEST(SparseSet, removing_the_last_row_keeps_the_others) {
  SparseSet<A> set = set_of<A>({2, 4, 0});
  set.remove(0);
  EXPECT_EQ(indices_of(set), (std::vector<Index>{2, 4}));
  EXPECT_TRUE(set.consistent());
  set.remove(4);
  set.remove(2);
  EXPECT_EQ(set.size(), 0u);
  EXPECT_TRUE(set.consistent());
}

TEST(SparseSet, it_knows_whether_its_rows_are_in_id_order) {
  SparseSet<A> set = set_of<A>({2, 4, 7});
  EXPECT_TRUE(set.rows().ascending);
  set.remove(7);
  EXPECT_TRUE(set.rows().ascending) << "the last row left, nothing moved";
  set.remove(2);
  EXPECT_FALSE(set.rows().ascending) << "a row moved";
  set.remove(4);
  EXPECT_TRUE(set.rows().ascending) << "an empty set is in order";
  EXPECT_FALSE(set_of<A>({4, 2}).rows().ascending);
}

TEST(SparseSet, it_knows_whether_it_holds_a_whole_range) {
  EXPECT_TRUE(set_of<A>({3, 4, 5}).rows().is_range());
  EXPECT_FALSE(set_of<A>({3, 5}).rows().is_range());
  EXPECT_FALSE(set_of<A>({4, 3, 5}).rows().is_range());
  EXPECT_FALSE(set_of<A>({3, 5, 4, 6}).rows().is_range()) << "the ends and the number are right, the order is not";
  EXPECT_FALSE(SparseSet<A>{}.rows().is_range());
}

TEST(SparseSet, shrinking_gives_back_what_is_above_the_highest_index) {
  SparseSet<A> set = set_of<A>({1000, 3});
  set.remove(1000);
  set.shrink_to_fit();
  EXPECT_EQ(set.memory(1001).total_bytes(), sizeof(A) + sizeof(Index) + 4 * sizeof(Row));
  EXPECT_TRUE(set.consistent());
}

TEST(SparseSet, a_tag_has_rows_and_no_values) {
  SparseSet<Frozen> set;
  set.make_room(1, 6);
  EXPECT_EQ(set.append(5, Frozen{}), ecs::tag_object<Frozen>());
  EXPECT_EQ(set.memory(6).payload_bytes, 0u);
  EXPECT_TRUE(set.has(5));
}

// --- joins: pools of every order against a plain map ---

using World = ecs::SparseSetWorld<A, B, C, Frozen>;

enum class Order { kSame, kReversed, kStride, kShuffled, kMostlySame };

std::vector<std::size_t> in_order(std::size_t n, Order order, std::mt19937& random) {
  std::vector<std::size_t> places(n);
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (order == Order::kReversed) std::reverse(places.begin(), places.end());
  if (order == Order::kStride)
    std::ranges::transform(places, places.begin(), [&](std::size_t i) { return i * 7919 % n; });
  if (order == Order::kShuffled) std::shuffle(places.begin(), places.end(), random);
  if (order == Order::kMostlySame) {
    for (std::size_t i = 0; i + 90 < n; i += 90) std::swap(places[i], places[i + 45]);
  }
  return places;
}

template <class Given>
void give(World& world, const std::vector<Entity>& entities, Order order, std::size_t every, std::mt19937& random) {
  for (const std::size_t i : in_order(entities.size(), order, random)) {
    if (i % every == 0) world.insert(entities[i], make<Given>(static_cast<int>(i)));
  }
}

// Every way to walk a view gives exactly what look-ups, entity by entity, say.
template <class... Terms>
void expect_right(World& world, const std::vector<Entity>& entities, auto... filters) {
  const auto view = world.view<Terms...>(filters...);
  Entities expected;
  for (const Entity entity : entities) {
    if (view.contains(entity)) expected.insert(entity);
  }
  Entities each, chunks, range;
  view.each([&](Entity entity, auto&&... given) {
    each.insert(entity);
    [[maybe_unused]] const auto check = [&](const auto& term) {
      if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(term)>>) {
        EXPECT_EQ(term,
                  world.try_get<std::remove_cv_t<std::remove_pointer_t<std::remove_cvref_t<decltype(term)>>>>(entity));
      } else {
        EXPECT_EQ(&term, world.try_get<std::remove_cvref_t<decltype(term)>>(entity));
      }
    };
    (check(given), ...);
  });
  view.each_chunk([&]<class EntityAt>(const ecs::EntityRange<EntityAt>& of, auto... spans) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      chunks.insert(of[i]);
      [[maybe_unused]] const auto check = [&](auto span) {
        using Held = std::remove_cv_t<typename decltype(span)::element_type>;
        EXPECT_EQ(span.empty() ? nullptr : &span[i], world.try_get<Held>(of[i]));
      };
      (check(spans), ...);
    }
  });
  for (const auto& match : view) range.insert(std::get<0>(match));
  EXPECT_EQ(each, expected);
  EXPECT_EQ(chunks, expected);
  EXPECT_EQ(range, expected);
  EXPECT_EQ(view.count(), expected.size());
}

void expect_all_right(World& world, const std::vector<Entity>& entities) {
  expect_right<A>(world, entities);
  expect_right<A, const B>(world, entities);
  expect_right<A, const B, C>(world, entities);
  expect_right<B>(world, entities, with<A>, without<C>);
  expect_right<A, const B>(world, entities, without<Frozen>);
  expect_right<A, const B>(world, entities, without<C, Frozen>);
  expect_right<A, Optional<B>>(world, entities);
  expect_right<A, Optional<const C>>(world, entities, without<Frozen>);
  expect_right<Optional<A>, Optional<B>>(world, entities);
  expect_right<>(world, entities);
}

class Joins : public ::testing::TestWithParam<std::tuple<std::size_t, Order, Order>> {};

TEST_P(Joins, visit_what_the_look_ups_say) {
  const auto [n, order_of_b, order_of_c] = GetParam();
  std::mt19937 random{7};
  World world;
  std::vector<Entity> entities(n);
  for (std::size_t i = 0; i < n; ++i) entities[i] = world.spawn(make<A>(static_cast<int>(i)));
  give<B>(world, entities, order_of_b, 1, random);
  expect_all_right(world, entities);
  give<Frozen>(world, entities, Order::kSame, 10, random);
  expect_all_right(world, entities);  // a filter that drops, beside an optional component that nobody has
  give<C>(world, entities, order_of_c, 3, random);
  expect_all_right(world, entities);
  for (std::size_t i = 0; i < n; i += 97) world.remove<A>(entities[i]);
  for (std::size_t i = 5; i < n; i += 41) world.despawn(entities[i]);
  expect_all_right(world, entities);
  EXPECT_TRUE(world.consistent());
}

INSTANTIATE_TEST_SUITE_P(Orders, Joins,
                         ::testing::Combine(::testing::Values(1, 31, 32, 65, 200, 1100),
                                            ::testing::Values(Order::kSame, Order::kReversed, Order::kShuffled,
                                                              Order::kMostlySame),
                                            ::testing::Values(Order::kSame, Order::kStride)));

TEST(SparseSetJoin, a_range_is_asked_also_for_what_it_does_not_hold) {
  std::mt19937 random{5};
  World world;
  std::vector<Entity> entities;
  for (int i = 0; i < 1000; ++i) entities.push_back(i < 100 || i >= 600 ? world.spawn() : world.spawn(A{i}));
  const std::vector<Entity> others(entities.begin() + 300, entities.begin() + 800);
  give<B>(world, others, Order::kShuffled, 1, random);
  expect_right<A, const B>(world, entities);
  expect_right<A, Optional<B>>(world, entities);
  EXPECT_EQ((world.view<A, B>().count()), 300u);
}

TEST(SparseSetJoin, pools_in_the_same_order_are_one_run) {
  World world;
  for (int i = 0; i < 1000; ++i) world.spawn(A{i}, B{i});
  std::size_t chunks = 0;
  world.view<A, const B>().each_chunk([&](std::span<A>, std::span<const B>) { ++chunks; });
  EXPECT_EQ(chunks, 1u);
}

TEST(SparseSetJoin, pools_aged_together_are_few_runs) {
  std::mt19937 random{3};
  World world;
  std::vector<Entity> entities;
  for (int i = 0; i < 4000; ++i) entities.push_back(world.spawn(A{i}, B{i}));
  std::shuffle(entities.begin(), entities.end(), random);
  for (std::size_t i = 0; i < 2000; ++i) world.despawn(entities[i]);
  for (int i = 0; i < 2000; ++i) world.spawn(A{i}, B{i});
  std::size_t chunks = 0;
  world.view<A, const B>().each_chunk([&](std::span<A>, std::span<const B>) { ++chunks; });
  EXPECT_EQ(chunks, 1u);
}

TEST(SparseSetJoin, a_visitor_that_says_false_is_asked_no_more) {
  std::mt19937 random{3};
  World world;
  std::vector<Entity> entities;
  for (int i = 0; i < 700; ++i) entities.push_back(world.spawn(A{i}));
  give<B>(world, entities, Order::kShuffled, 1, random);
  for (const std::size_t last : {1u, 600u}) {
    std::size_t visits = 0;
    world.view<A, const B>().each([&](A&, const B&) { return ++visits < last; });
    EXPECT_EQ(visits, last);
  }
}

TEST(SparseSetJoin, the_smaller_pool_leads_and_a_tie_goes_to_the_one_in_order) {
  const SparseSet<A> range = set_of<A>({0, 1, 2}), ordered = set_of<A>({0, 2, 4}), scrambled = set_of<A>({2, 0, 1});
  const SparseSet<A> small = set_of<A>({1, 0});
  const auto leading = [](const auto&... sets) {
    return ecs::leading_pool(std::array{sets.rows()...}, sizeof...(sets));
  };
  EXPECT_EQ(leading(range, small), 1u);
  EXPECT_EQ(leading(scrambled, ordered), 1u);
  EXPECT_EQ(leading(ordered, scrambled), 0u);
  EXPECT_EQ(leading(range, scrambled), 1u) << "of two, a range is found without look-ups: it follows";
  EXPECT_EQ(leading(scrambled, range, scrambled), 1u);
}

// --- the world ---

TEST(SparseSetWorld, bulk_death_of_everybody_purges_every_pool) {
  World world;
  std::vector<Entity> entities;
  for (int i = 0; i < 100; ++i) entities.push_back(world.spawn(A{i}, B{i}));
  entities.push_back(entities.front());  // twice dies once
  EXPECT_EQ(world.despawn_many(entities), 100u);
  EXPECT_EQ(world.view<A>().count(), 0u);
  EXPECT_TRUE(world.consistent());
}

TEST(SparseSetWorld, bulk_death_passes_over_stale_handles_whose_slot_lives_on) {
  World world;
  const Entity old = world.spawn(A{1});
  world.despawn(old);
  const Entity heir = world.spawn(A{2});
  const Entity other = world.spawn(A{3});
  ASSERT_EQ(heir.index, old.index);
  const std::vector<Entity> some{old, other, other};
  EXPECT_EQ(world.despawn_many(some), 1u);
  EXPECT_EQ(world.try_get<A>(heir)->value, 2);
  EXPECT_TRUE(world.consistent());
}

TEST(SparseSetWorld, memory_after_bulk_is_exact_to_the_byte) {
  World world;
  world.spawn_many<A, B>(1000, [](std::size_t, Entity, A&, B&) {});
  const ecs::MemoryUse use = world.memory();
  EXPECT_EQ(use.payload_bytes, 1000 * (sizeof(A) + sizeof(B)));
  EXPECT_EQ(use.index_bytes, 1000 * (sizeof(ecs::Generation) + sizeof(World::Bits) + 2 * 2 * sizeof(Index)));
  EXPECT_EQ(use.slack_bytes, 0u);
}

TEST(SparseSetWorld, memory_is_what_the_allocator_counted) {
  const auto before = ecs::memory_count.live_bytes.load();
  World world;
  for (int i = 0; i < 1000; ++i) world.insert(world.spawn(A{i}), Frozen{});
  world.reserve(5000);
  EXPECT_EQ(world.memory().total_bytes(), ecs::memory_count.live_bytes.load() - before);
  world.clear();
  world.shrink_to_fit();
  EXPECT_EQ(world.memory().total_bytes(), ecs::memory_count.live_bytes.load() - before);
}

TEST(SparseSetWorld, small_batches_do_not_copy_everything_each_time) {
  World world;
  const auto before = ecs::memory_count.allocations.load();
  for (int i = 0; i < 2000; ++i) world.spawn_many<A>(10, [](std::size_t, Entity, A&) {});
  EXPECT_LT(ecs::memory_count.allocations.load() - before, 200u);
}

TEST(SparseSetWorld, reserved_room_is_enough_for_every_component) {
  World world;
  world.reserve(1000);
  const auto before = ecs::memory_count.allocations.load();
  for (int i = 0; i < 1000; ++i) world.spawn(A{i}, B{i}, C{i}, Frozen{});
  EXPECT_EQ(ecs::memory_count.allocations.load(), before);
}

TEST(SparseSetWorld, a_fill_that_throws_leaves_the_free_indices_in_their_old_order) {
  World world;
  std::vector<Entity> entities;
  for (int i = 0; i < 10; ++i) entities.push_back(world.spawn());
  for (const int i : {7, 2, 5}) world.despawn(entities[static_cast<std::size_t>(i)]);
  const auto fail_late = [](std::size_t i, Entity, auto&...) {
    if (i == 4) throw std::runtime_error{"enough"};
  };
  EXPECT_THROW(world.spawn_many<A>(6, fail_late), std::runtime_error);
  EXPECT_THROW(world.spawn_many<>(6, fail_late), std::runtime_error);
  EXPECT_EQ(world.size(), 7u);
  EXPECT_EQ(world.view<A>().count(), 0u);
  EXPECT_TRUE(world.consistent());
  for (const Index expected : {5u, 2u, 7u}) EXPECT_EQ(world.spawn().index, expected);
}

TEST(SparseSetWorld, a_query_that_excludes_what_it_requires_has_no_match) {
  World world;
  const Entity entity = world.spawn(A{1}, B{1});
  const auto none = world.view<A>(without<A>);
  EXPECT_EQ(none.count(), 0u);
  EXPECT_FALSE(none.contains(entity));
}

// A value that cannot be made is made before its entity.
struct Reluctant {
  Reluctant() {
    if (left-- == 0) throw std::runtime_error{"no more"};
  }
  Reluctant(Reluctant&&) noexcept = default;
  int value = 0;
  static inline int left = 0;
};

TEST(SparseSetWorld, a_default_value_that_cannot_be_made_undoes_the_batch) {
  ecs::SparseSetWorld<A, Reluctant> world;
  Reluctant::left = 3;
  EXPECT_THROW((world.spawn_many<A, Reluctant>(5, [](std::size_t, Entity, A&, Reluctant&) {})), std::runtime_error);
  EXPECT_EQ(world.size(), 0u);
  EXPECT_EQ(world.view<A>().count(), 0u);
  EXPECT_TRUE(world.consistent());
}

}  // namespace
}  // namespace ecsbench::tests
