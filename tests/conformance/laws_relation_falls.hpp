// Laws on what deaths do to pairs: who falls, in which order, and what is left of whom.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <tuple>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/memory.hpp"
#include "strategies/strategy.hpp"
#include "tests/support/exact_memory.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/relations.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

// Writes its number down when it dies; what is left of one that moved does not.
class Obituary {
 public:
  Obituary() = default;
  explicit Obituary(int number) : number_{number} {}
  Obituary(Obituary&& other) noexcept : number_{std::exchange(other.number_, kNobody)} {}
  Obituary& operator=(Obituary&&) = delete;
  ~Obituary() {
    if (number_ != kNobody) dead.push_back(number_);
  }
  static inline std::vector<int> dead;

 private:
  static constexpr int kNobody = -1;
  int number_ = kNobody;
};

template <class Strategy>
class RelationFallLaws : public ::testing::Test {
 protected:
  using World = RelatedWorld<Strategy>;

  RelationFallLaws() {
    for (int i = 0; i < 12; ++i) e_.push_back(world_.spawn(A{i}, Text{i}));
  }
  ~RelationFallLaws() override { EXPECT_TRUE(world_.consistent()); }

  void expect_alive(const std::vector<std::size_t>& wanted) {
    std::vector<std::size_t> alive;
    for (std::size_t i = 0; i < e_.size(); ++i) {
      if (!world_.alive(e_[i])) continue;
      alive.push_back(i);
      EXPECT_EQ(number_in<A>(world_, e_[i]), static_cast<int>(i));
      EXPECT_EQ(number_in<Text>(world_, e_[i]), static_cast<int>(i));
    }
    EXPECT_EQ(alive, wanted);
    EXPECT_EQ(world_.size(), wanted.size());
  }
  // No view finds a pair of R.
  template <class R>
  void expect_no_pairs() {
    EXPECT_EQ(world_.template view<>(ecs::with<R>).count(), 0u);
    EXPECT_EQ(world_.template view<>(ecs::without<R>).count(), world_.size());
  }

  World world_;
  std::vector<ecs::Entity> e_;
};
TYPED_TEST_SUITE(RelationFallLaws, UnderTest, StrategyName);

TYPED_TEST(RelationFallLaws, a_target_takes_its_sources_along_where_that_cascades) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const auto& [source, target] : {std::pair{1u, 0u}, {2u, 0u}, {3u, 1u}, {4u, 3u}, {6u, 5u}}) {
    world.template relate<ChildOf>(e[source], e[target]);
  }
  world.template relate<Likes>(e[7], e[4]);
  EXPECT_TRUE(world.despawn(e[1]));
  this->expect_alive({0, 2, 5, 6, 7, 8, 9, 10, 11});
  EXPECT_EQ(sources_of<ChildOf>(world, e[0]), std::vector{e[2]});
  this->template expect_no_pairs<Likes>();
  EXPECT_TRUE(world.despawn(e[6])) << "a source that dies takes nobody along";
  this->expect_alive({0, 2, 5, 7, 8, 9, 10, 11});
}

TYPED_TEST(RelationFallLaws, a_target_dies_before_its_sources_and_those_depth_first) {
  Obituary::dead.clear();
  typename TypeParam::template World<Obituary, ChildOf, PartOf> world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 8; ++i) e.push_back(world.spawn(Obituary{i}));
  for (const auto& [source, target] : {std::pair{5u, 0u}, {2u, 0u}, {7u, 2u}, {1u, 5u}, {3u, 5u}, {4u, 1u}}) {
    world.template relate<ChildOf>(e[source], e[target]);
  }
  world.template relate<PartOf>(e[3], e[0]);
  world.despawn(e[0]);
  EXPECT_EQ(Obituary::dead, (std::vector{0, 5, 1, 4, 2, 7, 3})) << "3 is named first as a part of 0";
  EXPECT_EQ(world.size(), 1u);
}

