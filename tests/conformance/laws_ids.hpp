// Laws on permanent ids: one entity an id, one id a life, whatever ends it; and nothing for those who never ask.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "strategies/command_buffer.hpp"
#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/memory.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class IdLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B>;

  // Nobody has this id, and who takes the slot of its owner next has none.
  void expect_forgotten(const ecs::EntityId& id) {
    EXPECT_EQ(ecs::find(world_, id), ecs::kNull);
    const std::size_t ids = world_.ids().size();
    const ecs::Entity heir = world_.spawn(A{1});
    EXPECT_EQ(ecs::known_id(world_, heir), ecs::kNullId);
    EXPECT_TRUE(ecs::assign(world_, heir, id));
    EXPECT_EQ(ecs::find(world_, id), heir);
    world_.despawn(heir);
    EXPECT_EQ(world_.ids().size(), ids);
    expect_consistent(world_);
  }

  World world_;
};
TYPED_TEST_SUITE(IdLaws, UnderTest, StrategyName);

TYPED_TEST(IdLaws, an_id_is_minted_once_and_finds_its_entity) {
  const ecs::Entity a = this->world_.spawn(A{1});
  const ecs::Entity b = this->world_.spawn();
  EXPECT_EQ(ecs::known_id(this->world_, a), ecs::kNullId);
  const ecs::EntityId id = ecs::id_of(this->world_, a);
  EXPECT_NE(id, ecs::kNullId);
  EXPECT_EQ(ecs::id_of(this->world_, a), id);
  EXPECT_EQ(ecs::known_id(this->world_, a), id);
  EXPECT_NE(ecs::id_of(this->world_, b), id);
  EXPECT_EQ(ecs::find(this->world_, id), a);
  this->world_.insert(a, B{2});
  this->world_.template remove<A>(a);
  EXPECT_EQ(ecs::find(this->world_, id), a);
  expect_consistent(this->world_);
}

TYPED_TEST(IdLaws, a_stale_or_null_handle_has_no_id_and_gets_none) {
  const ecs::Entity dead = this->world_.spawn(A{1});
  this->world_.despawn(dead);
  this->world_.spawn(A{2});  // in the slot of the dead
  for (const ecs::Entity nobody : {ecs::kNull, dead, ecs::Entity{1000, 1}}) {
    EXPECT_EQ(ecs::id_of(this->world_, nobody), ecs::kNullId);
    EXPECT_EQ(ecs::known_id(this->world_, nobody), ecs::kNullId);
    EXPECT_FALSE(ecs::assign(this->world_, nobody, ecs::EntityId{1, 2}));
  }
  EXPECT_EQ(this->world_.ids().size(), 0u);
  EXPECT_EQ(ecs::find(this->world_, ecs::kNullId), ecs::kNull);
}

TYPED_TEST(IdLaws, an_id_that_is_taken_is_refused) {  // H126
  const ecs::EntityId wanted{7, 8};
  const ecs::Entity a = this->world_.spawn();
  const ecs::Entity b = this->world_.spawn();
  EXPECT_TRUE(ecs::assign(this->world_, a, wanted));
  EXPECT_TRUE(ecs::assign(this->world_, a, wanted));  // it has it
  EXPECT_FALSE(ecs::assign(this->world_, b, wanted));
  EXPECT_FALSE(ecs::assign(this->world_, a, ecs::EntityId{7, 9})) << "an id is for life";
  EXPECT_FALSE(ecs::assign(this->world_, b, ecs::kNullId));
  EXPECT_EQ(ecs::find(this->world_, wanted), a);
  EXPECT_EQ(ecs::known_id(this->world_, b), ecs::kNullId);
  expect_consistent(this->world_);
}

TYPED_TEST(IdLaws, the_id_of_the_dead_is_free_at_once_and_stays_with_its_heir) {  // H070
  const ecs::EntityId id{1, 1};
  const ecs::Entity first = this->world_.spawn(A{1});
  ecs::assign(this->world_, first, id);
  ecs::CommandBuffer<typename TestFixture::World> commands;
  commands.despawn(first);
  const ecs::Entity second = this->world_.spawn(A{2});
  EXPECT_FALSE(ecs::assign(this->world_, second, id)) << "its owner still lives";
  commands.flush(this->world_);
  EXPECT_TRUE(ecs::assign(this->world_, second, id));
  EXPECT_EQ(commands.flush(this->world_).skipped, 0u);
  EXPECT_FALSE(this->world_.despawn(first));
  EXPECT_EQ(ecs::find(this->world_, id), second);
}

TYPED_TEST(IdLaws, every_way_to_die_takes_the_id_along) {
  auto& world = this->world_;
  std::vector<ecs::Entity> e;
  std::vector<ecs::EntityId> ids;
  for (int i = 0; i < 40; ++i) {
    e.push_back(world.spawn(A{i}));
    ids.push_back(ecs::id_of(world, e.back()));
  }
  world.despawn(e[0]);
  this->expect_forgotten(ids[0]);
  EXPECT_EQ(ecs::despawn_many(world, std::span{e}.subspan(1, 3)), 3u);  // a few of many,
  for (std::size_t i = 1; i < 4; ++i) this->expect_forgotten(ids[i]);
  const std::vector<ecs::Entity> doubled{e[4], e[4], e[0], ecs::kNull, e[5]};
  EXPECT_EQ(ecs::despawn_many(world, std::span{doubled}), 2u);
  EXPECT_EQ(ecs::despawn_many(world, std::span{e}.first(39)), 33u);  // nearly all
  for (std::size_t i = 4; i < 39; ++i) EXPECT_EQ(ecs::find(world, ids[i]), ecs::kNull);
  EXPECT_EQ(ecs::find(world, ids[39]), e[39]);
  EXPECT_EQ(world.ids().size(), 1u);
  this->expect_forgotten(ids[20]);
  if constexpr (CanManage<TypeParam>) {
    world.clear();
    this->expect_forgotten(ids[39]);
    EXPECT_EQ(world.ids().size(), 0u);
  }
}

