// Claims about Slab: blocks of one size are neighbours, what is given back is used again, empty arenas go.
#include "strategies/slab.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "strategies/memory.hpp"
#include "tests/support/failing_memory.hpp"

namespace ecs {
namespace {

using ecsbench::tests::MemoryRunsOut;
using Lines = Slab<64>;

TEST(Slab, blocks_of_one_size_are_neighbours_but_for_the_first_of_an_arena) {
  Lines slab;
  std::vector<Lines::Line*> blocks;
  for (int i = 0; i < 64; ++i) blocks.push_back(slab.take(5));
  std::size_t neighbours = 0;
  for (std::size_t i = 1; i < blocks.size(); ++i) neighbours += blocks[i] == blocks[i - 1] + 5 ? 1u : 0u;
  EXPECT_GE(neighbours, 64u - 7);  // arenas of 1, 1, 2, 4, 8, 16 and 32 blocks
  EXPECT_TRUE(slab.consistent());
  for (Lines::Line* const block : blocks) slab.give_back(block, 5);
}

TEST(Slab, one_block_costs_one_block) {
  Lines slab;
  Lines::Line* const block = slab.take(100);
  EXPECT_LT(slab.owned_bytes(), 100 * 64 + 2048u);  // and the books
  slab.give_back(block, 100);
}

TEST(Slab, what_is_given_back_is_taken_next) {
  Lines slab;
  std::vector<Lines::Line*> blocks;
  for (int i = 0; i < 4; ++i) blocks.push_back(slab.take(4));  // the last two share an arena
  slab.give_back(blocks[2], 4);
  EXPECT_EQ(slab.take(4), blocks[2]);
  for (Lines::Line* const block : blocks) slab.give_back(block, 4);
  EXPECT_TRUE(slab.consistent());
}

TEST(Slab, an_arena_without_blocks_is_gone) {
  const auto before = memory_count.live_bytes.load();
  {
    Lines slab;
    std::vector<Lines::Line*> blocks;
    for (int i = 0; i < 100; ++i) blocks.push_back(slab.take(16));
    for (Lines::Line* const block : blocks) slab.give_back(block, 16);
    EXPECT_LT(memory_count.live_bytes.load() - before, 2048u);
    EXPECT_TRUE(slab.consistent());
  }
  EXPECT_EQ(memory_count.live_bytes.load(), before);
}

TEST(Slab, a_block_that_memory_does_not_hold_changes_nothing) {
  for (const std::size_t allocations : {0u, 1u, 2u}) {  // the place for the size, the place for the arena, the arena
    Lines slab;
    Lines::Line* const block = slab.take(3);
    {
      const MemoryRunsOut soon{allocations};
      EXPECT_THROW(static_cast<void>(slab.take(700)), std::bad_alloc) << allocations;
    }
    EXPECT_TRUE(slab.consistent());
    slab.give_back(block, 3);
  }
}

TEST(Slab, blocks_taken_in_any_order_never_overlap) {
  Lines slab;
  std::mt19937 random{7};
  std::vector<std::pair<Lines::Line*, std::size_t>> taken;
  for (int step = 0; step < 5000; ++step) {
    if (taken.empty() || random() % 5 < 3) {
      const std::size_t lines = std::size_t{1} << random() % 6;
      taken.emplace_back(slab.take(lines), lines);
      std::memset(taken.back().first, static_cast<int>(taken.size() % 251), lines * 64);
    } else {
      std::swap(taken[random() % taken.size()], taken.back());
      slab.give_back(taken.back().first, taken.back().second);
      taken.pop_back();
    }
  }
  EXPECT_TRUE(slab.consistent());
  std::sort(taken.begin(), taken.end());
  for (std::size_t i = 1; i < taken.size(); ++i) EXPECT_LE(taken[i - 1].first + taken[i - 1].second, taken[i].first);
  for (const auto& [block, lines] : taken) slab.give_back(block, lines);
}

}  // namespace
}  // namespace ecs