TYPED_TEST(RelationFallLaws, elsewhere_the_pairs_of_a_dead_target_end) {  // H069
  auto& world = this->world_;
  const auto& e = this->e_;
  world.insert(e[1], Frozen{});
  world.insert(e[2], Health{2});
  for (const std::size_t i : {1u, 2u}) world.template relate<Likes>(e[i], e[0]);
  world.template relate<Rides>(e[1], e[0]);
  world.template relate<Likes>(e[1], e[5]);
  world.template relate<Likes>(e[0], e[0]);
  EXPECT_TRUE(world.despawn(e[0]));
  this->expect_alive({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  this->template expect_no_pairs<Rides>();
  EXPECT_EQ(visited(world.template view<>(ecs::with<Likes>)), Entities{e[1]});
  EXPECT_EQ(targets_of<Likes>(world, e[1]), std::vector{e[5]});
  EXPECT_TRUE(world.template has<Frozen>(e[1]));
  EXPECT_EQ(number_in<Health>(world, e[2]), 2);
}

TYPED_TEST(RelationFallLaws, one_death_ends_pairs_here_and_lives_there) {  // H069
  auto& world = this->world_;
  const auto& e = this->e_;
  world.template relate<ChildOf>(e[1], e[0]);
  for (const std::size_t i : {1u, 2u, 3u}) world.template relate<Likes>(e[i], e[0]);
  world.template relate<Likes>(e[3], e[1]);
  world.template relate<Likes>(e[3], e[4]);
  world.template relate<Bound>(e[5], e[3]);
  world.despawn(e[0]);
  this->expect_alive({2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  EXPECT_EQ(targets_of<Likes>(world, e[2]), std::vector<ecs::Entity>{});
  EXPECT_EQ(targets_of<Likes>(world, e[3]), std::vector{e[4]});
  EXPECT_TRUE(world.template related<Bound>(e[5], e[3]));
}

TYPED_TEST(RelationFallLaws, a_newcomer_in_the_slot_of_the_dead_has_no_pairs) {  // H026
  auto& world = this->world_;
  const auto& e = this->e_;
  world.template relate<Likes>(e[1], e[0]);
  world.template relate<Likes>(e[0], e[2]);
  world.template relate<ChildOf>(e[0], e[3]);
  world.despawn(e[0]);
  const ecs::Entity newcomer = world.spawn(A{0}, Text{0});
  ASSERT_EQ(newcomer.index, e[0].index);
  EXPECT_EQ(sources_of<Likes>(world, newcomer), std::vector<ecs::Entity>{});
  EXPECT_EQ(targets_of<Likes>(world, newcomer), std::vector<ecs::Entity>{});
  EXPECT_EQ(world.template target_of<ChildOf>(newcomer), ecs::kNull);
  EXPECT_EQ(world.template view<>(ecs::with<Likes>(newcomer)).count(), 0u);
  EXPECT_EQ(world.template view<>(ecs::with<Likes>(e[0])).count(), 0u);
  EXPECT_EQ(targets_of<Likes>(world, e[1]), std::vector<ecs::Entity>{});
  EXPECT_FALSE(world.template has<ChildOf>(newcomer));
}

TYPED_TEST(RelationFallLaws, a_view_kept_finds_the_pairs_of_a_target_in_an_old_slot) {  // H037
  auto& world = this->world_;
  const auto& e = this->e_;
  const auto view = world.template view<const A>(ecs::with<Likes>);
  world.template relate<Likes>(e[1], e[0]);
  EXPECT_EQ(visited(view), Entities{e[1]});
  world.despawn(e[1]);
  world.despawn(e[0]);
  EXPECT_EQ(view.count(), 0u);
  const ecs::Entity target = world.spawn();
  const ecs::Entity source = world.spawn(A{7});
  world.template relate<Likes>(source, target);
  EXPECT_EQ(visited(view), Entities{source});
  EXPECT_EQ(visited(world.template view<const A>(ecs::with<Likes>(target))), Entities{source});
}

TYPED_TEST(RelationFallLaws, pairs_with_the_dead_are_gone_not_hidden) {  // H097
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const auto& [source, target] : {std::pair{0u, 1u}, {1u, 0u}, {0u, 0u}}) {
    world.template relate<Likes>(e[source], e[target]);
  }
  world.despawn(e[1]);
  EXPECT_EQ(targets_of<Likes>(world, e[0]), std::vector{e[0]});
  EXPECT_FALSE(world.template unrelate<Likes>(e[0], e[1]));
  EXPECT_EQ(targets_of<Likes>(world, e[0]), std::vector{e[0]});
}

TYPED_TEST(RelationFallLaws, nobody_escapes_into_a_place_under_purge) {  // H124
  auto& world = this->world_;
  const auto& e = this->e_;
  world.template relate<Likes>(e[1], e[2]);
  for (const std::size_t i : {1u, 2u}) world.template relate<ChildOf>(e[i], e[0]);
  world.despawn(e[0]);
  this->expect_alive({3, 4, 5, 6, 7, 8, 9, 10, 11});
  this->template expect_no_pairs<ChildOf>();
  this->template expect_no_pairs<Likes>();
}

TYPED_TEST(RelationFallLaws, a_circle_falls_once) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {0u, 1u, 2u, 3u}) world.template relate<Bound>(e[i], e[(i + 1) % 4]);
  world.template relate<Bound>(e[2], e[2]);
  world.template relate<Bound>(e[4], e[2]);
  EXPECT_TRUE(world.despawn(e[1]));
  this->expect_alive({5, 6, 7, 8, 9, 10, 11});
  this->template expect_no_pairs<Bound>();
}

TYPED_TEST(RelationFallLaws, a_long_chain_falls) {
  typename TypeParam::template World<A, PartOf> world;  // in archetypes: as many tables
  constexpr int kLinks = 100000;
  const ecs::Entity root = world.spawn(A{0});
  ecs::Entity last = root;
  for (int i = 1; i < kLinks; ++i) {
    const ecs::Entity next = world.spawn(A{i});
    ASSERT_TRUE(world.template relate<PartOf>(next, last));
    last = next;
  }
  EXPECT_FALSE(world.template relate<PartOf>(root, last)) << "a long circle is one";
  EXPECT_TRUE(world.despawn(root));
  EXPECT_EQ(world.size(), 0u);
  EXPECT_TRUE(world.consistent());
}

TYPED_TEST(RelationFallLaws, many_deaths_at_once_end_as_one_by_one) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const auto& [source, target] : {std::pair{1u, 0u}, {2u, 1u}, {3u, 2u}, {5u, 4u}}) {
    world.template relate<ChildOf>(e[source], e[target]);
  }
  for (const std::size_t i : {6u, 7u}) world.template relate<Likes>(e[i], e[2]);
  world.template relate<Likes>(e[7], e[8]);
  const std::vector<ecs::Entity> named{e[2], e[0], e[9], e[3], e[9], e[5], ecs::kNull};
  EXPECT_EQ(world.despawn_many(named), 6u) << "all that fell count";
  this->expect_alive({4, 6, 7, 8, 10, 11});
  this->template expect_no_pairs<ChildOf>();
  EXPECT_EQ(visited(world.template view<>(ecs::with<Likes>)), Entities{e[7]});
  EXPECT_EQ(world.despawn_many(e), 6u);
  EXPECT_EQ(world.size(), 0u);
}

