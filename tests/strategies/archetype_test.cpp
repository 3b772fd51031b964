// What is particular to tables: rows that move, holes that fill, edges, remembered queries, and memory that runs out in
// the middle. What every strategy must do is in tests/conformance.
#include "strategies/archetype.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

// Allocations still granted to the worlds (they all ask by this form of operator new); none: no
// limit.
std::optional<int> granted;

bool grant_one() {
  if (!granted) return true;
  if (*granted == 0) return false;
  --*granted;
  return true;
}

}  // namespace

void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  if (!grant_one()) return nullptr;
  const auto boundary = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(boundary, (bytes + boundary - 1) / boundary * boundary);
}
void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}

namespace {

using ecs::ArchetypeWorld;
using ecs::Entity;
using ecs::LockedStorage;
using ecs::Optional;
using ecs::without;

struct Position {
  float x, y;
};
struct Velocity {
  float x, y;
};
struct Frozen {};
template <int kNumber>
struct Flag {};

// Knows where it lives and how many of it do: a bytewise move or a second destruction shows.
struct Resident {
  explicit Resident(int v) : value{v} { ++living; }
  Resident() : Resident{0} {}
  Resident(Resident&& other) noexcept : value{std::exchange(other.value, -1)} {
    EXPECT_NE(this, &other);
    ++living;
  }
  Resident(const Resident& other) : value{other.value} { ++living; }
  Resident& operator=(const Resident&) = delete;
  ~Resident() {
    EXPECT_EQ(home, this);
    home = nullptr;
    --living;
  }
  Resident* home = this;
  int value;
  static inline int living = 0;
};

struct Named {
  const int number;  // no assignment
  std::unique_ptr<int> owned;
};
struct alignas(256) Wide {
  std::uint8_t byte;
};

using World = ArchetypeWorld<Position, Velocity, Resident, Frozen>;

std::vector<Entity> with_positions(World& world, int n) {
  std::vector<Entity> made;
  for (int i = 0; i < n; ++i) made.push_back(world.spawn(Position{static_cast<float>(i), 0}));
  return made;
}
float x_of(World& world, Entity entity) {
  return world.try_get<Position>(entity)->x;
}

std::size_t visits(auto view) {
  std::size_t seen = 0;
  view.each([&](auto&&...) { ++seen; });
  EXPECT_EQ(seen, view.count());
  return seen;
}

// --- rows move, holes fill ---

TEST(Archetype, the_founding_example_holds) {
  ArchetypeWorld<Position, Velocity> world;
  std::vector<Entity> entities;
  for (int i = 0; i < 6; ++i) {
    entities.push_back(world.spawn(Position{0, static_cast<float>(i)}));
    if (i % 2 == 0) world.insert(entities.back(), Velocity{1, 0});
  }
  std::set<ecs::Index> moved;
  world.view<Position, const Velocity>().each([&](Entity e, Position& p, const Velocity& v) {
    p.x += v.x;
    moved.insert(e.index);
  });
  EXPECT_EQ(moved, (std::set<ecs::Index>{0, 2, 4}));
  EXPECT_EQ(world.try_get<Position>(entities[0])->x, 1);
  EXPECT_TRUE(world.remove<Position>(entities[0]));
  EXPECT_EQ(world.try_get<Position>(entities[5])->y, 5);
  EXPECT_EQ(visits(world.view<const Position>()), 5u);
  EXPECT_TRUE(world.despawn(entities[2]));
  EXPECT_FALSE(world.despawn(entities[2]));
  const Entity newcomer = world.spawn(Position{9, 9});
  EXPECT_EQ(newcomer.index, entities[2].index);
  EXPECT_NE(newcomer.generation, entities[2].generation);
  EXPECT_EQ(world.try_get<Position>(entities[2]), nullptr);
  EXPECT_EQ(world.try_get<Position>(newcomer)->x, 9);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, removing_any_row_keeps_the_others) {
  for (std::size_t gone = 0; gone < 4; ++gone) {
    World world;
    std::vector<Entity> entities = with_positions(world, 4);
    ASSERT_TRUE(world.despawn(entities[gone]));
    ASSERT_TRUE(world.consistent());
    for (std::size_t i = 0; i < 4; ++i) {
      if (i == gone) continue;
      EXPECT_EQ(x_of(world, entities[i]), static_cast<float>(i));
    }
  }
}

TEST(Archetype, moving_any_row_to_another_table_keeps_the_others) {
  for (std::size_t mover = 0; mover < 4; ++mover) {
    World world;
    std::vector<Entity> entities = with_positions(world, 4);
    world.insert(entities[mover], Velocity{7, 8});
    ASSERT_TRUE(world.consistent());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(x_of(world, entities[i]), static_cast<float>(i));
    EXPECT_EQ(world.try_get<Velocity>(entities[mover])->y, 8);
    EXPECT_TRUE(world.remove<Velocity>(entities[mover]));
    ASSERT_TRUE(world.consistent());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(x_of(world, entities[i]), static_cast<float>(i));
  }
}

TEST(Archetype, an_entity_without_components_lives_in_the_empty_table) {
  World world;
  const Entity a = world.spawn(Position{1, 0});
  const Entity b = world.spawn(Position{2, 0});
  const Entity bare = world.spawn();
  world.remove<Position>(a);
  world.insert(a, Position{5, 0});
  world.despawn(bare);
  world.despawn(b);
  const Entity other = world.spawn();
  EXPECT_EQ(x_of(world, a), 5);
  EXPECT_TRUE(world.mask(other).empty());
  EXPECT_EQ(visits(world.view<Position>()), 1u);
  EXPECT_EQ(visits(world.view<>()), 2u);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, removing_an_absent_component_changes_nothing) {
  World world;
  const std::vector<Entity> entities = with_positions(world, 4);
  for (const Entity entity : entities) EXPECT_FALSE(world.remove<Velocity>(entity));
  EXPECT_TRUE(world.remove<Position>(entities[1]));
  EXPECT_FALSE(world.remove<Position>(entities[1]));
  EXPECT_EQ(x_of(world, entities[3]), 3);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, replacing_a_value_happens_in_place) {
  World world;
  const Entity entity = world.spawn(Resident{1}, Position{});
  Resident* const before = world.try_get<Resident>(entity);
  EXPECT_EQ(world.insert(entity, Resident{2}), before);
  EXPECT_EQ(before->value, 2);
  EXPECT_EQ(Resident::living, 1);
}

TEST(Archetype, objects_are_moved_by_their_constructor_and_destroyed_once) {
  {
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 100; ++i) entities.push_back(world.spawn(Resident{i}));
    for (int i = 0; i < 100; i += 2) world.insert(entities[static_cast<std::size_t>(i)], Frozen{});
    for (int i = 0; i < 100; i += 3) world.insert(entities[static_cast<std::size_t>(i)], Position{});
    for (int i = 0; i < 100; i += 5) world.despawn(entities[static_cast<std::size_t>(i)]);
    for (int i = 1; i < 100; i += 7) world.remove<Resident>(entities[static_cast<std::size_t>(i)]);
    world.shrink_to_fit();
    std::size_t seen = 0;
    world.view<const Resident>().each([&](Entity e, const Resident& r) {
      EXPECT_EQ(r.home, &r);
      EXPECT_EQ(entities[static_cast<std::size_t>(r.value)], e);
      ++seen;
    });
    EXPECT_EQ(Resident::living, static_cast<int>(seen));
    EXPECT_TRUE(world.consistent());
  }
  EXPECT_EQ(Resident::living, 0);
}

