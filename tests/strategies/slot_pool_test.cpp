// Claims about SlotPool: it issues the same handles as EntityPool, whatever happens, and a death never wants memory.
#include "strategies/slot_pool.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "tests/support/failing_memory.hpp"

namespace ecs {
namespace {

using ecsbench::tests::MemoryRunsOut;
using ShortLived = BasicSlotPool<5>;        // a slot lives three times: generations 1, 3 and 5
using FewShortLived = BasicSlotPool<5, 4>;  // and there are four slots

// The same program on both pools. Slots retire early, so that retirement meets everything else.
class Twins {
 public:
  explicit Twins(unsigned seed) : random_{seed} {}

  void step() {
    switch (below(16)) {
      case 0:
        slots_.clear();
        list_.clear();
        break;
      case 1:
        slots_ = std::as_const(slots_).clone();
        slots_.shrink_to_fit();
        break;
      case 2:
        slots_.reserve(below(200));
        break;
      case 3:
        undo();
        break;
      case 4:
        despawn_many();
        break;
      case 5:
      case 6:
      case 7:
      case 8:
        despawn();
        break;
      default:
        spawn();
    }
    agree();
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  [[nodiscard]] Entity any() { return issued_[below(issued_.size())]; }

  void spawn() {
    issued_.push_back(list_.spawn());
    ASSERT_EQ(slots_.spawn(), issued_.back());
  }
  void despawn() {
    if (issued_.empty()) return;
    const Entity entity = any();
    ASSERT_EQ(slots_.alive(entity), list_.alive(entity));
    if (!list_.alive(entity)) return;
    slots_.despawn(entity);
    list_.despawn(entity);
  }
  void despawn_many() {
    if (issued_.empty()) return;
    std::vector<Entity> named{kNull, Entity{1u << 20, 1}};
    for (std::size_t i = below(10); i > 0; --i) named.push_back(any());
    ASSERT_EQ(slots_.despawn_many(named), list_.despawn_many(named));
  }
  void undo() {
    const auto mark = slots_.mark();
    const SpawnMark same = list_.mark();
    std::vector<Index> born, seen;
    for (std::size_t i = below(12); i > 0; --i) {
      spawn();
      born.push_back(issued_.back().index);
    }
    slots_.for_each_since(mark, [&](Index index) { seen.push_back(index); });
    ASSERT_EQ(seen, born);
    seen.clear();
    list_.for_each_since(same, [&](Index index) { seen.push_back(index); });
    ASSERT_EQ(seen, born);
    slots_.undo_spawns(mark);
    list_.undo_spawns(same);
  }

  void agree() const {
    ASSERT_TRUE(slots_.consistent());
    ASSERT_EQ(slots_.size(), list_.size());
    ASSERT_EQ(slots_.slots(), list_.slots());
    ASSERT_EQ(slots_.living_slots(), list_.living_slots());
    ASSERT_EQ(slots_.slots_after(7), list_.slots_after(7));
    for (const Entity entity : issued_) ASSERT_EQ(slots_.alive(entity), list_.alive(entity)) << entity.index;
  }

  std::mt19937 random_;
  ShortLived slots_;
  BasicEntityPool<5> list_;
  std::vector<Entity> issued_;
};

TEST(SlotPool, it_issues_the_same_handles_as_the_pool_with_a_list) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (unsigned program = 0; program < 20 && !HasFatalFailure(); ++program) {
    Twins twins{seed + program};
    for (int step = 0; step < 300 && !HasFatalFailure(); ++step) twins.step();
  }
}

TEST(SlotPool, a_death_wants_no_memory_and_gives_no_slot_up) {
  SlotPool pool;
  std::vector<Entity> e;
  for (int i = 0; i < 100; ++i) e.push_back(pool.spawn());
  {
    const MemoryRunsOut at_once{0};
    for (std::size_t i = 0; i < 50; ++i) pool.despawn(e[i]);
    EXPECT_EQ(pool.despawn_many(std::span{e}.last(10)), 10u);
    pool.clear();
  }
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_TRUE(pool.consistent());
  std::set<Index> used_again;
  for (int i = 0; i < 100; ++i) used_again.insert(pool.spawn().index);
  EXPECT_EQ(pool.slots(), 100u);
  EXPECT_EQ(used_again.size(), 100u);
}

TEST(SlotPool, a_slot_retires_after_its_last_generation) {
  ShortLived pool;
  for (const Generation life : {1u, 3u, 5u}) {
    const Entity e = pool.spawn();
    EXPECT_EQ(e, (Entity{0, life}));
    pool.despawn(e);
    EXPECT_FALSE(pool.alive(e));
    EXPECT_TRUE(pool.consistent());
  }
  EXPECT_EQ(pool.spawn(), (Entity{1, 1})) << "slot 0 is used up";
  EXPECT_EQ(pool.size(), 1u);
}

TEST(SlotPool, past_the_last_index_a_sentence_comes) {
  FewShortLived pool;
  std::vector<Entity> e;
  for (int i = 0; i < 4; ++i) e.push_back(pool.spawn());
  try {
    pool.spawn();
    ADD_FAILURE() << "there are four slots";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(), "no entity index is left: a world holds at most 4 entities at a time");
  }
  EXPECT_THROW(pool.reserve(5), std::length_error);
  EXPECT_NO_THROW(pool.reserve(4));
  pool.despawn(e[1]);
  EXPECT_EQ(pool.spawn(), (Entity{1, 3}));
}

TEST(SlotPool, a_spawn_that_finds_no_memory_changes_nothing) {
  SlotPool pool;
  for (std::size_t allocations = 0; allocations < 2; ++allocations) {
    const MemoryRunsOut after{allocations};
    EXPECT_THROW(pool.spawn(), std::bad_alloc);
  }
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_TRUE(pool.consistent());
  EXPECT_EQ(pool.spawn(), (Entity{0, 1}));
  pool.reserve_more(1000);
  const MemoryRunsOut at_once{0};
  for (int i = 0; i < 1000; ++i) pool.spawn();
  EXPECT_EQ(pool.size(), 1001u);
}

TEST(SlotPool, a_moved_pool_leaves_an_empty_one) {
  SlotPool pool;
  const Entity e = pool.spawn();
  pool.despawn(pool.spawn());
  SlotPool moved = std::move(pool);
  EXPECT_TRUE(moved.alive(e));
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_TRUE(pool.consistent() && moved.consistent());
  EXPECT_EQ(pool.spawn(), (Entity{0, 1}));
  pool = std::move(moved);
  EXPECT_TRUE(pool.alive(e));
  EXPECT_EQ(pool.spawn(), (Entity{1, 3}));
  EXPECT_EQ(moved.size(), 0u);
}

TEST(SlotPool, bytes_used_are_those_owned_once_it_has_shrunk) {
  SlotPool pool;
  for (int i = 0; i < 100; ++i) pool.spawn();
  EXPECT_EQ(pool.used_bytes(), 800u);
  EXPECT_GT(pool.owned_bytes(), 800u);
  pool.clear();
  EXPECT_EQ(pool.used_bytes(), 800u) << "the list lies in the slots";
  pool.shrink_to_fit();
  EXPECT_EQ(pool.owned_bytes(), 800u);
}

}  // namespace
}  // namespace ecs