TYPED_TEST(RelationFallLaws, a_cleared_world_has_no_pairs) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {1u, 2u, 3u}) world.template relate<ChildOf>(e[i], e[0]);
  world.template relate<Likes>(e[0], e[0]);
  world.clear();
  EXPECT_TRUE(world.consistent());
  for (int i = 0; i < 12; ++i) world.spawn(A{i});
  this->template expect_no_pairs<ChildOf>();
  this->template expect_no_pairs<Likes>();
  const ecs::Entity a = world.spawn();
  const ecs::Entity b = world.spawn();
  EXPECT_TRUE(world.template relate<ChildOf>(a, b));
  EXPECT_EQ(visited(world.template view<>(ecs::with<ChildOf>)), Entities{a});
}

TYPED_TEST(RelationFallLaws, a_moved_world_takes_its_pairs_along) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {1u, 2u}) world.template relate<ChildOf>(e[i], e[0]);
  typename TestFixture::World other = std::move(world);
  EXPECT_EQ(sources_of<ChildOf>(other, e[0]), (std::vector{e[1], e[2]}));
  EXPECT_TRUE(other.consistent());
  world = typename TestFixture::World{};
  const ecs::Entity first = world.spawn();
  EXPECT_EQ(sources_of<ChildOf>(world, first), std::vector<ecs::Entity>{});
  world = std::move(other);
  EXPECT_EQ(sources_of<ChildOf>(world, e[0]), (std::vector{e[1], e[2]}));
}

TYPED_TEST(RelationFallLaws, a_clone_has_pairs_of_its_own) {
  auto& world = this->world_;
  const auto& e = this->e_;
  for (const std::size_t i : {3u, 1u, 2u}) world.template relate<ChildOf>(e[i], e[0]);
  world.template relate<Likes>(e[4], e[1]);
  auto copy = world.clone();
  EXPECT_TRUE(copy.consistent());
  copy.despawn(e[1]);
  copy.template relate<ChildOf>(e[5], e[0]);
  EXPECT_TRUE(copy.consistent());
  EXPECT_EQ(sources_of<ChildOf>(copy, e[0]), (std::vector{e[3], e[2], e[5]}));
  EXPECT_EQ(visited(copy.template view<const A>(ecs::with<ChildOf>(e[0]))), (Entities{e[3], e[2], e[5]}));
  EXPECT_FALSE(copy.template has<Likes>(e[4]));
  EXPECT_EQ(sources_of<ChildOf>(world, e[0]), (std::vector{e[3], e[1], e[2]}));
  EXPECT_EQ(visited(world.template view<const A>(ecs::with<ChildOf>(e[0]))), (Entities{e[1], e[2], e[3]}));
  EXPECT_TRUE(world.template related<Likes>(e[4], e[1]));
}

