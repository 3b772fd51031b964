// Is what a world says it owns what its arrays took from the allocator, to the byte?
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "strategies/memory.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench::tests {

// REQUIRES: besides `world`, the program's worlds hold `live_before` bytes.
template <class World>
void expect_memory_adds_up(const World& world, std::uint64_t live_before, std::size_t payload) {
  const ecs::MemoryUse use = world.memory();
  EXPECT_EQ(use.payload_bytes, payload);
  EXPECT_EQ(use.total_bytes(), ecs::memory_count.live_bytes.load() - live_before);
  EXPECT_EQ(use.total_bytes(), use.payload_bytes + use.index_bytes + use.slack_bytes);
}

}  // namespace ecsbench::tests