TEST(Archetype, components_may_be_move_only_const_and_over_aligned) {
  ArchetypeWorld<Named, Wide, Position> world;
  std::vector<Entity> entities;
  for (int i = 0; i < 100; ++i) {
    entities.push_back(world.spawn(Named{i, std::make_unique<int>(i)}));
    world.insert(entities.back(), Wide{static_cast<std::uint8_t>(i)});
    if (i % 3 == 0) world.despawn(entities[static_cast<std::size_t>(i) / 2]);
  }
  world.view<const Named, const Wide>().each([&](Entity e, const Named& named, const Wide& wide) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&wide) % 256, 0u);
    EXPECT_EQ(*named.owned, named.number);
    EXPECT_EQ(wide.byte, named.number);
    EXPECT_EQ(entities[static_cast<std::size_t>(named.number)], e);
  });
  world.insert(entities[99], Named{7, std::make_unique<int>(70)});
  EXPECT_EQ(world.try_get<Named>(entities[99])->number, 7);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, columns_begin_at_a_cache_line_after_every_growth) {
  struct Byte {
    std::uint8_t value;
  };
  struct Twelve {
    std::array<std::uint32_t, 3> values;
  };
  ArchetypeWorld<Byte, Twelve, Position> world;
  for (int i = 0; i < 1000; ++i) {
    world.spawn(Byte{static_cast<std::uint8_t>(i)}, Twelve{}, Position{});
    world.view<Byte, Twelve, Position>().each_chunk([](auto bytes, auto twelves, auto positions) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64, 0u);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(twelves.data()) % 64, 0u);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(positions.data()) % 64, 0u);
    });
    ASSERT_TRUE(world.consistent());
  }
}

