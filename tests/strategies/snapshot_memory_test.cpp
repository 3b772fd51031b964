// A million entities are saved and loaded without a peak above three times the world.
//
// Counted is all that the program takes: the arrays of worlds (memory_count), and everything else through the plain
// operator new, which is replaced here. The two peaks are added as if they came at once, which is the worst case. The file
// lies on the disk.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>

#include "strategies/archetype.hpp"
#include "strategies/bitset.hpp"
#include "strategies/memory.hpp"
#include "strategies/sparse_set.hpp"
#include "tests/support/components.hpp"
#include "tests/support/saved_components.hpp"
#include "tests/support/snapshots.hpp"

namespace {

std::atomic<std::size_t> live{0};
std::atomic<std::size_t> peak{0};

}  // namespace

// The arrays of worlds are aligned and so come another way.
void* operator new(std::size_t bytes) {
  void* const block = std::malloc(bytes);
  if (block == nullptr) throw std::bad_alloc{};
  peak = std::max(peak.load(), live += ::malloc_usable_size(block));
  return block;
}
void operator delete(void* block) noexcept {
  live -= ::malloc_usable_size(block);
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  operator delete(block);
}

namespace ecsbench::tests {
namespace {

constexpr std::size_t kEntities = 1'000'000;

// The most that was held at once while `work` ran, beyond what others hold.
template <class Work>
[[nodiscard]] std::size_t peak_of(std::size_t others, Work work) {
  const std::size_t plain = live;
  peak = plain;
  ecs::memory_count.peak_bytes = ecs::memory_count.live_bytes.load();
  work();
  return (peak - plain) + ecs::memory_count.peak_bytes - others;
}

// One world after the other: the first is gone when the second is loaded.
template <class World, class Format>
void expect_three_worlds_at_most() {
  if (!ecs::memory::kLargeBlocks) GTEST_SKIP() << "a sanitizer takes what it likes, and minutes";
  const std::string path = ::testing::TempDir() + "million." + Format::kName;
  const std::size_t others = ecs::memory_count.live_bytes;
  std::size_t bytes = 0;
  {
    World world;
    world.template spawn_many<Position, Velocity>(kEntities, [](std::size_t i, ecs::Entity, Position& p, Velocity& v) {
      p = {static_cast<float>(i % 4096), static_cast<float>(i / 4096) / 3};
      v = {1, static_cast<float>(i) / 7};
    });
    bytes = world.memory().total_bytes();
    std::ofstream file{path, std::ios::binary};
    const std::size_t saving = peak_of(others, [&] { Format::save(world, file); });
    EXPECT_LE(saving, 3 * bytes);
  }
  World loaded;
  std::ifstream file{path, std::ios::binary};
  const std::size_t loading = peak_of(others, [&] { Format::load(loaded, file); });
  EXPECT_LE(loading, 3 * bytes) << "of the world that was saved, which had no ids";
  EXPECT_EQ(loaded.size(), kEntities);
  EXPECT_EQ((loaded.template view<const Position, const Velocity>().count()), kEntities);
  std::remove(path.c_str());
}

TEST(SnapshotMemory, a_million_entities_of_a_bitset_in_json) {
  expect_three_worlds_at_most<ecs::BitsetWorld<Position, Velocity>, Json>();
}
TEST(SnapshotMemory, a_million_entities_of_sparse_sets_in_cbor) {
  expect_three_worlds_at_most<ecs::SparseSetWorld<Position, Velocity>, Cbor>();
}
TEST(SnapshotMemory, a_million_entities_of_archetypes_in_cbor) {
  expect_three_worlds_at_most<ecs::ArchetypeWorld<Position, Velocity>, Cbor>();
}
}  // namespace
}  // namespace ecsbench::tests