TYPED_TEST(RelationFallLaws, memory_with_pairs_adds_up_to_the_byte) {
  const std::uint64_t before = ecs::memory_count.live_bytes.load();
  typename TypeParam::template World<A, ChildOf, Likes> world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 200; ++i) e.push_back(world.spawn(A{i}));
  for (std::size_t i = 1; i < 200; ++i) world.template relate<ChildOf>(e[i], e[i / 7]);
  for (std::size_t i = 0; i < 100; ++i) world.template relate<Likes>(e[i], e[199 - i]);
  expect_memory_adds_up(world, before, 200 * sizeof(A));
  static_cast<void>(world.template view<const A>(ecs::with<Likes>).count());
  world.despawn(e[5]);
  expect_memory_adds_up(world, before, world.size() * sizeof(A));
  world.shrink_to_fit();
  expect_memory_adds_up(world, before, world.size() * sizeof(A));
  EXPECT_TRUE(world.consistent());
  world.clear();
  world.shrink_to_fit();
  expect_memory_adds_up(world, before, 0);
}

TYPED_TEST(RelationFallLaws, targets_that_come_and_go_leave_no_memory_behind) {
  typename TypeParam::template World<A, Rides, ChildOf> world;
  const ecs::Entity rider = world.spawn(A{1});
  const auto round = [&] {
    const ecs::Entity horse = world.spawn(A{2});
    const ecs::Entity foal = world.spawn(A{3});
    world.template relate<Rides>(rider, horse);
    world.template relate<ChildOf>(foal, horse);
    world.despawn(horse);
  };
  for (int i = 0; i < 100; ++i) round();
  const std::size_t settled = world.memory().total_bytes();
  for (int i = 0; i < 100000; ++i) round();
  EXPECT_EQ(world.memory().total_bytes(), settled);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_TRUE(world.consistent());
}

// Whatever allocation fails, the pairs are as they were, and the same call goes through afterwards.
TYPED_TEST(RelationFallLaws, short_memory_leaves_pairs_as_they_were) {
  const auto try_with = [](std::size_t rows, std::size_t allocations, auto operation) {
    RelatedWorld<TypeParam> world;
    std::vector<ecs::Entity> e;
    for (std::size_t i = 0; i < rows; ++i) e.push_back(world.spawn(A{static_cast<int>(i)}));
    static_cast<void>(world.template view<const A>(ecs::without<Likes>).count());
    for (std::size_t i = 2; i + 1 < rows; ++i) world.template relate<Likes>(e[i], e[0]);
    for (std::size_t i = 2; i < rows / 2; ++i) world.template relate<PartOf>(e[i], e[1]);
    const auto seen = [&] {
      EXPECT_TRUE(world.consistent());
      return std::tuple{sources_of<Likes>(world, e[0]), sources_of<PartOf>(world, e[1]), world.size(),
                        visited(world.template view<const A>(ecs::without<Likes>))};
    };
    const auto before = seen();
    try {
      const MemoryRunsOut after{allocations};
      operation(world, e);
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(seen(), before) << rows << " rows, allocation " << allocations << " failed";
      operation(world, e);
      EXPECT_TRUE(world.consistent());
      return false;
    }
    EXPECT_TRUE(world.consistent());
    return true;
  };
  const auto expect_all_or_nothing = [&](auto operation) {
    for (const std::size_t rows : {4u, 16u, 17u, 18u, 64u, 129u}) {
      std::size_t allocations = 0;
      while (!try_with(rows, allocations, operation)) ASSERT_LT(++allocations, 200u);
    }
  };
  expect_all_or_nothing([](auto& world, auto& e) { world.template relate<Likes>(e.back(), e[0]); });
  expect_all_or_nothing([](auto& world, auto& e) { world.template relate<Rides>(e[2], e.back()); });
  expect_all_or_nothing([](auto& world, auto& e) { world.template unrelate<Likes>(e[2], e[0]); });
  expect_all_or_nothing([](auto& world, auto& e) { world.template remove<Likes>(e[2]); });
  expect_all_or_nothing([](auto& world, auto&) { world.template remove_all<Likes>(); });
  expect_all_or_nothing([](auto& world, auto& e) { world.despawn(e[0]); });
  expect_all_or_nothing([](auto& world, auto& e) { world.despawn_many(std::vector{e[1], e[0]}); });
}

}  // namespace ecsbench::tests
