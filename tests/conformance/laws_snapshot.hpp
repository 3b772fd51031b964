// Laws on snapshots: what a world saved, any other loads, and back; what is refused leaves nobody. Each strategy is held
// against one reference, so that any two of them exchange worlds. In CBOR: what is particular to JSON stands in
// strategies/snapshot_test.cpp.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/alive_scan.hpp"
#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/memory.hpp"
#include "strategies/snapshot.hpp"
#include "strategies/snapshot_cbor.hpp"
#include "strategies/snapshot_equal.hpp"
#include "tests/support/components.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/saved_components.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class World>
[[nodiscard]] std::string saved(World& world) {
  std::ostringstream stream;
  ecs::save_cbor(world, stream);
  return stream.str();
}
template <class World>
void load(World& world, const std::string& bytes) {
  std::istringstream stream{bytes};
  ecs::load_cbor(world, stream);
}

template <class Strategy>
class SnapshotLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, Text, MoveOnly, Follows, Frozen>;
  using Reference = ecs::AliveScanWorld<A, Text, MoveOnly, Follows, Frozen>;

  // Lives of every kind, some of which ended; references to the living, the dead and nobody.
  void settle(std::mt19937& random) {
    std::vector<ecs::Entity> all{ecs::kNull};
    const auto any = [&] { return all[random() % all.size()]; };
    for (int i = 0; i < 200; ++i) {
      const ecs::Entity born = world_.spawn();
      if (random() % 2 == 0) world_.insert(born, A{i});
      if (random() % 3 == 0) world_.insert(born, Text{i});
      if (random() % 4 == 0) world_.insert(born, MoveOnly{i});
      if (random() % 2 == 0) world_.insert(born, Follows{any(), {any(), born}});
      if (random() % 3 == 0) world_.insert(born, Frozen{});
      all.push_back(born);
      if (random() % 5 == 0) world_.despawn(any());
    }
  }

  World world_;
};
TYPED_TEST_SUITE(SnapshotLaws, UnderTest, StrategyName);

TYPED_TEST(SnapshotLaws, a_world_goes_into_another_strategy_and_comes_back_the_same) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random{seed};
  this->settle(random);
  typename TestFixture::Reference there;
  load(there, saved(this->world_));
  EXPECT_TRUE(ecs::equal(this->world_, there));
  EXPECT_TRUE(ecs::equal(there, this->world_));
  typename TestFixture::World back;
  load(back, saved(there));
  EXPECT_TRUE(ecs::equal(this->world_, back));
  EXPECT_EQ(saved(back), saved(this->world_)) << "equal worlds give the same bytes";
  expect_consistent(back);
  expect_consistent(there);
}

TYPED_TEST(SnapshotLaws, a_reference_finds_its_entity_in_the_loaded_world) {
  auto& world = this->world_;
  const ecs::Entity dead = world.spawn();
  const ecs::Entity first = world.spawn(A{1});
  const ecs::Entity second = world.spawn(A{2}, Follows{first, {ecs::kNull, dead, first}});
  world.insert(first, Follows{second, {first}});  // one before, one behind, itself
  world.despawn(dead);
  world.spawn(A{3});  // in the slot of the dead: nobody follows it
  typename TestFixture::World loaded;
  load(loaded, saved(world));
  const auto in_loaded = [&](ecs::Entity e) { return ecs::find(loaded, ecs::known_id(world, e)); };
  const Follows& of_second = *loaded.template try_get<Follows>(in_loaded(second));
  EXPECT_EQ(of_second.leader, in_loaded(first));
  EXPECT_EQ(of_second.friends, (std::vector{ecs::kNull, ecs::kNull, in_loaded(first)}));
  EXPECT_EQ(loaded.template try_get<Follows>(in_loaded(first))->leader, in_loaded(second));
  EXPECT_EQ(value_of(*loaded.template try_get<A>(in_loaded(first))), 1);
}

TYPED_TEST(SnapshotLaws, a_world_that_differs_in_one_place_is_not_equal) {
  auto& world = this->world_;
  const ecs::Entity a = world.spawn(A{1}, Follows{});
  const ecs::Entity b = world.spawn(A{2});
  const std::string file = saved(world);
  const auto differs = [&](auto change) {
    typename TestFixture::World other;
    load(other, file);
    EXPECT_TRUE(ecs::equal(world, other));
    change(other, ecs::find(other, ecs::known_id(world, a)), ecs::find(other, ecs::known_id(world, b)));
    return !ecs::equal(world, other) && !ecs::equal(other, world);
  };
  EXPECT_TRUE(differs([](auto& other, ecs::Entity in_a, ecs::Entity) { other.insert(in_a, A{3}); }));
  EXPECT_TRUE(differs([](auto& other, ecs::Entity in_a, ecs::Entity in_b) { other.insert(in_a, Follows{in_b, {}}); }));
  EXPECT_TRUE(differs([](auto& other, ecs::Entity in_a, ecs::Entity) { other.insert(in_a, Frozen{}); }));
  EXPECT_TRUE(differs([](auto& other, ecs::Entity in_a, ecs::Entity) { other.template remove<A>(in_a); }));
  EXPECT_TRUE(differs([](auto& other, ecs::Entity, ecs::Entity in_b) { other.despawn(in_b); }));
  EXPECT_TRUE(differs([](auto& other, ecs::Entity, ecs::Entity) { other.spawn(); }));
  EXPECT_TRUE(differs([](auto& other, ecs::Entity, ecs::Entity in_b) {
    other.despawn(in_b);
    ecs::id_of(other, other.spawn(A{2}));  // the same value, but somebody else
  }));
}

