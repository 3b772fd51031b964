// Laws on coming back: slots, combinations and rows that are used again, and handles that must never be.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "tests/support/components.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

enum class Death { kOneByOne, kTogether, kUndone, kClear };

template <class Strategy>
class RecyclingLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;

  static std::vector<Death> deaths() {
    if constexpr (CanManage<Strategy>) return {Death::kOneByOne, Death::kTogether, Death::kUndone, Death::kClear};
    return {Death::kOneByOne, Death::kTogether, Death::kUndone};
  }

  // Ten that were spawned at once and died so.
  static std::vector<ecs::Entity> ten_that_died(World& world, Death how) {
    std::vector<ecs::Entity> e;
    const auto fill = [&](std::size_t i, ecs::Entity entity, A&) {
      e.push_back(entity);
      if (how == Death::kUndone && i == 9) throw std::runtime_error{"undo all ten"};
    };
    try {
      ecs::spawn_many<A>(world, 10, fill);
    } catch (const std::runtime_error&) {
    }
    if (how == Death::kTogether) ecs::despawn_many(world, e);
    for (std::size_t i = 0; how == Death::kOneByOne && i < e.size(); ++i) world.despawn(e[i]);
    if constexpr (CanManage<Strategy>) {
      if (how == Death::kClear) world.clear();
    }
    return e;
  }

  // Nobody of `dead` lives or can be given anything, whoever else does.
  static void expect_all_refused(World& world, const std::vector<ecs::Entity>& dead) {
    for (const ecs::Entity entity : dead) {
      EXPECT_FALSE(world.alive(entity));
      EXPECT_EQ(world.insert(entity, A{99}), nullptr);
      EXPECT_FALSE(world.template has<A>(entity));
      EXPECT_FALSE(world.despawn(entity));
    }
  }
};
TYPED_TEST_SUITE(RecyclingLaws, UnderTest, StrategyName);

TYPED_TEST(RecyclingLaws, the_dead_stay_dead_however_they_died_and_whoever_takes_their_slots) {  // H033, H043
  for (const Death how : TestFixture::deaths()) {
    SCOPED_TRACE(static_cast<int>(how));
    typename TestFixture::World world;
    const auto kept = world.template view<A>();
    const auto dead = TestFixture::ten_that_died(world, how);
    ASSERT_EQ(dead.size(), 10u);
    EXPECT_EQ(world.size(), 0u);
    TestFixture::expect_all_refused(world, dead);
    Entities newcomers;
    for (int i = 0; i < 12; ++i) newcomers.insert(world.spawn(A{i}));
    for (const ecs::Entity newcomer : newcomers) EXPECT_LT(newcomer.index, 12u) << "slots are used again";
    TestFixture::expect_all_refused(world, dead);
    EXPECT_EQ(visited(kept), newcomers);
    expect_consistent(world);
  }
}

TYPED_TEST(RecyclingLaws, half_of_all_die_until_none_is_left_and_their_slots_are_used_once_each) {  // H003, H051
  typename TestFixture::World world;
  for (int i = 0; i < 100; ++i) world.spawn(A{i}, B{i});
  for (std::size_t left = 100; left != 0;) {
    std::vector<ecs::Entity> doomed;
    std::size_t visits = 0;
    world.template view<A, B>().each([&](ecs::Entity e, A&, B&) {
      if (visits++ % 2 == 0) doomed.push_back(e);
    });
    ASSERT_EQ(visits, left);
    for (const ecs::Entity e : doomed) EXPECT_TRUE(world.despawn(e));
    left -= doomed.size();
    expect_consistent(world);
  }
  std::set<ecs::Index> slots;
  for (int i = 0; i < 100; ++i) slots.insert(world.spawn().index);
  EXPECT_EQ(slots.size(), 100u);
  EXPECT_EQ(*slots.rbegin(), 99u);
}

TYPED_TEST(RecyclingLaws, a_combination_that_emptied_is_found_again) {  // H019, H060
  typename TestFixture::World world;
  const auto kept = world.template view<A, const B>();
  for (int round = 0; round < 8; ++round) {
    const ecs::Entity e = world.spawn(A{round});
    world.insert(e, B{round});
    EXPECT_EQ(visited(kept), Entities{e}) << "round " << round;
    if (round % 2 == 0) world.template remove<B>(e);
    EXPECT_TRUE(world.despawn(e));
    if constexpr (CanManage<TypeParam>) {
      if (round % 3 == 0) world.clear();
      if (round % 4 >= 2) world.shrink_to_fit();
    }
    EXPECT_EQ(visited(kept), Entities{});
  }
  const ecs::Entity last = world.spawn(B{1}, A{1});
  EXPECT_EQ(visited(kept), Entities{last});
  expect_consistent(world);
}

TYPED_TEST(RecyclingLaws, rows_that_move_in_together_leave_room_for_newcomers) {  // H096
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    typename TestFixture::World world;
    std::vector<ecs::Entity> e;
    for (int i = 0; i < 100; ++i) e.push_back(world.spawn(A{i}));
    for (int i = 100; i < 229; ++i) e.push_back(world.spawn(A{i}, B{i}));
    world.template remove_all<B>();
    for (int i = 229; i < 600; ++i) e.push_back(world.spawn(A{i}));
    for (int i = 0; i < 600; ++i) ASSERT_EQ(number_in<A>(world, e[static_cast<std::size_t>(i)]), i);
    EXPECT_EQ(visited(world.template view<A>()), Entities(e.begin(), e.end()));
    EXPECT_EQ(visited(world.template view<B>()), Entities{});
    expect_consistent(world);
  }
}

