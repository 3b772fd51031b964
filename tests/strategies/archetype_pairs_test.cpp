// Pairs as a part of what a table is: siblings lie together, tables of dead targets serve the next.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "strategies/archetype.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/upkeep.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/relations.hpp"

namespace ecsbench::tests {
namespace {

using World = ecs::ArchetypeWorld<A, B, ChildOf, Likes>;

// Rows of each run of A that a view walks.
template <class View>
std::vector<std::size_t> runs(const View& view) {
  std::vector<std::size_t> rows;
  view.each_chunk([&](std::span<const A> as) { rows.push_back(as.size()); });
  return rows;
}
std::uint64_t tables_made() {
  return ecs::upkeep_so_far().tables;
}

TEST(ArchetypePairsTest, siblings_lie_side_by_side_whatever_order_they_came_in) {
  World world;
  const std::vector<ecs::Entity> parents{world.spawn(), world.spawn()};
  for (int i = 0; i < 100; ++i) world.relate<ChildOf>(world.spawn(A{i}), parents[static_cast<std::size_t>(i % 2)]);
  EXPECT_EQ(runs(world.view<const A>(ecs::with<ChildOf>(parents[0]))), std::vector<std::size_t>{50});
  EXPECT_EQ(runs(world.view<const A>(ecs::with<ChildOf>(parents[1]))), std::vector<std::size_t>{50});
  EXPECT_EQ(runs(world.view<const A>(ecs::with<ChildOf>)), (std::vector<std::size_t>{50, 50}));
  EXPECT_TRUE(world.consistent());
}

TEST(ArchetypePairsTest, siblings_with_other_components_have_a_table_of_their_own) {
  World world;
  const ecs::Entity parent = world.spawn();
  for (int i = 0; i < 6; ++i) world.relate<ChildOf>(i < 4 ? world.spawn(A{i}) : world.spawn(A{i}, B{i}), parent);
  std::vector<std::size_t> rows = runs(world.view<const A>(ecs::with<ChildOf>(parent)));
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(rows, (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(world.view<const A>(ecs::with<ChildOf>(parent), ecs::without<B>).count(), 4u);
}

TEST(ArchetypePairsTest, the_order_in_which_pairs_came_makes_no_other_table) {
  World world;
  std::vector<ecs::Entity> liked;
  for (int i = 0; i < 3; ++i) liked.push_back(world.spawn());
  const ecs::Entity a = world.spawn(A{1});
  const ecs::Entity b = world.spawn(A{2});
  for (const std::size_t i : {0u, 1u, 2u}) world.relate<Likes>(a, liked[i]);
  for (const std::size_t i : {2u, 0u, 1u}) world.relate<Likes>(b, liked[i]);
  EXPECT_EQ(runs(world.view<const A>(ecs::with<Likes>(liked[1]))), std::vector<std::size_t>{2});
  EXPECT_TRUE(world.consistent());
}

TEST(ArchetypePairsTest, targets_that_come_and_go_make_no_more_tables) {
  World world;
  const auto round = [&] {
    const ecs::Entity parent = world.spawn(B{1});
    for (int i = 0; i < 3; ++i) {
      const ecs::Entity child = world.spawn(A{i});
      world.relate<ChildOf>(child, parent);
      if (i == 1) world.insert(child, B{i});
    }
    world.despawn(parent);
  };
  round();
  const std::uint64_t made = tables_made();
  for (int i = 0; i < 1000; ++i) round();
  EXPECT_EQ(tables_made(), made);
  EXPECT_EQ(world.size(), 0u);
  EXPECT_TRUE(world.consistent());
}

TEST(ArchetypePairsTest, many_targets_at_a_time_find_their_tables_after_some_have_died) {
  World world;
  std::vector<ecs::Entity> parents;
  std::vector<ecs::Entity> children;
  for (int i = 0; i < 300; ++i) {
    parents.push_back(world.spawn());
    children.push_back(world.spawn(A{i}));
    world.relate<ChildOf>(children.back(), parents.back());
  }
  for (std::size_t i = 0; i < 300; i += 3) world.despawn(parents[i]);
  ASSERT_TRUE(world.consistent());
  for (std::size_t i = 0; i < 300; ++i) {
    const bool alive = i % 3 != 0;
    EXPECT_EQ(world.alive(children[i]), alive);
    EXPECT_EQ(world.view<const A>(ecs::with<ChildOf>(parents[i])).count(), alive ? 1u : 0u);
  }
  const std::uint64_t made = tables_made();
  for (std::size_t i = 0; i < 100; ++i) world.relate<ChildOf>(world.spawn(A{1}), parents[1 + i % 2]);
  for (std::size_t i = 0; i < 100; ++i) world.relate<ChildOf>(world.spawn(A{1}), world.spawn());
  EXPECT_EQ(tables_made(), made) << "the hundred that retired serve again";
  EXPECT_TRUE(world.consistent());
}

TEST(ArchetypePairsTest, shrinking_retires_tables_that_nobody_lives_in) {
  World world;
  const ecs::Entity child = world.spawn(A{1});
  std::vector<ecs::Entity> parents;
  for (int i = 0; i < 50; ++i) {
    parents.push_back(world.spawn());
    world.relate<ChildOf>(child, parents.back());
    world.insert(child, B{1});
    world.remove<B>(child);
  }
  world.shrink_to_fit();
  ASSERT_TRUE(world.consistent());
  EXPECT_EQ(visited(world.view<const A>(ecs::with<ChildOf>(parents[49]))), Entities{child});
  const std::uint64_t made = tables_made();
  for (const ecs::Entity parent : parents) {
    world.relate<ChildOf>(child, parent);
    world.insert(child, B{1});
    world.remove<B>(child);
  }
  EXPECT_EQ(tables_made(), made);
  EXPECT_TRUE(world.consistent());
}

TEST(ArchetypePairsTest, survivors_of_two_deaths_at_once_meet_in_one_table) {
  World world;
  std::vector<ecs::Entity> liked{world.spawn(), world.spawn()};
  std::vector<ecs::Entity> fans;
  for (int i = 0; i < 40; ++i) {
    fans.push_back(world.spawn(A{i}));
    if (i % 4 != 0) world.relate<Likes>(fans.back(), liked[0]);
    if (i % 4 != 1) world.relate<Likes>(fans.back(), liked[1]);
  }
  EXPECT_EQ(world.despawn_many(liked), 2u);
  EXPECT_EQ(runs(world.view<const A>()), std::vector<std::size_t>{40});
  for (int i = 0; i < 40; ++i) EXPECT_EQ(world.try_get<A>(fans[static_cast<std::size_t>(i)])->value, i);
  EXPECT_TRUE(world.consistent());
}

}  // namespace
}  // namespace ecsbench::tests
