// Claims about CommandBuffer that do not depend on the world: where values lie, what moves, what fails.
#include "strategies/command_buffer.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/bitset.hpp"
#include "strategies/memory.hpp"
#include "strategies/sparse_set.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/failing_memory.hpp"
#include "tests/support/portrait.hpp"

namespace ecs {
namespace {

using namespace ecsbench::tests;

using World = BitsetWorld<A, B, Counted, Frozen>;
using Commands = CommandBuffer<World>;

static_assert(std::is_nothrow_move_constructible_v<Commands> && std::is_nothrow_move_assignable_v<Commands>);
static_assert(!std::is_copy_constructible_v<Commands> && !std::is_copy_assignable_v<Commands>);

class CommandBufferLives : public CountedLives {};

// --- where values lie ---

// Says where it was last constructed.
template <std::size_t kAlignment>
struct alignas(kAlignment) Placed {
  inline static std::vector<std::uintptr_t> places;
  char value = 0;

  explicit Placed(char number) : value{number} {}
  Placed(Placed&& other) noexcept : value{other.value} { places.push_back(reinterpret_cast<std::uintptr_t>(this)); }
  Placed& operator=(Placed&&) = delete;
  ~Placed() = default;
};

TEST(CommandBuffer, values_are_aligned_behind_any_other) {  // H017
  using Mixed = BitsetWorld<Byte, Placed<16>, Placed<64>, Placed<4096>>;
  Mixed world;
  CommandBuffer<Mixed> commands;
  std::vector<Entity> e;
  for (int i = 0; i < 1000; ++i) e.push_back(world.spawn());
  for (std::size_t i = 0; i < 1000; ++i) {
    commands.insert(e[i], Byte{1});
    commands.insert(e[i], Placed<64>{'b'});
    commands.insert(e[i], Placed<16>{'a'});
    if (i % 100 == 0) commands.insert(e[i], Placed<4096>{'c'});
    commands.despawn(kNull);
  }
  commands.flush(world);
  EXPECT_GT(Placed<16>::places.size() + Placed<64>::places.size() + Placed<4096>::places.size(), 4000u);
  for (const std::uintptr_t place : Placed<16>::places) ASSERT_EQ(place % 16, 0u);
  for (const std::uintptr_t place : Placed<64>::places) ASSERT_EQ(place % 64, 0u);
  for (const std::uintptr_t place : Placed<4096>::places) ASSERT_EQ(place % 4096, 0u);
  for (const Entity entity : e) EXPECT_EQ(world.try_get<Placed<64>>(entity)->value, 'b');
}

TEST_F(CommandBufferLives, values_stay_where_they_are_while_the_buffer_grows) {
  Commands commands;
  commands.insert(kNull, Counted{0});
  const void* const place = ledger.living.begin()->first;
  for (int i = 1; i < 10000; ++i) commands.insert(kNull, Counted{i});
  EXPECT_TRUE(ledger.living.contains(place));
  EXPECT_EQ(ledger.living.size(), 10000u);
  EXPECT_EQ(ledger.constructed, 20000u);  // each argument, and what is kept of it
  World world;
  EXPECT_EQ(commands.flush(world), (FlushResult{0, 10000}));
  EXPECT_EQ(ledger.living.size(), 0u);
}

TEST(CommandBuffer, a_tag_and_a_plain_value_take_what_the_head_says) {
  Commands commands;
  commands.insert(kNull, Frozen{});
  commands.remove<A>(kNull);
  commands.despawn(kNull);
  commands.spawn();
  commands.spawn(Frozen{});
  EXPECT_EQ(commands.memory().payload_bytes, 5 * 16u);
  commands.insert(kNull, A{1});
  EXPECT_EQ(commands.memory().payload_bytes, 6 * 16 + 8u);
}

TEST(CommandBuffer, memory_is_exact_and_later_rounds_take_none) {
  const auto before = memory_count.live_bytes.load();
  {
    World world;
    world.reserve(2000);
    Commands commands;
    std::uint64_t allocations = 0;
    std::vector<Entity> e;
    for (int round = 0; round < 4; ++round) {
      for (const Entity entity : e) commands.despawn(entity);
      std::vector<Pending> born;
      for (int i = 0; i < 1000; ++i) {
        born.push_back(commands.spawn(A{i}));
        commands.insert(born.back(), B{i});
      }
      commands.flush(world);
      e.clear();
      for (const Pending pending : born) e.push_back(commands.entity(pending));
      if (round == 1) allocations = memory_count.allocations.load();
    }
    EXPECT_EQ(memory_count.allocations.load(), allocations);
    EXPECT_EQ(memory_count.live_bytes.load() - before, world.memory().total_bytes() + commands.memory().total_bytes());
  }
  EXPECT_EQ(memory_count.live_bytes.load(), before);
}

// --- moves ---

TEST_F(CommandBufferLives, a_move_takes_commands_and_pendings_along) {
  World world;
  Commands commands;
  const Pending x = commands.spawn(Counted{1});
  Commands moved = std::move(commands);
  EXPECT_TRUE(commands.empty());
  moved.insert(x, A{1});
  const Pending y = commands.spawn(A{9});
  commands.insert(x, A{2});
  EXPECT_EQ(commands.flush(world), (FlushResult{1, 1}));
  EXPECT_EQ(moved.flush(world), (FlushResult{2, 0}));
  EXPECT_EQ(number_in<A>(world, moved.entity(x)), 1);
  EXPECT_EQ(number_in<Counted>(world, moved.entity(x)), 1);
  EXPECT_EQ(number_in<A>(world, commands.entity(y)), 9);
  EXPECT_EQ(commands.entity(x), kNull);
  commands.insert(kNull, Counted{2});
  moved.insert(kNull, Counted{3});
  moved = std::move(commands);
  EXPECT_EQ(ledger.living_values(), (std::multiset<int>{1, 2}));
  EXPECT_EQ(moved.entity(y).generation, 1u);
  EXPECT_EQ(moved.entity(x), kNull);
}

// --- pendings ---

TEST(CommandBuffer, says_what_a_pending_became_until_the_next_flush_begins) {
  World world;
  Commands commands;
  const Pending x = commands.spawn(A{1});
  commands.flush(world);
  const Entity born = commands.entity(x);
  EXPECT_TRUE(world.alive(born));
  const Pending y = commands.spawn(A{2});
  EXPECT_EQ(commands.entity(x), born);
  EXPECT_EQ(commands.entity(y), kNull);
  EXPECT_EQ(commands.entity(Pending{}), kNull);
  commands.flush(world);
  EXPECT_EQ(commands.entity(x), kNull);
  EXPECT_NE(commands.entity(y), kNull);
}

TEST(CommandBuffer, a_cleared_pending_stands_for_nobody) {
  World world;
  Commands commands;
  const Pending x = commands.spawn(A{1});
  commands.clear();
  EXPECT_TRUE(commands.empty());
  commands.insert(x, A{7});
  const Pending y = commands.spawn(A{2});
  commands.despawn(x);
  EXPECT_EQ(commands.flush(world), (FlushResult{1, 2}));
  EXPECT_EQ(commands.entity(x), kNull);
  EXPECT_EQ(number_in<A>(world, commands.entity(y)), 2);
  EXPECT_EQ(world.size(), 1u);
}

// --- what fails ---

TEST_F(CommandBufferLives, recording_is_all_or_nothing) {
  Commands commands;
  const Counted model{1};
  ledger.copies_left = 0;
  EXPECT_THROW(commands.spawn(A{1}, model), CopyFailed);
  EXPECT_THROW(commands.insert(kNull, model), CopyFailed);
  ledger.copies_left = Ledger::kNever;
  EXPECT_TRUE(commands.empty() && commands.consistent());
  {
    const MemoryRunsOut at_once{0};
    EXPECT_THROW(commands.insert(kNull, A{1}), std::bad_alloc);
    EXPECT_THROW(commands.spawn(A{1}, B{1}), std::bad_alloc);
  }
  EXPECT_TRUE(commands.empty() && commands.consistent());
  EXPECT_EQ(ledger.living.size(), 1u);
  World world;
  const Pending x = commands.spawn(model);
  commands.flush(world);
  EXPECT_EQ(number_in<Counted>(world, commands.entity(x)), 1);
}

// Neither trivially copyable nor default constructible; counts its lives without allocating.
struct Lived {
  inline static std::size_t living = 0;
  int value;

