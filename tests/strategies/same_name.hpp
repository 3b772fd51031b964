// Two source files, each with a component of its own called Local, and a world of theirs that both use.
//
//   same_name_small_test.cpp     struct Local {};            empty: a tag
//   same_name_large_test.cpp     struct Local { 64 bytes };
//
// Were components told apart by name, or queries numbered by file, one would take the other's for its own.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "strategies/archetype.hpp"
#include "strategies/bitset.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/reactive.hpp"
#include "strategies/sparse_set.hpp"
#include "tests/support/components.hpp"

namespace ecs::same_name {

using ecsbench::tests::A;
using ecsbench::tests::B;

using Bitset = BitsetWorld<A, B>;
using Sparse = SparseSetWorld<A, B>;
using Archetypes = ArchetypeWorld<A, B>;
using Reactive = ReactiveWorld<A, B>;

// Holders of A; of A and not B. Defined in same_name_large_test.cpp for the four worlds above.
template <class World>
std::vector<std::size_t> counted_in_the_other_file(World& world);

template <class World>
void expect_one_storage_for_both_files() {
  World world;
  for (int i = 0; i < 5; ++i) world.spawn(A{i}, B{i});
  EXPECT_EQ(counted_in_the_other_file(world), (std::vector<std::size_t>{5, 0}));
  for (int i = 0; i < 3; ++i) world.spawn(A{i});
  EXPECT_EQ(world.template view<const A>().count(), 8u);
  EXPECT_EQ(world.template view<const A>(without<B>).count(), 3u);
  EXPECT_EQ(counted_in_the_other_file(world), (std::vector<std::size_t>{8, 3}));
}

// A world of A and of the caller's Local holds the caller's, of which a value takes so many bytes.
template <class World, class Local>
void expect_own_local(std::size_t bytes) {
  World world;
  for (int round = 0; round < 2; ++round) {
    const Entity e = world.spawn(A{1}, Local{});
    world.spawn(A{2});
    world.insert(world.spawn(), Local{});
    EXPECT_EQ(world.template view<Local>().count(), 2u);
    EXPECT_EQ((world.template view<const A, const Local>().count()), 1u);
    EXPECT_EQ(world.template view<const A>(without<Local>).count(), 1u);
    EXPECT_EQ(world.memory().payload_bytes, 2 * sizeof(A) + 2 * bytes);
    EXPECT_EQ(world.template try_get<A>(e)->value, 1);
    EXPECT_TRUE(world.consistent());
    world.clear();
    EXPECT_EQ(world.template view<Local>().count(), 0u);
  }
}

}  // namespace ecs::same_name
