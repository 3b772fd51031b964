// Claims about CommandArena: records come out as they went in, never move, and their room is used again.
#include "strategies/command_arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <new>
#include <random>
#include <utility>

#include "strategies/memory.hpp"
#include "tests/support/failing_memory.hpp"

namespace ecs {
namespace {

using ecsbench::tests::MemoryRunsOut;

// A record as a test writes it: where it lies, its length, the byte it is filled with.
struct Written {
  std::byte* place;
  std::size_t bytes;
  std::uint8_t mark;
};

Written write(CommandArena& arena, std::size_t bytes, std::uint8_t mark) {
  std::byte* const place = arena.push(bytes);
  std::memset(place, mark, bytes);
  return {place, bytes, mark};
}

void expect_front(CommandArena& arena, const Written& written) {
  const std::byte* const place = arena.front();
  ASSERT_EQ(place, written.place);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % CommandArena::kUnit, 0u);
  EXPECT_TRUE(
      std::all_of(place, place + written.bytes, [&](std::byte seen) { return seen == std::byte{written.mark}; }));
}

TEST(CommandArena, an_unused_one_owns_nothing) {
  const auto before = memory_count.live_bytes.load();
  const CommandArena arena;
  EXPECT_TRUE(arena.empty());
  EXPECT_EQ(arena.owned_bytes(), 0u);
  EXPECT_EQ(memory_count.live_bytes.load(), before);
  EXPECT_TRUE(arena.consistent());
}

TEST(CommandArena, records_of_any_size_come_out_in_order_and_where_they_were_put) {
  const auto before = memory_count.live_bytes.load();
  {
    CommandArena arena;
    std::deque<Written> waiting;
    std::size_t waiting_bytes = 0;
    std::mt19937 random{11};
    for (int step = 0; step < 20000; ++step) {
      const bool grows = step / 2000 % 2 == 0;  // long queues and empty ones in turn
      if (waiting.empty() || random() % 8 < (grows ? 7u : 1u)) {
        const std::size_t bytes = random() % 500 == 0 ? 100000 : 16 + random() % 40 * CommandArena::kUnit;
        waiting.push_back(write(arena, bytes, static_cast<std::uint8_t>(step)));
        waiting_bytes += bytes;
      } else {
        expect_front(arena, waiting.front());
        arena.pop(waiting.front().bytes);
        waiting_bytes -= waiting.front().bytes;
        waiting.pop_front();
      }
      ASSERT_EQ(arena.empty(), waiting.empty());
      ASSERT_EQ(arena.used_bytes(), waiting_bytes);
      ASSERT_TRUE(step % 50 != 0 || arena.consistent());
    }
    EXPECT_EQ(memory_count.live_bytes.load(), before + arena.owned_bytes());
  }
  EXPECT_EQ(memory_count.live_bytes.load(), before);
}

TEST(CommandArena, later_rounds_need_no_memory) {
  CommandArena arena;
  std::uint64_t allocations = 0;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 100000; ++i) static_cast<void>(arena.push(24));
    for (int i = 0; i < 100000; ++i) {
      static_cast<void>(arena.front());
      arena.pop(24);
    }
    if (round == 0) allocations = memory_count.allocations.load();
  }
  EXPECT_EQ(memory_count.allocations.load(), allocations);
  EXPECT_LT(arena.owned_bytes(), 3 * 100000 * 24u);
}

TEST(CommandArena, a_queue_that_never_empties_does_not_grow) {
  CommandArena arena;
  for (int i = 0; i < 1000; ++i) static_cast<void>(arena.push(40));
  for (int i = 0; i < 100000; ++i) {
    static_cast<void>(arena.push(40));
    static_cast<void>(arena.front());
    arena.pop(40);
  }
  EXPECT_LT(arena.owned_bytes(), 4 * 1000 * 40u);
  EXPECT_EQ(arena.used_bytes(), 1000 * 40u);
  EXPECT_TRUE(arena.consistent());
}

TEST(CommandArena, a_push_that_memory_does_not_hold_changes_nothing) {
  for (const int records : {0, 1, 170}) {
    CommandArena arena;
    for (int i = 0; i < records; ++i) static_cast<void>(arena.push(24));
    const std::size_t owned = arena.owned_bytes();
    {
      const MemoryRunsOut at_once{0};
      EXPECT_THROW(static_cast<void>(arena.push(8192)), std::bad_alloc);
    }
    EXPECT_EQ(arena.owned_bytes(), owned);
    EXPECT_EQ(arena.used_bytes(), static_cast<std::size_t>(records) * 24);
    EXPECT_TRUE(arena.consistent());
    static_cast<void>(arena.push(8192));
    EXPECT_EQ(arena.used_bytes(), static_cast<std::size_t>(records) * 24 + 8192);
  }
}

TEST(CommandArena, a_move_takes_the_records_along) {
  CommandArena arena;
  const Written first = write(arena, 16, 1);
  CommandArena moved = std::move(arena);
  EXPECT_TRUE(arena.empty());
  EXPECT_EQ(arena.owned_bytes(), 0u);
  EXPECT_TRUE(arena.consistent() && moved.consistent());
  expect_front(moved, first);
  const Written other = write(arena, 24, 2);
  moved = std::move(arena);
  expect_front(moved, other);
}

}  // namespace
}  // namespace ecs
