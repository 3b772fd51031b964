// Claims about EntityPool: handles, recycling, retirement of used-up slots, and what it does when memory runs out.
#include "strategies/entity_pool.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "tests/support/failing_memory.hpp"

namespace ecs {
namespace {

using ecsbench::tests::MemoryRunsOut;
using ShortLived = BasicEntityPool<5>;        // a slot lives three times: generations 1, 3 and 5
using FewShortLived = BasicEntityPool<5, 4>;  // and there are four slots

TEST(Entity, null_is_the_default_and_is_equal_to_no_issued_handle) {  // H041, H134
  EntityPool pool;
  EXPECT_EQ(Entity{}, kNull);
  EXPECT_FALSE(pool.alive(kNull));
  EXPECT_NE(pool.spawn(), kNull);
  EXPECT_FALSE(pool.alive(kNull));
}

TEST(Entity, handles_hash_by_index_and_generation) {  // H134
  const std::unordered_set<Entity> handles{{1, 1}, {1, 3}, {2, 1}, {1, 1}};
  EXPECT_EQ(handles.size(), 3u);
  EXPECT_NE(std::hash<Entity>{}({1, 2}), std::hash<Entity>{}({2, 1}));
}

TEST(Entity, an_index_is_no_row) {
  static_assert(!std::is_convertible_v<Index, Row>);
  static_assert(!std::is_convertible_v<Row, Index>);
  EXPECT_EQ(at(row_at(7)), 7u);
}

TEST(EntityPool, slots_are_reused_last_in_first_out_in_a_new_generation) {
  EntityPool pool;
  const Entity a = pool.spawn();
  const Entity b = pool.spawn();
  const Entity c = pool.spawn();
  pool.despawn(b);
  pool.despawn(a);
  const Entity first = pool.spawn();
  const Entity second = pool.spawn();
  EXPECT_EQ(first.index, a.index);
  EXPECT_EQ(second.index, b.index);
  EXPECT_EQ(first.generation % 2, 1u);
  EXPECT_GT(first.generation, a.generation);
  EXPECT_FALSE(pool.alive(a));
  EXPECT_TRUE(pool.alive(c));
  EXPECT_TRUE(pool.consistent());
}

TEST(EntityPool, a_handle_with_a_foreign_generation_is_dead) {  // H111
  EntityPool pool;
  const Entity e = pool.spawn();
  for (const Generation generation : {0u, 2u, 3u, 4u, 0xFFFFFFFFu}) {
    EXPECT_FALSE(pool.alive({e.index, generation})) << generation;
  }
  EXPECT_FALSE(pool.alive({e.index + 1, 1}));
  EXPECT_FALSE(pool.alive({0xFFFFFFFFu, 1}));
  pool.despawn(e);
  EXPECT_FALSE(pool.alive({e.index, 2})) << "an even generation is never alive, even where it stands in the slot";
}

TEST(EntityPool, a_slot_retires_after_its_last_generation) {  // H013, H084
  ShortLived pool;
  std::set<Generation> lives;
  std::vector<Entity> issued;
  for (int life = 0; life < 3; ++life) {
    issued.push_back(pool.spawn());
    EXPECT_EQ(issued.back().index, 0u);
    lives.insert(issued.back().generation);
    pool.despawn(issued.back());
    EXPECT_TRUE(pool.consistent());
  }
  EXPECT_EQ(lives, (std::set<Generation>{1, 3, 5}));
  const Entity other = pool.spawn();
  EXPECT_EQ(other.index, 1u) << "slot 0 is used up";
  for (const Entity e : issued) EXPECT_FALSE(pool.alive(e));
  EXPECT_EQ(pool.size(), 1u);
  EXPECT_TRUE(pool.consistent());
}

TEST(EntityPool, a_slot_retires_in_a_bulk_death_too) {
  ShortLived pool;
  std::vector<Entity> last;
  for (int life = 0; life < 3; ++life) {
    last.assign({pool.spawn(), pool.spawn()});
    EXPECT_EQ(pool.despawn_many(last), 2u);
    EXPECT_EQ(pool.despawn_many(last), 0u) << "they are dead";
    EXPECT_TRUE(pool.consistent());
  }
  EXPECT_EQ(last[0].generation, 5u);
  EXPECT_EQ(pool.spawn().index, 2u) << "slots 0 and 1 are used up";
  EXPECT_EQ(pool.size(), 1u);
}

TEST(EntityPool, a_bulk_death_passes_over_handles_that_nobody_was_given) {
  EntityPool pool;
  const Entity dead = pool.spawn();
  const Entity alive = pool.spawn();
  pool.despawn(dead);
  const std::vector<Entity> forged{
      {dead.index, dead.generation + 1}, {alive.index, alive.generation + 2}, {9, 1}, ecs::kNull};
  EXPECT_EQ(pool.despawn_many(forged), 0u);
  EXPECT_TRUE(pool.alive(alive));
  EXPECT_TRUE(pool.consistent());
}

TEST(EntityPool, every_slot_retires_by_the_same_rule) {  // H084
  ShortLived pool;
  std::unordered_set<Entity> issued;
  for (int round = 0; round < 100; ++round) {
    const Entity a = pool.spawn();
    const Entity b = pool.spawn();
    EXPECT_TRUE(issued.insert(a).second);
    EXPECT_TRUE(issued.insert(b).second);
    pool.despawn(a);
    pool.despawn(b);
  }
  EXPECT_TRUE(pool.consistent());
  EXPECT_EQ(pool.slots(), 68u);  // 100 rounds, three to a pair of slots
}

// What is said when no index is left.
std::string refusal(FewShortLived& pool) {
  try {
    pool.spawn();
  } catch (const std::length_error& error) {
    return error.what();
  }
  return "";
}

TEST(EntityPool, the_last_index_is_like_any_other_and_past_it_a_sentence_comes) {  // H068, H084, H111
  FewShortLived pool;
  std::vector<Entity> e;
  for (Index i = 0; i < 4; ++i) e.push_back(pool.spawn());
  EXPECT_EQ(e.back(), (Entity{3, 1}));
  EXPECT_EQ(refusal(pool), "no entity index is left: a world holds at most 4 entities at a time");
  EXPECT_EQ(pool.size(), 4u);
  EXPECT_TRUE(pool.consistent());
  pool.despawn(e[3]);
  EXPECT_EQ(pool.spawn(), (Entity{3, 3}));
  pool.despawn(e[1]);
  EXPECT_EQ(pool.spawn(), (Entity{1, 3}));
  EXPECT_NE(refusal(pool), "");
  EXPECT_THROW(pool.reserve_more(1), std::length_error);
  EXPECT_THROW(pool.reserve(5), std::length_error);
  EXPECT_NO_THROW(pool.reserve(4));
}

TEST(EntityPool, a_pool_whose_every_slot_retired_says_so) {  // H013, H084
  FewShortLived pool;
  std::unordered_set<Entity> issued;
  for (int life = 0; life < 12; ++life) {
    const Entity e = pool.spawn();
    EXPECT_TRUE(issued.insert(e).second);
    EXPECT_LT(e.index, 4u);
    EXPECT_LE(e.generation, 5u);
    pool.despawn(e);
    EXPECT_TRUE(pool.consistent());
  }
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_NE(refusal(pool), "");
  for (const Entity e : issued) EXPECT_FALSE(pool.alive(e));
}

TEST(EntityPool, clear_ends_every_life_and_reuses_the_lowest_slot_first) {  // H043
  EntityPool pool;
  std::vector<Entity> old;
  for (int i = 0; i < 10; ++i) old.push_back(pool.spawn());
  pool.despawn(old[4]);
  pool.clear();
  EXPECT_EQ(pool.size(), 0u);
  for (const Entity e : old) EXPECT_FALSE(pool.alive(e));
  EXPECT_TRUE(pool.consistent());
  EXPECT_EQ(pool.spawn().index, 0u);
  EXPECT_EQ(pool.spawn().index, 1u);
  for (const Entity e : old) EXPECT_FALSE(pool.alive(e));
}

// Six spawned, indices 1 and 3 dead: the next spawns take 3, 1, 6, 7, ...
struct SomeDead {
  EntityPool pool;
  std::vector<Entity> e;
  SomeDead() {
    for (int i = 0; i < 6; ++i) e.push_back(pool.spawn());
    pool.despawn(e[1]);
    pool.despawn(e[3]);
  }
};

TEST(EntityPool, a_mark_names_the_indices_of_spawns_before_and_after_them) {
  SomeDead some;
  const SpawnMark mark = some.pool.mark();
  EXPECT_EQ(some.pool.slots_after(5), 9u);
  const std::vector<Index> expected{3, 1, 6, 7, 8};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(some.pool.index_since(mark, i), expected[i]);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(some.pool.spawn().index, expected[i]);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(some.pool.index_since(mark, i), expected[i]);
}

TEST(EntityPool, spawns_undone_leave_stale_handles_and_the_same_indices_to_come) {
  for (const std::size_t n : {0u, 1u, 2u, 5u}) {
    SomeDead some;
    const SpawnMark mark = some.pool.mark();
    std::vector<Entity> born;
    for (std::size_t i = 0; i < n; ++i) born.push_back(some.pool.spawn());
    some.pool.undo_spawns(mark);
    EXPECT_TRUE(some.pool.consistent());
    EXPECT_EQ(some.pool.size(), 4u);
    for (const Entity entity : born) EXPECT_FALSE(some.pool.alive(entity));
    for (std::size_t i = 0; i < n; ++i) {
      const Entity again = some.pool.spawn();
      EXPECT_EQ(again.index, born[i].index) << n;
      EXPECT_EQ(again.generation, born[i].generation + 2) << n;
    }
  }
}

TEST(EntityPool, spawns_are_undone_without_memory_by_retiring_the_new_slots) {
  SomeDead some;
  const SpawnMark mark = some.pool.mark();
  std::vector<Index> taken(2000);
  some.pool.reserve_more(2000);
  some.pool.spawn_many(2000, taken.data());
  {
    const MemoryRunsOut at_once{0};
    some.pool.undo_spawns(mark);
  }
  EXPECT_EQ(some.pool.size(), 4u);
  EXPECT_EQ(some.pool.next(), 3u);
  EXPECT_TRUE(some.pool.consistent());
}

TEST(EntityPool, undoing_retires_slots_whose_last_life_it_was) {
  ShortLived pool;
  const Entity first = pool.spawn();
  pool.despawn(first);
  pool.despawn(pool.spawn());  // index 0 has one life left
  const SpawnMark mark = pool.mark();
  EXPECT_EQ(pool.spawn().generation, 5u);
  const Entity other = pool.spawn();
  pool.undo_spawns(mark);
  EXPECT_TRUE(pool.consistent());
  EXPECT_EQ(pool.spawn().index, other.index);
  EXPECT_EQ(pool.spawn().index, 2u);
}

TEST(EntityPool, many_die_at_once_each_once_and_stale_handles_are_passed_over) {
  SomeDead some;
  const std::vector<Entity> named{some.e[0], some.e[1], some.e[4], some.e[0], kNull, {99, 1}, {2, 3}};
  EXPECT_EQ(some.pool.despawn_many(named), 2u);
  EXPECT_EQ(some.pool.size(), 2u);
  EXPECT_FALSE(some.pool.alive(some.e[0]));
  EXPECT_TRUE(some.pool.alive(some.e[2]));
  EXPECT_EQ(some.pool.next(), 4u);
  EXPECT_TRUE(some.pool.consistent());
}

TEST(EntityPool, a_word_tells_of_sixty_four_indices_which_are_alive) {
  EntityPool pool;
  std::vector<Entity> e;
  for (int i = 0; i < 70; ++i) e.push_back(pool.spawn());
  EXPECT_EQ(pool.living_word(0), ~std::uint64_t{0});
  EXPECT_EQ(pool.living_word(1), 0x3Fu);
  pool.despawn(e[1]);
  pool.despawn(e[69]);
  EXPECT_EQ(pool.living_word(0), ~std::uint64_t{2});
  EXPECT_EQ(pool.living_word(1), 0x1Fu);
  EXPECT_EQ(pool.living_word(2), 0u) << "no index was used there";
}

TEST(EntityPool, reserved_spawns_need_no_memory) {
  EntityPool pool;
  pool.reserve_more(1000);
  const MemoryRunsOut at_once{0};
  for (int i = 0; i < 1000; ++i) pool.spawn();
  EXPECT_EQ(pool.size(), 1000u);
}

TEST(EntityPool, a_spawn_that_finds_no_memory_changes_nothing) {
  EntityPool pool;
  {
    const MemoryRunsOut at_once{0};
    EXPECT_THROW(pool.spawn(), std::bad_alloc);
    EXPECT_THROW(pool.reserve_more(1), std::bad_alloc);
  }
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_TRUE(pool.consistent());
  EXPECT_EQ(pool.spawn(), (Entity{0, 1}));
}

TEST(EntityPool, a_despawn_that_finds_no_memory_retires_the_slot) {
  EntityPool pool;
  const Entity e = pool.spawn();
  {
    const MemoryRunsOut at_once{0};
    pool.despawn(e);
  }
  EXPECT_FALSE(pool.alive(e));
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_TRUE(pool.consistent());
  EXPECT_NE(pool.spawn().index, e.index);
}

TEST(EntityPool, more_entities_than_indices_are_refused) {  // H068
  EntityPool pool;
  pool.spawn();
  EXPECT_THROW(pool.reserve_more(EntityPool::kMostEntities), std::length_error);
  EXPECT_EQ(pool.size(), 1u);
}

TEST(EntityPool, a_moved_pool_leaves_an_empty_one) {
  EntityPool pool;
  const Entity e = pool.spawn();
  EntityPool moved = std::move(pool);
  EXPECT_TRUE(moved.alive(e));
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_TRUE(pool.consistent());
  pool = std::move(moved);
  EXPECT_TRUE(pool.alive(e));
  EXPECT_EQ(moved.size(), 0u);
}

TEST(EntityPool, a_moved_pool_takes_its_retired_slots_along) {
  ShortLived pool;
  for (int life = 0; life < 3; ++life) pool.despawn(pool.spawn());
  ShortLived moved = std::move(pool);
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_EQ(moved.size(), 0u);
  EXPECT_TRUE(pool.consistent() && moved.consistent());
  EXPECT_EQ(moved.spawn().index, 1u) << "slot 0 is used up, whoever owns it";
}

TEST(EntityPool, living_slots_ends_behind_the_highest_living_index) {
  EntityPool pool;
  std::vector<Entity> e;
  for (int i = 0; i < 5; ++i) e.push_back(pool.spawn());
  EXPECT_EQ(pool.living_slots(), 5u);
  pool.despawn(e[4]);
  pool.despawn(e[1]);
  EXPECT_EQ(pool.living_slots(), 4u);
  pool.clear();
  EXPECT_EQ(pool.living_slots(), 0u);
}

TEST(EntityPool, bytes_used_are_at_most_the_bytes_owned) {
  EntityPool pool;
  for (int i = 0; i < 100; ++i) pool.spawn();
  EXPECT_EQ(pool.used_bytes(), 100 * sizeof(Generation));
  EXPECT_GE(pool.owned_bytes(), pool.used_bytes());
  pool.clear();
  EXPECT_EQ(pool.used_bytes(), 100 * (sizeof(Generation) + sizeof(Index)));
  pool.shrink_to_fit();
  EXPECT_EQ(pool.owned_bytes(), pool.used_bytes());
}

}  // namespace
}  // namespace ecs
