// Claims about what storages count of their upkeep: growth, new tables, lists filled anew, and nothing else.
#include "strategies/upkeep.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <vector>

#include "strategies/alive_scan.hpp"
#include "strategies/archetype.hpp"
#include "strategies/bitset.hpp"
#include "strategies/block_list.hpp"
#include "strategies/entity.hpp"
#include "strategies/hash_map.hpp"
#include "strategies/reactive.hpp"
#include "strategies/sparse_set.hpp"
#include "strategies/strategy.hpp"

namespace ecs {
namespace {

struct P {
  float x, y;
};
struct V {
  float x, y;
};

Upkeep operator-(const Upkeep& now, const Upkeep& before) {
  return {now.growths - before.growths, now.tables - before.tables, now.rebuilds - before.rebuilds};
}

// What one piece of work did.
template <class Work>
Upkeep of(Work work) {
  const Upkeep before = upkeep_so_far();
  work();
  return upkeep_so_far() - before;
}

template <class World>
class UpkeepOf : public testing::Test {};
using Worlds = testing::Types<HashMapWorld<P, V>, AliveScanWorld<P, V>, BlockListWorld<P, V>, BitsetWorld<P, V>,
                              SparseSetWorld<P, V>, ArchetypeWorld<P, V>, ReactiveWorld<P, V>>;
TYPED_TEST_SUITE(UpkeepOf, Worlds);

TYPED_TEST(UpkeepOf, growth_is_counted_when_there_is_no_room_and_only_then) {
  constexpr std::size_t kFull = 1024;  // whole words of a bitmap: no storage has room for one more
  TypeParam world;
  std::vector<Entity> entities(kFull);
  world.template spawn_many<P, V>(kFull, [&](std::size_t i, Entity entity, P&, V&) { entities[i] = entity; });
  EXPECT_GT(of([&] { world.spawn(P{}, V{}); }).growths, 0u);
  EXPECT_EQ(of([&] { world.spawn(P{}, V{}); }).growths, 0u) << "room was doubled";
  EXPECT_EQ(world.upkeep().growths, upkeep_so_far().growths);
}

TYPED_TEST(UpkeepOf, a_frame_that_only_writes_values_needs_no_upkeep) {
  TypeParam world;
  world.template spawn_many<P, V>(100, [](std::size_t, Entity, P&, V&) {});
  const auto frame = [&] { world.template view<P, const V>().each([](P& p, const V& v) { p.x += v.x; }); };
  frame();
  const Upkeep done = of(frame);
  EXPECT_EQ(done.growths + done.tables + done.rebuilds, 0u);
}

TEST(ArchetypeUpkeep, each_set_of_components_makes_its_table_once) {
  ArchetypeWorld<P, V> world;
  Entity entity;
  EXPECT_EQ(of([&] { entity = world.spawn(P{}); }).tables, 1u);
  EXPECT_EQ(of([&] { world.spawn(P{}); }).tables, 0u);
  EXPECT_EQ(of([&] { world.insert(entity, V{}); }).tables, 1u);
  EXPECT_EQ(of([&] { world.remove<V>(entity); }).tables, 0u);
}

TEST(HashMapUpkeep, the_map_grows_at_other_times_than_the_arrays_and_is_counted_too) {
  HashMapWorld<P> world;
  std::size_t between_powers_of_two = 0;
  for (std::size_t count = 1; count <= 2000; ++count) {
    const bool grew = of([&] { world.spawn(P{}); }).growths > 0;
    if (grew && count > 64 && !std::has_single_bit(count - 1)) ++between_powers_of_two;
  }
  EXPECT_GT(between_powers_of_two, 0u) << "arrays double when 64, 128, ... are full";
}

TEST(BlockListUpkeep, its_blocks_may_grow_where_the_handles_have_room) {
  BlockListWorld<P, V> world;
  std::vector<Entity> entities;
  for (int i = 0; i < 100; ++i) entities.push_back(world.spawn(P{}));
  for (std::size_t i = 10; i < 100; ++i) world.despawn(entities[i]);
  world.shrink_to_fit();  // to the blocks of living indices; the dead ones keep their slots
  const Upkeep done = of([&] {
    for (int i = 0; i < 90; ++i) world.spawn(P{});
  });
  EXPECT_GT(done.growths, 0u);
}

TEST(BitsetUpkeep, its_arrays_may_grow_where_the_handles_have_room) {
  BitsetWorld<P, V> world;
  std::vector<Entity> entities;
  for (int i = 0; i < 100; ++i) entities.push_back(world.spawn(P{}));
  for (std::size_t i = 10; i < 100; ++i) world.despawn(entities[i]);
  world.shrink_to_fit();  // to a word of living indices; the dead ones keep their slots
  EXPECT_EQ(of([&] { world.spawn(P{}); }).growths, 1u);
}

TEST(ReactiveUpkeep, a_list_is_filled_when_its_query_is_new) {
  ReactiveWorld<P, V> world;
  world.spawn(P{}, V{});
  EXPECT_EQ(of([&] { static_cast<void>(world.view<P>()); }).rebuilds, 1u);
  EXPECT_EQ(of([&] { static_cast<void>(world.view<P>()); }).rebuilds, 0u);
  EXPECT_EQ(of([&] { world.spawn(P{}); }).rebuilds, 0u) << "one enters: the list is changed, not filled anew";
}

TEST(ReactiveUpkeep, a_list_is_filled_anew_when_most_die_together) {
  ReactiveWorld<P, V> world;
  std::vector<Entity> dying;
  for (int i = 0; i < 9; ++i) dying.push_back(world.spawn(P{}));
  dying.push_back(dying.front());  // as many as there are, and yet one stays
  const Entity survivor = world.spawn(P{});
  static_cast<void>(world.view<P>());
  EXPECT_EQ(of([&] { world.despawn_many(dying); }).rebuilds, 1u);
  EXPECT_TRUE(world.alive(survivor));
  EXPECT_EQ(world.view<P>().count(), 1u);
}

}  // namespace
}  // namespace ecs