  explicit Lived(int number) : value{number} { ++living; }
  Lived(Lived&& other) noexcept : value{std::exchange(other.value, -1)} { ++living; }
  Lived& operator=(Lived&&) = delete;
  ~Lived() { --living; }
};

TEST(CommandBuffer, a_value_lost_in_a_failed_call_is_skipped_later_and_the_rest_runs) {
  std::size_t lost_inserts = 0;
  std::size_t lost_spawns = 0;
  bool failed = true;
  for (std::size_t allocations = 0; failed; ++allocations) {
    SparseSetWorld<B, Lived> world;  // its pools grow when components come
    CommandBuffer<decltype(world)> commands;
    std::vector<Entity> e;
    for (int i = 0; i < 40; ++i) e.push_back(world.spawn());
    for (const Entity entity : e) commands.insert(entity, Lived{2});
    for (int i = 0; i < 40; ++i) commands.insert(commands.spawn(Lived{i}), B{i});
    FlushResult result;
    try {
      const MemoryRunsOut after{allocations};
      result = commands.flush(world);
      failed = false;
    } catch (const std::bad_alloc&) {
      EXPECT_TRUE(commands.consistent() && world.consistent());
      result = commands.flush(world);
    }
    const std::size_t unborn = 80 - world.size();
    const std::size_t values = visited(world.view<Lived>()).size();
    EXPECT_EQ(result.run + result.skipped, 120u);
    EXPECT_EQ(result.skipped, unborn == 1 ? 2 : 80 - values);  // an entity that is not born is given nothing
    EXPECT_LE(result.skipped, failed ? 2u : 0u);
    EXPECT_EQ(visited(world.view<B>()).size(), 40 - unborn);
    world.view<B, Lived>().each([](const B& b, const Lived& lived) { EXPECT_EQ(lived.value, b.value); });
    EXPECT_EQ(Lived::living, values);
    lost_spawns += unborn;
    lost_inserts += 80 - values - unborn;
  }
  EXPECT_GT(lost_spawns, 0u);
  EXPECT_GT(lost_inserts, 0u);
}

// --- recording from within ---

struct Ending {
  std::function<void()> told;
  explicit Ending(std::function<void()> tell) : told{std::move(tell)} {}
  Ending(Ending&& other) noexcept : told{std::exchange(other.told, nullptr)} {}
  Ending& operator=(Ending&&) = delete;
  ~Ending() {
    if (told) told();
  }
};

TEST(CommandBuffer, what_a_dropped_value_records_waits) {
  using Telling = BitsetWorld<A, Ending>;
  Telling world;
  CommandBuffer<Telling> commands;
  commands.insert(kNull, Ending{[&] { commands.spawn(A{1}); }});
  commands.insert(kNull, A{2});
  commands.clear();
  EXPECT_EQ(commands.size(), 1u);
  EXPECT_EQ(commands.flush(world), (FlushResult{1, 0}));
  commands.insert(kNull, Ending{[&] { commands.spawn(A{1}); }});
  EXPECT_EQ(commands.flush(world), (FlushResult{0, 1}));
  EXPECT_EQ(commands.size(), 1u);
}

TEST(CommandBuffer, what_is_recorded_while_the_buffer_ends_ends_with_it) {
  int ended = 0;
  {
    CommandBuffer<BitsetWorld<Ending>> commands;
    commands.insert(kNull, Ending{[&] { commands.insert(kNull, Ending{[&] { ++ended; }}); }});
  }
  EXPECT_EQ(ended, 1);
}

// A value that records when it has moved so often: on its way to the record, or into it.
struct Moving {
  int moves_left;
  std::function<void()> told;
  Moving(int moves, std::function<void()> tell) : moves_left{moves}, told{std::move(tell)} {}
  Moving(Moving&& other) noexcept : moves_left{other.moves_left - 1}, told{std::exchange(other.told, nullptr)} {
    if (moves_left == 0) std::exchange(told, nullptr)();
  }
  Moving& operator=(Moving&&) = delete;
  ~Moving() = default;
};

TEST(CommandBuffer, what_a_value_records_while_it_moves_in_is_a_command_of_its_own) {
  using Telling = BitsetWorld<A, Moving>;
  for (int moves = 1; moves <= 3; ++moves) {
    Telling world;
    CommandBuffer<Telling> commands;
    Pending inner;
    const Pending outer = commands.spawn(A{1}, Moving{moves, [&] { inner = commands.spawn(A{2}); }});
    commands.insert(outer, A{3});
    commands.insert(inner, A{4});
    EXPECT_EQ(commands.flush(world), (FlushResult{4, 0})) << moves;
    EXPECT_EQ(number_in<A>(world, commands.entity(outer)), 3);
    EXPECT_EQ(number_in<A>(world, commands.entity(inner)), 4);
    EXPECT_TRUE(world.has<Moving>(commands.entity(outer)));
  }
}

}  // namespace
}  // namespace ecs