TEST(Archetype, a_value_may_be_copied_from_the_array_that_grows) {
  World world;
  std::vector<Entity> entities = with_positions(world, 16);  // the first block is full
  const Entity copy = world.spawn(*world.try_get<Position>(entities[3]));
  EXPECT_EQ(x_of(world, copy), 3);
  world.insert(entities[5], *world.try_get<Position>(entities[4]));
  EXPECT_EQ(x_of(world, entities[5]), 4);
}

// --- tables, edges, queries ---

TEST(Archetype, one_entity_may_walk_through_two_thousand_tables) {  // H095
  ArchetypeWorld<Resident, Flag<0>, Flag<1>, Flag<2>, Flag<3>, Flag<4>, Flag<5>, Flag<6>, Flag<7>, Flag<8>, Flag<9>,
                 Flag<10>>
      world;
  const Entity entity = world.spawn(Resident{42});
  const auto flip = [&]<int... kNumbers>(unsigned bits, std::integer_sequence<int, kNumbers...>) {
    ((bits >> kNumbers & 1u ? static_cast<void>(world.insert(entity, Flag<kNumbers>{}))
                            : static_cast<void>(world.remove<Flag<kNumbers>>(entity))),
     ...);
  };
  for (unsigned bits = 0; bits < 2048; ++bits) flip(bits, std::make_integer_sequence<int, 11>{});
  const Resident* const value = world.try_get<Resident>(entity);
  EXPECT_EQ(value->home, value);
  EXPECT_EQ(value->value, 42);
  EXPECT_EQ(visits(world.view<Resident, Flag<10>>()), 1u);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, a_query_finds_the_tables_that_come_later) {
  World world;
  auto view = world.view<const Position>();
  EXPECT_EQ(visits(view), 0u);
  world.spawn(Position{});
  world.spawn(Position{}, Velocity{});
  world.spawn(Frozen{}, Position{});
  EXPECT_EQ(visits(view), 3u);
  world.clear();
  EXPECT_EQ(visits(view), 0u);
  world.spawn(Position{}, Resident{1});
  EXPECT_EQ(visits(view), 1u);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, a_view_made_in_a_visitor_does_not_disturb_the_one_that_runs) {
  World world;
  for (int i = 0; i < 3; ++i) {
    world.spawn(Position{});
    world.spawn(Position{}, Velocity{});
    world.spawn(Position{}, Frozen{});
  }
  std::size_t seen = 0;
  world.view<const Position>().each([&](const Position&) {
    ++seen;
    EXPECT_EQ(world.view<const Velocity>().count(), 3u);
    EXPECT_EQ((world.view<const Position, Optional<const Frozen>>().count()), 9u);
    EXPECT_EQ((world.view<const Position>(without<Velocity, Frozen>).count()), 3u);
    EXPECT_EQ((world.view<const Resident, const Frozen>().count()), 0u);
  });
  EXPECT_EQ(seen, 9u);
}

TEST(Archetype, an_emptied_table_is_found_again_by_edge_spawn_and_query) {
  World world;
  auto view = world.view<const Position, const Velocity>();
  const Entity first = world.spawn(Position{});
  world.insert(first, Velocity{});
  EXPECT_EQ(visits(view), 1u);
  world.clear();
  world.shrink_to_fit();
  const Entity second = world.spawn(Position{});
  world.insert(second, Velocity{});
  world.spawn(Velocity{}, Position{});
  EXPECT_EQ(visits(view), 2u);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, views_without_required_terms_walk_all_tables) {
  World world;
  world.spawn();
  world.spawn(Frozen{});
  world.spawn(Position{3, 0});
  EXPECT_EQ(visits(world.view<>()), 3u);
  EXPECT_EQ(visits(world.view<>(without<Frozen>)), 2u);
  int with = 0;
  world.view<Optional<Position>, Optional<const Frozen>>().each([&](Position* p, const Frozen* f) {
    EXPECT_FALSE(p != nullptr && f != nullptr);
    with += (p != nullptr) + (f != nullptr);
  });
  EXPECT_EQ(with, 2);
  const World& seen = world;
  EXPECT_EQ(visits(seen.view<const Position>()), 1u);
  EXPECT_EQ(visits(seen.view<const Frozen>()), 1u);
}

