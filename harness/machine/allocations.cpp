// The two forms of operator new that all others end in, and what gives back.
#include "harness/machine/allocations.hpp"

#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ECSBENCH_SANITIZED_HEAP
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define ECSBENCH_SANITIZED_HEAP
#endif
#endif

namespace ecsbench {
namespace {

constinit thread_local std::uint64_t allocations = 0;

#ifndef ECSBENCH_SANITIZED_HEAP
constexpr bool kCounts = true;

// As the standard wants it: the handler may free something, or throw.
template <class Take>
void* take_or_throw(Take take) {
  ++allocations;
  while (true) {
    if (void* const block = take()) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
#else
constexpr bool kCounts = false;
#endif

}  // namespace

bool counts_allocations() {
  return kCounts;
}

std::uint64_t allocations_of_this_thread() {
  assert(kCounts);
  return allocations;
}

}  // namespace ecsbench

// Not inlined: GCC would otherwise see free() meet a pointer of operator new, and warn.
#ifndef ECSBENCH_SANITIZED_HEAP
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  return ecsbench::take_or_throw([bytes] { return std::malloc(bytes == 0 ? 1 : bytes); });
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto boundary = static_cast<std::size_t>(alignment);
  const std::size_t whole = (bytes + boundary - 1) / boundary * boundary;  // aligned_alloc wants whole multiples
  if (whole < bytes) throw std::bad_alloc();
  return ecsbench::take_or_throw([=] { return std::aligned_alloc(boundary, whole == 0 ? boundary : whole); });
}
[[gnu::noinline]] void operator delete(void* block) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
#endif
