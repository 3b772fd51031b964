// Where every array of every world gets its memory, and is counted.
//
//   below 2 MiB      aligned operator new
//   2 MiB and more   mmap at a 2 MiB boundary, madvise(MADV_HUGEPAGE): one page fault for 512
//
//   Buffer<T>        raw, 64-byte aligned room for T; the owner constructs and destroys
//   Vector<T>        std::vector on the same memory
//
// First touch costs 2.6 ns for 8 bytes in 4 KiB pages and 0.34 in huge ones. Where huge pages or mmap are missing (or a
// sanitizer must see each array), operator new does all the work: slower when cold, the same otherwise. ECS_TRACED: compiled
// with a sanitizer's hooks, but not for one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__linux__) && (defined(ECS_TRACED) || (!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)))
#if defined(__has_feature) && !defined(ECS_TRACED)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define ECS_NO_LARGE_BLOCKS
#endif
#endif
#else
#define ECS_NO_LARGE_BLOCKS
#endif

#ifndef ECS_NO_LARGE_BLOCKS
#include <malloc.h>
#include <sys/mman.h>
#endif

#include "strategies/upkeep.hpp"

namespace ecs {

inline constexpr std::size_t kCacheLine = 64;
inline constexpr std::size_t kLargeBlock = std::size_t{2} << 20;

// Bytes held by all worlds of the program and blocks taken so far; what memory() is checked against.
struct MemoryCount {
  std::atomic<std::uint64_t> live_bytes{0};
  std::atomic<std::uint64_t> peak_bytes{0};      // the most that were live since somebody set this to live_bytes
  std::atomic<std::uint64_t> overhead_bytes{0};  // what malloc and mmap gave for the live ones beyond what was asked
  std::atomic<std::uint64_t> allocations{0};
  std::atomic<std::uint64_t> large_blocks{0};  // of the allocations those that were mapped: operator new saw the others
};
inline MemoryCount memory_count;

namespace memory {

#ifdef ECS_NO_LARGE_BLOCKS
inline constexpr bool kLargeBlocks = false;
inline void* map_large(std::size_t, std::size_t) {
  return nullptr;
}
inline void unmap_large(void*, std::size_t) {}
[[nodiscard]] inline std::size_t given_bytes(void*, std::size_t bytes, bool) {
  return bytes;
}
#else
inline constexpr bool kLargeBlocks = true;

inline constexpr std::size_t kPage = 4096;
inline constexpr std::size_t kColours = 61;
inline constexpr std::size_t kSmallTail = std::size_t{256} << 10;

[[nodiscard]] constexpr std::size_t whole(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// A block begins some cache lines behind its boundary, each block at another distance: arrays that are walked together
// would otherwise meet in the same few sets of every cache.
[[nodiscard]] inline std::size_t next_shift() {
  static std::atomic<std::size_t> given{0};
  return given.fetch_add(1, std::memory_order_relaxed) % kColours * kCacheLine;
}

[[nodiscard]] inline std::byte* boundary_below(void* block) {
  auto* const first = static_cast<std::byte*>(block);
  return first - reinterpret_cast<std::uintptr_t>(first) % kLargeBlock;
}

// Bytes mapped for so many in use: whole large blocks, unless so little is left for the last one that small pages hold it.
[[nodiscard]] constexpr std::size_t mapped_bytes(std::size_t used) {
  return used % kLargeBlock <= kSmallTail ? whole(used, kPage) : whole(used, kLargeBlock);
}

inline void unmap_large(void* block, std::size_t bytes) {
  std::byte* const boundary = boundary_below(block);
  const auto shift = static_cast<std::size_t>(static_cast<std::byte*>(block) - boundary);
  ::munmap(boundary, mapped_bytes(shift + bytes));
}

// Maps one large block too many and gives back what lies before and after. nullptr when out of memory.
inline void* map_large(std::size_t bytes, std::size_t alignment) {
  if (bytes > static_cast<std::size_t>(-1) - 4 * kLargeBlock) return nullptr;
  const std::size_t shift = alignment > kCacheLine ? 0 : next_shift();
  const std::size_t wanted = mapped_bytes(shift + bytes);
  void* const mapped =
      ::mmap(nullptr, wanted + kLargeBlock, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  auto* const first = static_cast<std::byte*>(mapped);
  const std::size_t past = reinterpret_cast<std::uintptr_t>(first) % kLargeBlock;
  const std::size_t before = past == 0 ? 0 : kLargeBlock - past;
  if (before != 0) ::munmap(first, before);
  ::munmap(first + before + wanted, kLargeBlock - before);
  ::madvise(first + before, wanted, MADV_HUGEPAGE);  // only advice: without it the block is merely slower to touch
  return first + before + shift;
}

// What a block really takes. The 8 bytes that malloc keeps before each are not in it.
[[nodiscard]] inline std::size_t given_bytes(void* block, std::size_t bytes, bool large) {
  if (!large) return ::malloc_usable_size(block);
  const auto shift = static_cast<std::size_t>(static_cast<std::byte*>(block) - boundary_below(block));
  return mapped_bytes(shift + bytes);
}
#endif

[[nodiscard]] inline bool is_large(std::size_t bytes, std::size_t alignment) {
  return kLargeBlocks && bytes >= kLargeBlock && alignment <= kLargeBlock;
}

inline void count_taken(void* block, std::size_t bytes, bool large) noexcept {
  const std::uint64_t live = memory_count.live_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::uint64_t peak = memory_count.peak_bytes.load(std::memory_order_relaxed);
  while (peak < live && !memory_count.peak_bytes.compare_exchange_weak(peak, live, std::memory_order_relaxed)) {
  }
  memory_count.overhead_bytes.fetch_add(given_bytes(block, bytes, large) - bytes, std::memory_order_relaxed);
  memory_count.allocations.fetch_add(1, std::memory_order_relaxed);
  if (large) memory_count.large_blocks.fetch_add(1, std::memory_order_relaxed);
}

[[nodiscard]] inline void* allocate(std::size_t bytes, std::size_t alignment) {
  const bool large = is_large(bytes, alignment);
  void* const block =
      large ? map_large(bytes, alignment) : ::operator new(bytes, std::align_val_t{alignment}, std::nothrow);
  if (block == nullptr) throw std::bad_alloc{};
  count_taken(block, bytes, large);
  return block;
}

inline void deallocate(void* block, std::size_t bytes, std::size_t alignment) noexcept {
  if (block == nullptr) return;
  const std::size_t given = given_bytes(block, bytes, is_large(bytes, alignment));
  memory_count.overhead_bytes.fetch_sub(given - bytes, std::memory_order_relaxed);
  memory_count.live_bytes.fetch_sub(bytes, std::memory_order_relaxed);
  if (is_large(bytes, alignment)) {
    unmap_large(block, bytes);
  } else {
    ::operator delete(block, std::align_val_t{alignment});
  }
}

}  // namespace memory

// A standard allocator over the above; resize(n) leaves plain numbers as they come, so that nothing is written twice.
template <class T>
struct Allocator {
  using value_type = T;
  static constexpr std::size_t kAlignment = alignof(T) > kCacheLine ? alignof(T) : kCacheLine;

  Allocator() = default;
  template <class U>
  Allocator(const Allocator<U>&) noexcept {}

  T* allocate(std::size_t n) {
    if (n > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length{};
    return static_cast<T*>(memory::allocate(n * sizeof(T), kAlignment));
  }
  void deallocate(T* block, std::size_t n) noexcept { memory::deallocate(block, n * sizeof(T), kAlignment); }
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
  friend bool operator==(const Allocator&, const Allocator&) { return true; }
};

template <class T>
using Vector = std::vector<T, Allocator<T>>;

// Moves an object to raw memory and ends its old life. No assignment: const members and self-pointers are safe.
template <class T>
void relocate(T* from, T* to) noexcept {
  std::construct_at(to, std::move(*from));
  std::destroy_at(from);
}

// Ends an object and begins its successor in the same place: the same for const members, and nothing can throw. The one
// object of an empty type stays.
template <class T>
T* replace(T* held, T&& value) noexcept {
  if constexpr (std::is_empty_v<T>) {
    return held;
  } else {
    std::destroy_at(held);
    return std::construct_at(held, std::move(value));
  }
}

// The place of a value that is held, and so is not null: who asks for nullptr behind a look-up then asks nothing.
template <class T>
[[nodiscard]] T* held_place(T* place) noexcept {
  if (place == nullptr) __builtin_unreachable();
  return place;
}

template <class T>
void relocate_many(T* from, std::size_t n, T* to) noexcept {
  if constexpr (std::is_trivially_copyable_v<T>) {
    if (n != 0) std::memcpy(static_cast<void*>(to), static_cast<const void*>(from), n * sizeof(T));
  } else {
    for (std::size_t i = 0; i < n; ++i) relocate(from + i, to + i);
  }
}

// Copies n objects to raw memory. If a copy throws, none is left.
template <class T>
void copy_many(const T* from, std::size_t n, T* to) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    if (n != 0) std::memcpy(static_cast<void*>(to), static_cast<const void*>(from), n * sizeof(T));
  } else {
    std::uninitialized_copy_n(from, n, to);
  }
}

// Room for `capacity` objects that the owner constructs and destroys. Constness is that of a pointer.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t capacity)
      : data_{capacity == 0 ? nullptr : Allocator<T>{}.allocate(capacity)}, capacity_{capacity} {}
  Buffer(Buffer&& other) noexcept
      : data_{std::exchange(other.data_, nullptr)}, capacity_{std::exchange(other.capacity_, 0)} {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { Allocator<T>{}.deallocate(data_, capacity_); }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t bytes() const { return capacity_ * sizeof(T); }

  // Room for `capacity`, the first `live` objects moved over. Throws bad_alloc and changes nothing.
  // REQUIRES: live <= capacity
  void resize(std::size_t capacity, std::size_t live) {
    Buffer fresh{capacity};
    if (capacity > capacity_) note_growth();
    relocate_many(data_, live, fresh.data_);
    *this = std::move(fresh);
  }

  // A copy of the first `live`, without more room. Throws bad_alloc, or what a copy throws.
  [[nodiscard]] Buffer copied(std::size_t live) const {
    Buffer fresh{live};
    copy_many(data_, live, fresh.data_);
    return fresh;
  }

 private:
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

// The next capacity when `needed` no longer fits: doubling, from one cache line's worth of rows upward.
[[nodiscard]] constexpr std::size_t grown(std::size_t capacity, std::size_t needed) {
  const std::size_t doubled = capacity < 8 ? 16 : capacity * 2;
  return needed > doubled ? needed : doubled;
}

// The next capacity of an array that must hold `needed`, of which `more` are new: exact for large batches, so that a
// world filled in bulk has no slack, and doubling for small ones, so that many of them stay O(1) each.
[[nodiscard]] constexpr std::size_t grown_by(std::size_t capacity, std::size_t needed, std::size_t more) {
  return more > 1 && more >= capacity / 8 ? needed : grown(capacity, needed);
}

}  // namespace ecs