TEST(Archetype, a_visitor_may_stop_between_tables) {
  World world;
  for (int i = 0; i < 4; ++i) world.spawn(Position{});
  for (int i = 0; i < 4; ++i) world.spawn(Position{}, Velocity{});
  std::size_t seen = 0;
  world.view<Position>().each([&](Position&) { return ++seen < 4; });
  EXPECT_EQ(seen, 4u);
}

// --- bulk ---

TEST(Archetype, spawn_many_fills_rows_in_order_and_takes_exactly_the_room) {
  World world;
  std::vector<Entity> entities(5000);
  const auto fill = [&](std::size_t i, Entity entity, Position& p, Velocity& v) {
    entities[i] = entity;
    p = {static_cast<float>(i), 0};
    v = {0, static_cast<float>(i)};
  };
  world.spawn_many<Position, Velocity>(5000, fill);
  EXPECT_TRUE(world.consistent());
  for (std::size_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(x_of(world, entities[i]), static_cast<float>(i));
    ASSERT_EQ(world.try_get<Velocity>(entities[i])->y, static_cast<float>(i));
  }
  EXPECT_LT(static_cast<double>(world.memory().total_bytes()) / 5000, 33);
}

TEST(Archetype, spawn_many_reuses_free_slots_first) {
  World world;
  const std::vector<Entity> old = with_positions(world, 10);
  world.despawn(old[3]);
  world.despawn(old[7]);
  std::vector<ecs::Index> indices;
  world.spawn_many<Frozen>(4, [&](std::size_t, Entity e, Frozen&) { indices.push_back(e.index); });
  EXPECT_EQ(indices, (std::vector<ecs::Index>{7, 3, 10, 11}));
  EXPECT_FALSE(world.alive(old[3]));
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, spawn_many_is_undone_when_fill_throws) {
  for (const std::size_t fails_at : {0u, 1u, 1023u, 1024u, 1500u}) {
    World world;
    const std::vector<Entity> old = with_positions(world, 10);
    const Entity neighbour = world.spawn(Position{77, 0}, Resident{5});
    world.despawn(old[4]);
    Entity undone;
    const auto fill = [&](std::size_t i, Entity entity, Position&, Resident&) {
      if (i == 0) undone = entity;
      if (i == fails_at) throw std::runtime_error{"full"};
    };
    EXPECT_THROW((world.spawn_many<Position, Resident>(2000, fill)), std::runtime_error);
    EXPECT_EQ(world.size(), 10u);
    EXPECT_FALSE(world.alive(undone));
    EXPECT_EQ(Resident::living, 1);
    EXPECT_EQ(x_of(world, neighbour), 77);
    EXPECT_EQ(world.spawn().index, old[4].index);
    EXPECT_TRUE(world.consistent());
  }
}

TEST(Archetype, spawn_many_is_undone_when_a_default_throws) {
  struct Moody {
    explicit Moody(int) {}
    Moody() {
      if (--left == 0) throw std::runtime_error{"no"};
    }
    int& left = counter();
    static int& counter() {
      static int count = 0;
      return count;
    }
  };
  for (const int fails_at : {1, 2, 1025}) {
    ArchetypeWorld<Resident, Moody> world;
    Moody::counter() = fails_at;
    const auto fill = [](std::size_t, Entity, Resident&, Moody&) {};
    EXPECT_THROW((world.spawn_many<Resident, Moody>(1100, fill)), std::runtime_error);
    EXPECT_EQ(world.size(), 0u);
    EXPECT_EQ(Resident::living, 0);
    EXPECT_TRUE(world.consistent());
  }
}