TYPED_TEST(SnapshotLaws, an_empty_world_is_saved_and_loaded) {
  typename TestFixture::World loaded;
  load(loaded, saved(this->world_));
  EXPECT_EQ(loaded.size(), 0u);
  EXPECT_TRUE(ecs::equal(this->world_, loaded));
}

TYPED_TEST(SnapshotLaws, only_an_empty_world_loads_and_a_cleared_one_is_empty) {  // H139
  auto& world = this->world_;
  const ecs::Entity old = world.spawn(A{1});
  const std::string file = saved(world);
  try {
    load(world, file);
    ADD_FAILURE() << "loaded over somebody";
  } catch (const ecs::SnapshotError& refused) {
    EXPECT_STREQ(refused.what(),
                 "snapshot: it is loaded into an empty world, and this one has 1 entities: clear() it before, or load "
                 "into a new one");
  }
  EXPECT_EQ(value_of(*world.template try_get<A>(old)), 1);
  const ecs::EntityId id = ecs::known_id(world, old);
  world.despawn(old);
  load(world, file);
  EXPECT_EQ(world.size(), 1u);
  EXPECT_FALSE(world.alive(old)) << "handles of before stay stale";
  EXPECT_EQ(value_of(*world.template try_get<A>(ecs::find(world, id))), 1);
  if constexpr (CanManage<TypeParam>) {
    world.clear();
    load(world, file);
    EXPECT_EQ(world.size(), 1u);
    EXPECT_FALSE(world.alive(old));
  }
  expect_consistent(world);
}

TYPED_TEST(SnapshotLaws, a_file_that_fails_late_leaves_an_empty_world_that_loads_the_next) {
  std::mt19937 random{1};
  this->settle(random);
  const std::string file = saved(this->world_);
  typename TestFixture::World loaded;
  for (const std::size_t missing : {std::size_t{3}, file.size() / 4, file.size() / 2}) {
    EXPECT_THROW(load(loaded, file.substr(0, file.size() - missing)), ecs::SnapshotError);
    EXPECT_EQ(loaded.size(), 0u);
    EXPECT_EQ(loaded.ids().size(), 0u);
    expect_consistent(loaded);
  }
  load(loaded, file);
  EXPECT_TRUE(ecs::equal(loaded, this->world_));
}

TYPED_TEST(SnapshotLaws, memory_that_runs_out_while_loading_leaves_an_empty_world) {
  std::mt19937 random{2};
  this->settle(random);
  const std::string file = saved(this->world_);
  bool whole = false;
  for (std::size_t allocations = 0; !whole && allocations < 3'000; allocations += 1 + allocations / 8) {
    typename TestFixture::World loaded;
    std::istringstream stream{file};
    try {
      const MemoryRunsOut after{allocations};
      ecs::load_cbor(loaded, stream);
      whole = !after.happened();
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(loaded.size(), 0u) << allocations;
      EXPECT_EQ(loaded.ids().size(), 0u) << allocations;
    }
    expect_consistent(loaded);
  }
  EXPECT_TRUE(whole);
}

TYPED_TEST(SnapshotLaws, a_world_under_iteration_may_be_saved) {
  this->world_.spawn(A{1});
  std::string within;
  this->world_.template view<const A>().each([&](const A&) { within = saved(this->world_); });
  EXPECT_EQ(within, saved(this->world_));
}

TYPED_TEST(SnapshotLaws, what_is_loaded_is_added_and_changed_now) {
  if constexpr (!CanTrack<TypeParam>) {
    GTEST_SKIP() << kNotTracked;
  } else {
    typename TypeParam::template World<Health, A> world, loaded;
    world.spawn(Health{7});
    loaded.advance();
    const ecs::Tick since = loaded.tick();
    loaded.advance();
    load(loaded, saved(world));
    EXPECT_EQ(visited(loaded.template view<const Health>(ecs::added<Health>(since))).size(), 1u);
    EXPECT_EQ(visited(loaded.template view<const Health>(ecs::changed<Health>(loaded.tick()))).size(), 0u);
  }
}

TYPED_TEST(SnapshotLaws, a_block_boundary_loses_nobody) {
  using Small = typename TypeParam::template World<A, Frozen>;
  Small world, loaded;
  for (std::size_t i = 0; i < 2 * ecs::kMostRows + 1; ++i) world.spawn(A{static_cast<int>(i)}, Frozen{});
  for (int i = 0; i < 5; ++i) world.spawn(Frozen{});
  load(loaded, saved(world));
  EXPECT_TRUE(ecs::equal(world, loaded));
  expect_consistent(loaded);
}

}  // namespace ecsbench::tests