TYPED_TEST(IdLaws, an_undone_spawn_many_takes_back_the_ids_of_its_newborn) {
  auto& world = this->world_;
  const ecs::Entity old = world.spawn(A{1});
  const ecs::EntityId id = ecs::id_of(world, old);
  world.despawn(world.spawn());
  std::vector<ecs::EntityId> minted;
  EXPECT_THROW(ecs::spawn_many<A>(world, 10,
                                  [&](std::size_t i, ecs::Entity born, A&) {
                                    minted.push_back(ecs::id_of(world, born));
                                    if (i == 6) throw std::runtime_error{"no more"};
                                  }),
               std::runtime_error);
  EXPECT_EQ(minted.size(), 7u);
  EXPECT_EQ(world.ids().size(), 1u);
  EXPECT_EQ(ecs::find(world, id), old);
  expect_consistent(world);
  for (const ecs::EntityId& gone : minted) this->expect_forgotten(gone);
}

TYPED_TEST(IdLaws, ids_may_be_asked_for_while_a_view_runs) {
  for (int i = 0; i < 20; ++i) this->world_.spawn(A{i});
  std::vector<ecs::EntityId> ids;
  this->world_.template view<const A>().each(
      [&](ecs::Entity e, const A&) { ids.push_back(ecs::id_of(this->world_, e)); });
  EXPECT_EQ(this->world_.ids().size(), 20u);
  for (const ecs::EntityId& id : ids) EXPECT_TRUE(this->world_.alive(ecs::find(this->world_, id)));
}

TYPED_TEST(IdLaws, ids_move_with_the_world_and_a_clone_has_the_same) {  // H115
  auto& world = this->world_;
  const ecs::Entity a = world.spawn(A{1});
  const ecs::EntityId id = ecs::id_of(world, a);
  auto moved = std::move(world);
  EXPECT_EQ(ecs::find(moved, id), a);
  EXPECT_EQ(ecs::find(world, id), ecs::kNull);
  EXPECT_EQ(world.ids().size(), 0u);
  const ecs::Entity copied = moved.spawn(*moved.template try_get<A>(a));  // a copy of one entity is somebody else
  EXPECT_NE(ecs::id_of(moved, copied), id);
  if constexpr (CanClone<TypeParam>) {
    auto clone = moved.clone();
    EXPECT_EQ(ecs::find(clone, id), a);
    EXPECT_EQ(ecs::known_id(clone, copied), ecs::known_id(moved, copied));
    clone.despawn(a);
    EXPECT_EQ(ecs::find(clone, id), ecs::kNull);
    EXPECT_EQ(ecs::find(moved, id), a);
    expect_consistent(clone);
  }
  expect_consistent(moved);
}

TYPED_TEST(IdLaws, memory_counts_the_ids_to_the_byte) {
  if constexpr (!CanMeasure<TypeParam>) {
    GTEST_SKIP() << kNotMeasured;
  } else {
    const std::uint64_t before = ecs::memory_count.live_bytes.load();
    typename TestFixture::World world;
    std::vector<ecs::Entity> e;
    const auto exact = [&] { return world.memory().total_bytes() == ecs::memory_count.live_bytes.load() - before; };
    for (int i = 0; i < 100; ++i) e.push_back(world.spawn(A{i}));
    for (std::size_t i = 0; i < 100; i += 2) {
      ecs::id_of(world, e[i]);
      ASSERT_TRUE(exact()) << i;
    }
    for (std::size_t i = 0; i < 80; ++i) world.despawn(e[i]);
    EXPECT_TRUE(exact());
    if constexpr (CanManage<TypeParam>) {
      const std::size_t owned = world.memory().total_bytes();
      world.shrink_to_fit();
      EXPECT_TRUE(exact());
      EXPECT_LT(world.memory().total_bytes(), owned);
      world.clear();
      EXPECT_TRUE(exact());
    }
  }
}

TYPED_TEST(IdLaws, random_lives_and_deaths_never_mix_up_who_is_who) {  // H126
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random{seed};
  auto& world = this->world_;
  std::vector<std::pair<ecs::Entity, ecs::EntityId>> named;
  for (int step = 0; step < 2'000; ++step) {
    const ecs::Entity born = world.spawn(A{step});
    if (random() % 2 == 0) named.emplace_back(born, ecs::id_of(world, born));
    if (random() % 3 != 0 && !named.empty()) {
      const std::size_t one = random() % named.size();
      EXPECT_EQ(ecs::find(world, named[one].second), named[one].first);
      EXPECT_TRUE(world.despawn(named[one].first));
      EXPECT_EQ(ecs::find(world, named[one].second), ecs::kNull);
      named.erase(named.begin() + static_cast<std::ptrdiff_t>(one));
    }
    if (random() % 2 == 0) world.despawn(born);
    std::erase_if(named, [&](const auto& pair) { return !world.alive(pair.first); });
  }
  EXPECT_EQ(world.ids().size(), named.size());
  for (const auto& [entity, id] : named) {
    EXPECT_EQ(ecs::known_id(world, entity), id);
    EXPECT_EQ(ecs::find(world, id), entity);
  }
  expect_consistent(world);
}

}  // namespace ecsbench::tests
