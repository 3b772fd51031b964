// Laws on the range of indices: no ceiling below its end, and a sentence there.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/strategy.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class RangeLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<Frozen, A>;
};
TYPED_TEST_SUITE(RangeLaws, UnderTest, StrategyName);

// Only of a store that can say what it owns: one that keeps everything for everybody would take too much.
TYPED_TEST(RangeLaws, more_than_16_million_entities_live_at_once) {  // H068
  if constexpr (!CanMeasure<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    constexpr std::size_t kMany = (std::size_t{1} << 24) + 3;
    typename TestFixture::World world;
    ecs::Entity last;
    ecs::spawn_many<Frozen>(world, kMany, [&](std::size_t, ecs::Entity e, Frozen&) { last = e; });
    EXPECT_EQ(world.size(), kMany);
    EXPECT_EQ(last.index, kMany - 1);
    std::size_t visits = 0;
    world.template view<Frozen>().each([&] { ++visits; });
    EXPECT_EQ(visits, kMany);
    world.insert(last, A{7});
    EXPECT_EQ(number_in<A>(world, last), 7);
    EXPECT_EQ(visited(world.template view<A>()), Entities{last});
    EXPECT_FALSE(world.template has<A>(ecs::Entity{last.index - (1u << 24), 1})) << "an index cut to 24 bits";
    EXPECT_TRUE(world.despawn(last));
    EXPECT_EQ(world.spawn().index, last.index);
  }
}

TYPED_TEST(RangeLaws, more_entities_than_there_are_indices_are_refused_in_a_sentence) {  // H068
  if constexpr (!ecs::Bulk<ProbeWorld<TypeParam>>) {
    GTEST_SKIP() << "skipped (no Bulk)";
  } else {
    typename TestFixture::World world;
    const ecs::Entity e = world.spawn(A{7});
    const auto never = [](std::size_t, ecs::Entity, Frozen&) { FAIL() << "nothing may be filled"; };
    for (const std::size_t n : {std::size_t{0xFFFFFFFF}, std::size_t{1} << 32, std::size_t{1} << 61, ~std::size_t{0}}) {
      try {
        world.template spawn_many<Frozen>(n, never);
        ADD_FAILURE() << n << " were not refused";
      } catch (const std::length_error& refusal) {
        EXPECT_NE(std::string{refusal.what()}.find("at most 4294967295 entities"), std::string::npos) << refusal.what();
      }
      EXPECT_EQ(world.size(), 1u);
      expect_consistent(world);
    }
    EXPECT_EQ(number_in<A>(world, e), 7);
    EXPECT_EQ(world.spawn(Frozen{}).index, e.index + 1);
  }
}

}  // namespace ecsbench::tests