TEST(Archetype, structural_changes_in_fill_are_refused_and_undo_all) {
  World world;
  const auto fill = [&](std::size_t, Entity, Position&) { world.spawn(); };
  EXPECT_THROW(world.spawn_many<Position>(3, fill), LockedStorage);
  EXPECT_EQ(world.size(), 0u);
  EXPECT_NO_THROW(world.spawn());
}

TEST(Archetype, despawn_many_sweeps_and_passes_over_stale_handles) {
  for (const std::size_t share : {1u, 2u, 3u, 10u}) {
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 100; ++i) {
      entities.push_back(i % 2 == 0 ? world.spawn(Resident{i}) : world.spawn(Resident{i}, Frozen{}));
    }
    std::vector<Entity> doomed;
    for (std::size_t i = 0; i < 100; i += share) doomed.push_back(entities[i]);
    const std::size_t expected = doomed.size();
    doomed.push_back(entities[0]);
    doomed.push_back(Entity{});
    EXPECT_EQ(world.despawn_many(doomed), expected);
    EXPECT_TRUE(world.consistent());
    EXPECT_EQ(Resident::living, static_cast<int>(100 - expected));
    for (std::size_t i = 0; i < 100; ++i) {
      const Resident* const value = world.try_get<Resident>(entities[i]);
      ASSERT_EQ(value == nullptr, i % share == 0);
      if (value != nullptr) {
        EXPECT_EQ(value->value, static_cast<int>(i));
      }
    }
  }
}

TEST(Archetype, remove_all_moves_whole_tables_and_room_grows_with_them) {
  World world;
  std::vector<Entity> entities = with_positions(world, 100);
  for (int i = 0; i < 17; ++i) {
    entities.push_back(world.spawn(Position{static_cast<float>(100 + i), 0}, Resident{i}));
  }
  entities.push_back(world.spawn(Resident{1}, Frozen{}, Position{117, 0}));
  world.remove_all<Resident>();
  EXPECT_EQ(Resident::living, 0);
  EXPECT_TRUE(world.consistent());
  EXPECT_EQ(visits(world.view<Resident>()), 0u);
  for (int i = 0; i < 300; ++i) world.spawn(Position{});
  for (std::size_t i = 0; i < entities.size(); ++i) {
    ASSERT_EQ(x_of(world, entities[i]), static_cast<float>(i));
  }
  EXPECT_TRUE(world.has<Frozen>(entities.back()));
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, tables_of_tags_alone_have_rows_and_no_columns) {
  ArchetypeWorld<Flag<0>, Flag<1>> world;
  const Entity entity = world.spawn(Flag<0>{});
  world.spawn_many<Flag<0>, Flag<1>>(100, [](std::size_t, Entity, Flag<0>&, Flag<1>&) {});
  EXPECT_EQ(world.insert(entity, Flag<1>{}), ecs::tag_object<Flag<1>>());
  EXPECT_EQ((visits(world.view<Flag<0>, const Flag<1>>())), 101u);
  EXPECT_EQ(world.memory().payload_bytes, 0u);
  world.remove_all<Flag<0>>();
  EXPECT_EQ(world.try_get<Flag<0>>(entity), nullptr);
  world.clear();
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, more_entities_than_there_are_indices_are_refused) {
  World world;
  const auto fill = [](std::size_t, Entity, Frozen&) { FAIL(); };
  EXPECT_THROW(world.spawn_many<Frozen>(static_cast<std::size_t>(-1), fill), std::length_error);
  EXPECT_THROW(world.spawn_many<Frozen>(std::size_t{1} << 32, fill), std::length_error);
  EXPECT_EQ(world.size(), 0u);
  EXPECT_TRUE(world.consistent());
}

// --- lock, life of a world, memory ---

TEST(Archetype, structural_changes_under_a_loop_are_refused_without_effect) {
  World world;
  const std::vector<Entity> entities = with_positions(world, 3);
  world.view<Position>().each([&](Entity entity, Position&) {
    EXPECT_THROW(world.spawn(), LockedStorage);
    EXPECT_THROW(world.despawn(entity), LockedStorage);
    EXPECT_THROW(world.despawn_many(entities), LockedStorage);
    EXPECT_THROW(world.insert(entity, Velocity{}), LockedStorage);
    EXPECT_THROW(world.remove<Position>(entity), LockedStorage);
    EXPECT_THROW(world.remove_all<Position>(), LockedStorage);
    EXPECT_THROW(world.clear(), LockedStorage);
    EXPECT_THROW(world.shrink_to_fit(), LockedStorage);
    EXPECT_EQ(world.insert(entity, Position{8, 8})->x, 8);
    EXPECT_FALSE(world.remove<Velocity>(entity));
    EXPECT_EQ(world.insert(Entity{}, Velocity{}), nullptr);
  });
  EXPECT_EQ(world.size(), 3u);
  EXPECT_TRUE(world.consistent());
  EXPECT_TRUE(world.despawn(entities[0]));
}