// A despawn that finds no memory for the free list gives its slot up for good: the one way to a retired slot that needs
// no two thousand million lives.
TYPED_TEST(RecyclingLaws, a_slot_given_up_for_want_of_memory_is_never_mistaken_for_a_life) {  // H013, H061, H084
  typename TestFixture::World world;
  const ecs::Entity keeper = world.spawn(A{1}, Frozen{});
  const ecs::Entity e = world.spawn(B{2}, Frozen{});
  bool died = false;
  try {
    const MemoryRunsOut at_once{0};
    died = world.despawn(e);
  } catch (const std::bad_alloc&) {
  }
  if (!died) GTEST_SKIP() << "skipped (a despawn that finds no memory leaves the entity alive)";
  EXPECT_EQ(world.size(), 1u);
  TestFixture::expect_all_refused(world, {e});
  EXPECT_EQ(visited(world.template view<Frozen>()), Entities{keeper});
  if constexpr (CanFilter<TypeParam>) {
    EXPECT_EQ(visited(world.template view<>()), Entities{keeper});
    EXPECT_EQ(visited(world.template view<>(ecs::without<A>)), Entities{});
  }
  for (int i = 0; i < 20; ++i) EXPECT_NE(world.spawn(B{i}), e);
  expect_consistent(world);
  if constexpr (CanManage<TypeParam>) {
    world.clear();
    world.shrink_to_fit();
    EXPECT_EQ(world.size(), 0u);
  }
  for (int i = 0; i < 40; ++i) EXPECT_NE(world.spawn(Frozen{}), e);
  const auto moved = std::move(world);
  EXPECT_FALSE(moved.alive(e));
  expect_consistent(moved);
}

TYPED_TEST(RecyclingLaws, an_invented_handle_takes_no_memory) {  // H024
  typename TestFixture::World world;
  const ecs::Entity first = world.spawn(A{1});
  for (const ecs::Entity invented :
       {ecs::Entity{4'000'000'000u, 1}, ecs::Entity{~0u, 1}, ecs::Entity{~0u, ~0u}, ecs::Entity{1u << 24, 1}}) {
    bool refused = true;
    bool asked_for_memory = false;
    {
      const MemoryRunsOut at_once{0};
      refused &= !world.alive(invented) && !world.despawn(invented);
      refused &= world.insert(invented, A{2}) == nullptr && world.insert(invented, Frozen{}) == nullptr;
      refused &= !world.template remove<A>(invented) && world.template try_get<A>(invented) == nullptr;
      asked_for_memory = at_once.happened();
    }
    EXPECT_TRUE(refused) << invented.index;
    EXPECT_FALSE(asked_for_memory) << invented.index;
  }
  EXPECT_EQ(number_in<A>(world, first), 1);
}

// What a self-move would empty, and a row moved bytewise would tear apart.
struct Numbers {
  std::unordered_set<int> set;
  std::vector<int> list;

  Numbers() = default;
  explicit Numbers(int number) : set{number}, list(3, number) {}
  [[nodiscard]] int read() const { return list.size() == 3 && set.contains(list[0]) ? list[0] : -1; }
};
struct MoreNumbers : Numbers {
  using Numbers::Numbers;
};

TYPED_TEST(RecyclingLaws, owners_of_containers_leave_from_either_end) {  // H031, H052, H057
  for (const bool from_the_front : {true, false}) {
    for (const std::size_t rows : {1u, 2u, 7u}) {
      typename TypeParam::template World<Numbers, MoreNumbers> world;
      std::vector<ecs::Entity> e;
      for (std::size_t i = 0; i < rows; ++i) {
        const int number = static_cast<int>(i);
        e.push_back(world.spawn(Numbers{number}, MoreNumbers{-1 - number}));
      }
      for (std::size_t k = 0; k < rows; ++k) EXPECT_TRUE(world.template remove<MoreNumbers>(e[k]));
      for (std::size_t k = 0; k < rows; ++k) {
        const std::size_t leaver = from_the_front ? k : rows - 1 - k;
        EXPECT_EQ(number_in<Numbers>(world, e[leaver]), static_cast<int>(leaver));
        EXPECT_TRUE(world.despawn(e[leaver]));
        const ecs::Entity guest = world.spawn(Numbers{99});  // where a row was that moved
        for (std::size_t left = k + 1; left < rows; ++left) {
          const std::size_t i = from_the_front ? left : rows - 1 - left;
          EXPECT_EQ(number_in<Numbers>(world, e[i]), static_cast<int>(i));
        }
        EXPECT_TRUE(world.despawn(guest));
      }
      EXPECT_EQ(visited(world.template view<Numbers>()), Entities{});
      expect_consistent(world);
    }
  }
}

TYPED_TEST(RecyclingLaws, reserved_room_is_filled_to_its_end_again_and_again) {  // H119, H149
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    typename TypeParam::template World<Byte, Text, Aligned256> world;
    std::vector<ecs::Entity> e;
    for (const std::size_t more : {10u, 100u, 1000u}) {
      world.reserve(e.size() + more);
      for (std::size_t k = 0; k < more; ++k) {
        const int number = static_cast<int>(e.size());
        e.push_back(world.spawn(make<Byte>(number % 256), Text{number}, Aligned256{number}));
      }
      for (std::size_t i = 0; i < e.size(); ++i) {
        ASSERT_EQ(number_in<Byte>(world, e[i]), static_cast<int>(i % 256));
        ASSERT_EQ(number_in<Text>(world, e[i]), static_cast<int>(i));
        ASSERT_EQ(number_in<Aligned256>(world, e[i]), static_cast<int>(i));
      }
      expect_consistent(world);
    }
  }
}

}  // namespace ecsbench::tests
