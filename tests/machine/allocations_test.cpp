// Claims about the count of calls of operator new: each counts once, whoever makes it, and the memory is as good as before.
#include "harness/machine/allocations.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <thread>

#include "harness/workloads/opaque.hpp"
#include "strategies/memory.hpp"

namespace ecsbench {
namespace {

template <class Work>
std::uint64_t allocations_in(Work work) {
  const std::uint64_t before = allocations_of_this_thread();
  work();
  return allocations_of_this_thread() - before;
}

class Allocations : public testing::Test {
 protected:
  void SetUp() override {
    if (!counts_allocations()) GTEST_SKIP() << "a sanitizer keeps its own operator new";
  }
};

constexpr std::align_val_t kWide{256};

TEST_F(Allocations, every_form_of_operator_new_counts_once) {
  EXPECT_EQ(allocations_in([] { ::operator delete(::operator new(10)); }), 1u);
  EXPECT_EQ(allocations_in([] { ::operator delete[](::operator new[](10)); }), 1u);
  EXPECT_EQ(allocations_in([] { ::operator delete(::operator new(10, std::nothrow)); }), 1u);
  EXPECT_EQ(allocations_in([] { ::operator delete[](::operator new[](10, std::nothrow)); }), 1u);
  EXPECT_EQ(allocations_in([] { ::operator delete(::operator new(10, kWide), kWide); }), 1u);
  EXPECT_EQ(allocations_in([] { ::operator delete[](::operator new[](10, kWide), kWide); }), 1u);
  EXPECT_EQ(allocations_in([] { ::operator delete(::operator new(10, kWide, std::nothrow), kWide); }), 1u);
  EXPECT_EQ(allocations_in([] {}), 0u);
}

TEST_F(Allocations, those_of_a_library_count) {
  EXPECT_EQ(allocations_in([] {
              const std::string text(1000, 'x');
              static_cast<void>(opaque(text.data()));  // else a compiler may leave the block out
            }),
            1u);
}

TEST_F(Allocations, those_of_another_thread_are_not_ours) {
  std::uint64_t theirs = 0;
  std::thread other;
  const auto work = [&] { theirs = allocations_in([] { ::operator delete(::operator new(100)); }); };
  const std::uint64_t ours = allocations_in([&] { other = std::thread(work); });
  const std::uint64_t while_waiting = allocations_in([&] { other.join(); });
  EXPECT_EQ(theirs, 1u);
  EXPECT_EQ(ours, 1u) << "what the thread is told";
  EXPECT_EQ(while_waiting, 0u);
}

TEST_F(Allocations, memory_is_aligned_and_nothing_is_a_size) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    void* const block = ::operator new(bytes, kWide);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 256, 0u);
    ::operator delete(block, kWide);
    void* const plain = ::operator new(bytes);
    EXPECT_NE(plain, nullptr);
    ::operator delete(plain);
  }
}

std::size_t times_asked = 0;

TEST_F(Allocations, memory_that_runs_out_throws_after_the_handler_was_asked) {
  volatile std::size_t too_much = std::numeric_limits<std::size_t>::max() / 2;
  EXPECT_THROW((void)::operator new(too_much), std::bad_alloc);
  volatile std::size_t beyond_all = std::numeric_limits<std::size_t>::max() - 1;
  EXPECT_THROW((void)::operator new(beyond_all, kWide), std::bad_alloc) << "rounded up it would be nothing";
  EXPECT_EQ(::operator new(too_much, std::nothrow), nullptr);
  times_asked = 0;
  std::set_new_handler([] {
    if (++times_asked == 2) std::set_new_handler(nullptr);
  });
  EXPECT_THROW((void)::operator new(too_much), std::bad_alloc);
  EXPECT_EQ(times_asked, 2u);
}

TEST_F(Allocations, a_small_block_of_a_storage_is_seen_and_a_large_one_is_counted_there) {
  if (!ecs::memory::kLargeBlocks) GTEST_SKIP() << "all blocks come from operator new here";
  const std::uint64_t large_before = ecs::memory_count.large_blocks;
  EXPECT_EQ(allocations_in([] { const ecs::Buffer<int> small{100}; }), 1u);
  EXPECT_EQ(ecs::memory_count.large_blocks, large_before);
  EXPECT_EQ(allocations_in([] { const ecs::Buffer<int> large{1'000'000}; }), 0u);
  EXPECT_EQ(ecs::memory_count.large_blocks, large_before + 1);
}

}  // namespace
}  // namespace ecsbench
