// Laws on kinds of components: move-only, over-aligned, const inside, pointing at themselves, owning memory.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

// One of every kind of component that a careless store gets wrong.
template <class Strategy>
class KindLaws : public CountedLives {
 protected:
  using World = typename Strategy::template World<Counted, SelfPointer, Text, MoveOnly, ConstMember, Aligned64,
                                                  Aligned256, Byte, Frozen>;
  using Numbers = std::array<int, 8>;

  static ecs::Entity spawn_all_kinds(World& world, int i) {
    return world.spawn(Byte{static_cast<std::uint8_t>(i % 256)}, Counted{i}, SelfPointer{i}, Text{i}, MoveOnly{i},
                       ConstMember{i}, Aligned64{i}, Aligned256{i});
  }
  template <class Read>
  static int checked_number(World& world, ecs::Entity e) {
    const Read* const place = world.template try_get<Read>(e);
    if (place == nullptr) return -9;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % alignof(Read), 0u);  // H017
    return value_of(*place);
  }
  static void expect_number(World& world, ecs::Entity e, int i) {
    const Numbers found{checked_number<Counted>(world, e),     checked_number<SelfPointer>(world, e),
                        checked_number<Text>(world, e),        checked_number<MoveOnly>(world, e),
                        checked_number<ConstMember>(world, e), checked_number<Aligned64>(world, e),
                        checked_number<Aligned256>(world, e),  checked_number<Byte>(world, e)};
    EXPECT_EQ(found, (Numbers{i, i, i, i, i, i, i, i % 256}));
  }
};
TYPED_TEST_SUITE(KindLaws, UnderTest, StrategyName);

TYPED_TEST(KindLaws, every_kind_survives_growth) {  // H017, H034, H119
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 1000; ++i) {
    e.push_back(TestFixture::spawn_all_kinds(world, i));
    const bool grown = i < 4 || (i & (i - 1)) == 0 || i == 999;
    for (int k = 0; grown && k <= i; ++k) TestFixture::expect_number(world, e[static_cast<std::size_t>(k)], k);
  }
  if constexpr (CanManage<TypeParam>) {
    world.reserve(4000);
    TestFixture::expect_number(world, e[998], 998);
    world.shrink_to_fit();
    for (int k = 0; k < 1000; ++k) TestFixture::expect_number(world, e[static_cast<std::size_t>(k)], k);
  }
}

TYPED_TEST(KindLaws, every_kind_survives_the_moves_of_its_row) {  // H012, H031, H034, H058
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  for (int i = 0; i < 60; ++i) e.push_back(TestFixture::spawn_all_kinds(world, i));
  for (std::size_t i = 0; i < 60; i += 2) world.insert(e[i], Frozen{});
  for (std::size_t i = 0; i < 60; i += 3) EXPECT_TRUE(world.despawn(e[i]));
  for (std::size_t i = 0; i < 60; i += 4) world.template remove<Frozen>(e[i]);
  for (std::size_t i = 1; i < 60; i += 3) EXPECT_TRUE(world.template remove<MoveOnly>(e[i]));
  for (std::size_t i = 1; i < 60; i += 3) world.insert(e[i], MoveOnly{static_cast<int>(i)});
  for (std::size_t i = 2; i < 60; i += 3) world.insert(e[i], ConstMember{static_cast<int>(i)});
  for (std::size_t i = 0; i < 60; ++i) {
    if (i % 3 != 0) TestFixture::expect_number(world, e[i], static_cast<int>(i));
  }
  EXPECT_EQ(visited(world.template view<const MoveOnly>()).size(), 40u);
  auto moved = std::move(world);
  for (std::size_t i = 1; i < 60; i += 3) TestFixture::expect_number(moved, e[i], static_cast<int>(i));
  expect_consistent(moved);
}

TYPED_TEST(KindLaws, every_kind_comes_in_bulk) {
  typename TestFixture::World world;
  std::vector<ecs::Entity> e;
  ecs::spawn_many<MoveOnly, Text, SelfPointer, Aligned256>(
      world, 90, [&](std::size_t i, ecs::Entity entity, MoveOnly& m, Text& t, SelfPointer& s, Aligned256& a) {
        *m.held = static_cast<int>(i);
        t = Text{static_cast<int>(i)};
        a.value = static_cast<int>(i);
        EXPECT_EQ(s.read(), 0);
        e.push_back(entity);
      });
  for (std::size_t i = 0; i < 90; ++i) {
    const int number = static_cast<int>(i);
    EXPECT_EQ(TestFixture::template checked_number<MoveOnly>(world, e[i]), number);
    EXPECT_EQ(TestFixture::template checked_number<Text>(world, e[i]), number);
    EXPECT_EQ(TestFixture::template checked_number<Aligned256>(world, e[i]), number);
    EXPECT_EQ(TestFixture::template checked_number<SelfPointer>(world, e[i]), 0);
  }
}

}  // namespace ecsbench::tests