TEST(Archetype, a_moved_world_is_whole_and_the_old_one_empty_and_usable) {
  World source;
  const Entity entity = source.spawn(Resident{3}, Position{});
  EXPECT_EQ(visits(source.view<Resident>()), 1u);
  World target{std::move(source)};
  EXPECT_EQ(target.try_get<Resident>(entity)->value, 3);
  EXPECT_EQ(source.size(), 0u);
  EXPECT_TRUE(source.consistent());
  EXPECT_EQ(visits(source.view<Resident>()), 0u);
  source.spawn(Resident{4});
  EXPECT_EQ(visits(source.view<Resident>()), 1u);
  source = std::move(target);
  EXPECT_EQ(Resident::living, 1);
  EXPECT_EQ(target.size(), 0u);
  EXPECT_EQ(source.try_get<Resident>(entity)->value, 3);
  EXPECT_EQ(visits(source.view<Resident>()), 1u);
  EXPECT_TRUE(source.consistent() && target.consistent());
}

TEST(Archetype, clear_makes_every_handle_stale) {
  World world;
  const std::vector<Entity> entities = with_positions(world, 5);
  world.clear();
  for (const Entity entity : entities) EXPECT_FALSE(world.alive(entity));
  EXPECT_EQ(world.size(), 0u);
  const Entity fresh = world.spawn(Position{1, 0});
  EXPECT_EQ(fresh.index, entities[0].index);
  EXPECT_EQ(world.try_get<Position>(entities[0]), nullptr);
  EXPECT_TRUE(world.consistent());
}

TEST(Archetype, memory_is_what_the_allocator_counts) {
  const std::uint64_t before = ecs::memory_count.live_bytes;
  World world;
  const auto owned = [&] { return ecs::memory_count.live_bytes - before; };
  const std::vector<Entity> entities = with_positions(world, 1000);
  for (std::size_t i = 0; i < 1000; i += 3) world.insert(entities[i], Resident{1});
  visits(world.view<Position>());
  EXPECT_EQ(world.memory().total_bytes(), owned());
  world.despawn_many(std::span{entities}.first(900));
  world.shrink_to_fit();
  EXPECT_EQ(world.memory().total_bytes(), owned());
  EXPECT_EQ(world.memory().payload_bytes, 100 * sizeof(Position) + 34 * sizeof(Resident));
  world = World{};
  EXPECT_EQ(world.memory().total_bytes(), owned());
}

TEST(Archetype, reserve_never_makes_room_smaller) {
  World world;
  const std::vector<Entity> entities = with_positions(world, 10);
  world.reserve(3);
  world.reserve(0);
  world.shrink_to_fit();
  EXPECT_EQ(x_of(world, entities[9]), 9);
  world.clear();
  world.reserve(5);
  world.reserve(100000);
  const std::uint64_t allocations = ecs::memory_count.allocations;
  world.spawn();
  const std::uint64_t first = ecs::memory_count.allocations - allocations;
  EXPECT_LE(first, 8u);  // a new table; no handle or place
  EXPECT_TRUE(world.consistent());
}

// Runs `change` with 0, 1, 2, ... allocations granted until it gets through; each failure must
// leave a world that is consistent and answers as before.
void survives_every_failure(auto make, auto change, auto unchanged) {
  for (int grants = 0;; ++grants) {
    ASSERT_LT(grants, 100);
    auto world = make();
    granted = grants;
    bool threw = false;
    try {
      change(*world);
    } catch (const std::bad_alloc&) {
      threw = true;
    }
    granted.reset();
    ASSERT_TRUE(world->consistent()) << grants << " grants";
    if (!threw) return;
    unchanged(*world);
    EXPECT_NO_THROW(change(*world));
    EXPECT_TRUE(world->consistent());
  }
}

