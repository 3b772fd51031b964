// Laws on memory that runs out: an operation that throws bad_alloc leaves the world as it was.
//
// Each operation is tried on worlds of several sizes (around the places where arrays grow), with the first, second, third
// ... allocation failing, until it goes through.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "tests/support/components.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class MemoryFailureLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, Text, Frozen>;

  struct Scene {
    World world;
    std::vector<ecs::Entity> e;
  };

  static Scene scene_of(std::size_t rows) {
    Scene scene;
    for (std::size_t i = 0; i < rows; ++i) {
      const int number = static_cast<int>(i);
      scene.e.push_back(i % 2 == 0 ? scene.world.spawn(A{number}, Text{number}) : scene.world.spawn(A{number}));
    }
    return scene;
  }

  // operation(scene, value) must go through in the end and leave no trace each time before. The text is made beforehand,
  // so that only the world's own allocations fail.
  template <class Operation>
  static void expect_all_or_nothing(Operation operation) {
    for (const std::size_t rows : {2u, 8u, 15u, 16u, 17u, 32u, 63u, 64u, 65u, 128u, 4096u}) {
      std::size_t allocations = 0;
      while (!goes_through(rows, allocations, operation)) ++allocations;
      EXPECT_LT(allocations, 100u);
    }
  }

 private:
  template <class Operation>
  static bool goes_through(std::size_t rows, std::size_t allocations, Operation operation) {
    Scene scene = scene_of(rows);
    const auto before = portrait<A, B, Text, Frozen>(scene.world, scene.e);
    Text text{1001};
    try {
      const MemoryRunsOut after{allocations};
      operation(scene, text);
    } catch (const std::bad_alloc&) {
      EXPECT_TRUE((same(portrait<A, B, Text, Frozen>(scene.world, scene.e), before)))
          << rows << " rows, allocation " << allocations << " failed";
      Text again{1001};
      operation(scene, again);
      expect_consistent(scene.world);
      return false;
    }
    expect_consistent(scene.world);
    return true;
  }
};
TYPED_TEST_SUITE(MemoryFailureLaws, UnderTest, StrategyName);

TYPED_TEST(MemoryFailureLaws, spawn_is_all_or_nothing) {
  TestFixture::expect_all_or_nothing([](auto& scene, Text& text) { scene.world.spawn(A{1}, std::move(text)); });
  TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.spawn(); });
  TestFixture::expect_all_or_nothing([](auto& scene, Text& text) {
    scene.world.spawn(B{1}, std::move(text), Frozen{});  // a combination nobody had before
  });
}

TYPED_TEST(MemoryFailureLaws, insert_is_all_or_nothing) {
  TestFixture::expect_all_or_nothing([](auto& scene, Text& text) { scene.world.insert(scene.e[1], std::move(text)); });
  TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.insert(scene.e[0], B{1}); });
  TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.insert(scene.e[0], Frozen{}); });
}

TYPED_TEST(MemoryFailureLaws, replacing_needs_no_memory) {
  for (const std::size_t rows : {2u, 16u, 64u}) {
    auto scene = TestFixture::scene_of(rows);
    Text text{1001};
    {
      const MemoryRunsOut at_once{0};
      scene.world.insert(scene.e[0], std::move(text));
    }
    EXPECT_EQ(number_in<Text>(scene.world, scene.e[0]), 1001);
  }
}

TYPED_TEST(MemoryFailureLaws, remove_and_despawn_are_all_or_nothing) {
  TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.template remove<Text>(scene.e[0]); });
  TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.despawn(scene.e[0]); });
}

TYPED_TEST(MemoryFailureLaws, spawn_many_is_all_or_nothing) {
  TestFixture::expect_all_or_nothing(
      [](auto& scene, Text&) { ecs::spawn_many<A, B>(scene.world, 40, [](std::size_t, ecs::Entity, A&, B&) {}); });
}

TYPED_TEST(MemoryFailureLaws, upkeep_is_all_or_nothing) {
  if constexpr (!CanManage<TypeParam>) {
    GTEST_SKIP() << kNotManaged;
  } else {
    TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.reserve(1000); });
    TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.shrink_to_fit(); });
    TestFixture::expect_all_or_nothing([](auto& scene, Text&) { scene.world.template remove_all<Text>(); });
  }
}

TYPED_TEST(MemoryFailureLaws, a_range_for_that_finds_no_memory_leaves_the_world_open) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    auto scene = TestFixture::scene_of(16);
    EXPECT_THROW(
        {
          const MemoryRunsOut at_once{0};
          for ([[maybe_unused]] auto [e, a] : scene.world.template view<A>()) break;
        },
        std::bad_alloc);
    EXPECT_NO_THROW(scene.world.spawn());
  }
}

}  // namespace ecsbench::tests
