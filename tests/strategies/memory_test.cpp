// Claims about the memory of the worlds: alignment, counting, relocation, and what fails leaves nothing.
#include "strategies/memory.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/failing_memory.hpp"

namespace ecs {
namespace {

using namespace ecsbench::tests;

std::uint64_t live_bytes() {
  return memory_count.live_bytes.load();
}

TEST(Memory, small_and_large_blocks_are_aligned_writable_and_counted) {
  const std::uint64_t before = live_bytes();
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{4096}, kLargeBlock - 1, kLargeBlock, 3 * kLargeBlock + 5}) {
    for (const std::size_t alignment : {std::size_t{64}, std::size_t{256}, std::size_t{4096}}) {
      void* const block = memory::allocate(bytes, alignment);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignment, 0u);
      EXPECT_EQ(live_bytes(), before + bytes);
      std::memset(block, 0x5A, bytes);
      memory::deallocate(block, bytes, alignment);
      EXPECT_EQ(live_bytes(), before);
    }
  }
  memory::deallocate(nullptr, 0, 64);
  EXPECT_EQ(live_bytes(), before);
}

TEST(Memory, an_allocation_that_fails_counts_nothing) {
  const std::uint64_t before = live_bytes();
  const std::uint64_t allocations = memory_count.allocations.load();
  {
    const MemoryRunsOut at_once{0};
    EXPECT_THROW((void)memory::allocate(100, 64), std::bad_alloc);
  }
  EXPECT_EQ(live_bytes(), before);
  EXPECT_EQ(memory_count.allocations.load(), allocations);
}

TEST(Memory, the_peak_is_the_most_that_was_live_since_it_was_set) {
  const std::uint64_t before = live_bytes();
  Vector<std::uint64_t> outlives(1000);
  memory_count.peak_bytes = live_bytes();
  {
    Buffer<std::uint32_t> growing{100};
    growing.resize(300, 100);  // the old room lives until its values have moved
    growing.resize(50, 50);
  }
  EXPECT_EQ(memory_count.peak_bytes.load(), before + 8000 + 4 * (100 + 300));
  EXPECT_EQ(live_bytes(), before + 8000);
}

TEST(Memory, overhead_is_what_was_given_beyond_what_was_asked) {
  if (!memory::kLargeBlocks) GTEST_SKIP() << "a sanitizer gives what it likes";
  const std::uint64_t before = memory_count.overhead_bytes.load();
  const std::uint64_t large_before = memory_count.large_blocks.load();
  void* const small = memory::allocate(100, kCacheLine);
  EXPECT_EQ(memory_count.overhead_bytes.load() - before, ::malloc_usable_size(small) - 100);
  EXPECT_EQ(memory_count.large_blocks.load(), large_before);
  memory::deallocate(small, 100, kCacheLine);
  EXPECT_EQ(memory_count.overhead_bytes.load(), before);

  // Small pages are 4 KiB: what hangs over two large blocks by a little is mapped in those.
  const std::size_t asked = 2 * kLargeBlock + 100;
  void* const large = memory::allocate(asked, kLargeBlock);  // so aligned, it begins at its boundary
  EXPECT_EQ(memory_count.overhead_bytes.load() - before, 4096u - 100u);
  EXPECT_EQ(memory_count.large_blocks.load(), large_before + 1);
  memory::deallocate(large, asked, kLargeBlock);
  EXPECT_EQ(memory_count.overhead_bytes.load(), before);
}

TEST(Buffer, counts_as_growth_what_makes_it_larger) {
  const std::uint64_t before = upkeep_so_far().growths;
  Buffer<A> buffer;
  buffer.resize(10, 0);
  EXPECT_EQ(upkeep_so_far().growths, before + 1);
  buffer.resize(10, 0);
  buffer.resize(4, 0);
  EXPECT_EQ(upkeep_so_far().growths, before + 1);
  buffer.resize(5, 0);
  EXPECT_EQ(upkeep_so_far().growths, before + 2);
}

TEST(Buffer, is_aligned_to_a_cache_line_or_more) {  // H017
  const Buffer<Byte> small{3};
  const Buffer<Aligned256> wide{3};
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(small.data()) % kCacheLine, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(wide.data()) % 256, 0u);
  EXPECT_EQ(wide.bytes(), 3 * sizeof(Aligned256));
}

TEST(Buffer, of_no_capacity_owns_nothing) {  // H087
  const std::uint64_t before = live_bytes();
  const Buffer<A> none;
  const Buffer<A> empty{0};
  EXPECT_EQ(live_bytes(), before);
  EXPECT_EQ(none.data(), nullptr);
  EXPECT_EQ(empty.capacity(), 0u);
}

TEST(Buffer, moves_leave_nothing_behind) {
  const std::uint64_t before = live_bytes();
  {
    Buffer<A> one{10};
    Buffer<A> other = std::move(one);
    EXPECT_EQ(one.data(), nullptr);
    EXPECT_EQ(one.capacity(), 0u);
    EXPECT_EQ(live_bytes(), before + 10 * sizeof(A));
    one = std::move(other);
    EXPECT_EQ(one.capacity(), 10u);
  }
  EXPECT_EQ(live_bytes(), before);
}

TEST(Buffer, a_resize_that_fails_keeps_the_old_room) {
  Buffer<A> buffer{4};
  std::construct_at(buffer.data(), A{7});
  {
    const MemoryRunsOut at_once{0};
    EXPECT_THROW(buffer.resize(100, 1), std::bad_alloc);
  }
  EXPECT_EQ(buffer.capacity(), 4u);
  EXPECT_EQ(buffer[0].value, 7);
  buffer.resize(100, 1);
  EXPECT_EQ(buffer[0].value, 7);
}

class Relocation : public CountedLives {};

TEST_F(Relocation, moves_each_object_once_and_ends_its_old_life) {  // H031, H034
  Buffer<Counted> buffer{4};
  for (int i = 0; i < 4; ++i) std::construct_at(buffer.data() + i, i);
  buffer.resize(16, 4);
  EXPECT_EQ(ledger.living.size(), 4u);
  EXPECT_EQ(ledger.copied, 0u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(buffer[static_cast<std::size_t>(i)].read(), i);
  std::destroy_n(buffer.data(), 4);
}

TEST_F(Relocation, keeps_objects_valid_that_point_at_themselves_or_hold_constants) {
  Buffer<SelfPointer> pointing{1};
  Buffer<ConstMember> constant{1};
  std::construct_at(pointing.data(), 5);
  std::construct_at(constant.data(), ConstMember{6});
  pointing.resize(8, 1);
  constant.resize(8, 1);
  EXPECT_EQ(pointing[0].read(), 5);
  EXPECT_EQ(constant[0].value, 6);
}

TEST(Vector, counts_its_bytes_and_leaves_plain_numbers_unwritten) {
  const std::uint64_t before = live_bytes();
  {
    Vector<std::uint32_t> numbers;
    numbers.resize(1000);
    EXPECT_EQ(live_bytes(), before + numbers.capacity() * sizeof(std::uint32_t));
    numbers.assign(1000, 7);
    numbers.resize(2000);
    EXPECT_EQ(numbers[999], 7u);
  }
  EXPECT_EQ(live_bytes(), before);
}

TEST(Grown, doubles_from_a_line_of_rows_and_takes_what_is_asked) {
  static_assert(grown(0, 1) == 16 && grown(7, 8) == 16);
  static_assert(grown(16, 17) == 32 && grown(1024, 1025) == 2048);
  static_assert(grown(16, 100) == 100);
}

}  // namespace
}  // namespace ecs