TEST(Archetype, running_out_of_memory_leaves_the_world_as_it_was) {
  const Entity first{0, 1};
  const auto make = [] {
    auto world = std::make_unique<World>();
    for (int i = 0; i < 16; ++i) world->spawn(Position{static_cast<float>(i), 0}, Resident{i});
    visits(world->view<const Position>());
    visits(world->view<const Velocity>());
    return world;
  };
  const auto unchanged = [&](World& world) {
    EXPECT_EQ(world.size(), 16u);
    EXPECT_EQ(Resident::living, 16);
    EXPECT_EQ(world.try_get<Resident>(first)->value, 0);
    EXPECT_FALSE(world.has<Velocity>(first));
    EXPECT_EQ(visits(world.view<const Position>()), 16u);
    EXPECT_EQ(visits(world.view<const Velocity>()), 0u);
  };
  const auto survives = [&](auto change) { survives_every_failure(make, change, unchanged); };
  survives([](World& world) { world.spawn(Position{}, Resident{1}); });
  survives([](World& world) { world.spawn(Velocity{}); });
  survives([](World& world) { world.spawn(); });
  survives([&](World& world) { world.insert(first, Velocity{1, 2}); });
  survives([&](World& world) { world.remove<Position>(first); });
  survives([](World& world) { world.remove_all<Resident>(); });
  survives([](World& world) { world.shrink_to_fit(); });
  survives([](World& world) { world.reserve(1000); });
  survives([](World& world) { visits(world.view<const Resident>(without<Frozen>)); });
  survives([](World& world) { world.spawn_many<Velocity>(40, [](std::size_t, Entity, Velocity&) {}); });
}

// --- everything at once, against a map ---

struct Model {
  std::optional<int> position, resident;
  bool frozen = false;
};

TEST(Archetype, random_operations_agree_with_a_map) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random{seed};
  World world;
  std::map<std::uint64_t, std::pair<Entity, Model>> model;
  std::vector<Entity> ever;
  const auto key = [](Entity e) { return std::uint64_t{e.generation} << 32 | e.index; };
  for (int step = 0; step < 3000; ++step) {
    const int value = step;
    const Entity entity = ever.empty() ? Entity{} : ever[random() % ever.size()];
    const auto found = model.find(key(entity));
    const bool alive = found != model.end();
    switch (random() % 8) {
      case 0:
        ever.push_back(world.spawn(Resident{value}));
        model[key(ever.back())] = {ever.back(), {{}, value, false}};
        break;
      case 1:
        ever.push_back(world.spawn());
        model[key(ever.back())] = {ever.back(), {}};
        break;
      case 2:
        ASSERT_EQ(world.insert(entity, Position{static_cast<float>(value), 0}) != nullptr, alive);
        if (alive) found->second.second.position = value;
        break;
      case 3:
        ASSERT_EQ(world.insert(entity, Frozen{}) != nullptr, alive);
        if (alive) found->second.second.frozen = true;
        break;
      case 4:
        ASSERT_EQ(world.remove<Position>(entity), alive && found->second.second.position);
        if (alive) found->second.second.position.reset();
        break;
      case 5:
        ASSERT_EQ(world.remove<Frozen>(entity), alive && found->second.second.frozen);
        if (alive) found->second.second.frozen = false;
        break;
      case 6:
        ASSERT_EQ(world.insert(entity, Resident{value}) != nullptr, alive);
        if (alive) found->second.second.resident = value;
        break;
      default:
        ASSERT_EQ(world.despawn(entity), alive);
        if (alive) model.erase(found);
    }
    ASSERT_TRUE(world.consistent()) << "step " << step;
    ASSERT_EQ(world.size(), model.size());
  }
  for (const auto& [unused, entry] : model) {
    const auto& [entity, expected] = entry;
    const Position* const position = world.try_get<Position>(entity);
    const Resident* const resident = world.try_get<Resident>(entity);
    ASSERT_EQ(position != nullptr, expected.position.has_value());
    ASSERT_EQ(resident != nullptr, expected.resident.has_value());
    ASSERT_EQ(world.has<Frozen>(entity), expected.frozen);
    if (position != nullptr) {
      EXPECT_EQ(position->x, static_cast<float>(*expected.position));
    }
    if (resident != nullptr) {
      EXPECT_EQ(resident->value, *expected.resident);
    }
  }
}

}  // namespace
