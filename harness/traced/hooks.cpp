// What code that is compiled with -fsanitize=thread calls at each access: here it hands the address over, and no more. The
// names are the compilers' own, and the runtime that usually has them is not linked. A hook that is missing is a link error
// that names it.
//
//   __tsan_read4(p), __tsan_write_range(p, n)     one access
//   __tsan_atomic64_fetch_add(p, ...)             the operation itself as well
//   __wrap_memcpy(to, from, n)                    calls of the library that compilers leave alone (ld --wrap)
//   __wrap_munmap(p, n), operator delete          memory that goes back to the system
//
// One thread alone is recorded: the workloads run on one.
#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "harness/traced/recorder.hpp"

namespace ecsbench {
namespace {

Recorder* recorder = nullptr;

void touched(const volatile void* place, std::size_t bytes) {
  if (recorder == nullptr || bytes == 0) return;
  Recorder* const ours = std::exchange(recorder, nullptr);  // what the recorder itself touches is not traced code
  ours->touch(reinterpret_cast<std::uintptr_t>(place), bytes);
  recorder = ours;
}

void given_back(std::uintptr_t block, std::size_t bytes) {
  if (recorder == nullptr) return;
  Recorder* const ours = std::exchange(recorder, nullptr);
  ours->forget(block, bytes);
  recorder = ours;
}

// A large block may be a mapping of its own, which goes back to the system when it is freed.
void release(void* block) {
  constexpr std::size_t kSmallestMapping = std::size_t{64} << 10U;
  const std::size_t bytes = recorder == nullptr ? 0 : ::malloc_usable_size(block);
  if (bytes < kSmallestMapping) return std::free(block);
  const std::size_t mapped = ::mallinfo2().hblks;
  const volatile auto address =
      reinterpret_cast<std::uintptr_t>(block);  // a number, and no pointer that is used after free
  std::free(block);
  if (::mallinfo2().hblks < mapped) given_back(address, bytes);
}

}  // namespace

void record_with(Recorder* given) {
  recorder = given;
}

}  // namespace ecsbench

using ecsbench::touched;

// Those of arrays come down to these.
void operator delete(void* block) noexcept {
  ecsbench::release(block);
}
void operator delete(void* block, std::size_t) noexcept {
  ecsbench::release(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  ecsbench::release(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  ecsbench::release(block);
}

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): these names are given.
extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

void __tsan_read1(void* place) {
  touched(place, 1);
}
void __tsan_read2(void* place) {
  touched(place, 2);
}
void __tsan_read4(void* place) {
  touched(place, 4);
}
void __tsan_read8(void* place) {
  touched(place, 8);
}
void __tsan_read16(void* place) {
  touched(place, 16);
}
void __tsan_write1(void* place) {
  touched(place, 1);
}
void __tsan_write2(void* place) {
  touched(place, 2);
}
void __tsan_write4(void* place) {
  touched(place, 4);
}
void __tsan_write8(void* place) {
  touched(place, 8);
}
void __tsan_write16(void* place) {
  touched(place, 16);
}
void __tsan_unaligned_read2(void* place) {
  touched(place, 2);
}
void __tsan_unaligned_read4(void* place) {
  touched(place, 4);
}
void __tsan_unaligned_read8(void* place) {
  touched(place, 8);
}
void __tsan_unaligned_read16(void* place) {
  touched(place, 16);
}
void __tsan_unaligned_write2(void* place) {
  touched(place, 2);
}
void __tsan_unaligned_write4(void* place) {
  touched(place, 4);
}
void __tsan_unaligned_write8(void* place) {
  touched(place, 8);
}
void __tsan_unaligned_write16(void* place) {
  touched(place, 16);
}
void __tsan_read_range(void* place, std::size_t bytes) {
  touched(place, bytes);
}
void __tsan_write_range(void* place, std::size_t bytes) {
  touched(place, bytes);
}
void __tsan_vptr_read(void** place) {
  touched(place, sizeof *place);
}
void __tsan_vptr_update(void** place, void*) {
  touched(place, sizeof *place);
}

std::uint32_t __tsan_atomic32_load(const volatile std::uint32_t* place, int) {
  touched(place, 4);
  return __atomic_load_n(place, __ATOMIC_SEQ_CST);
}
std::uint32_t __tsan_atomic32_fetch_add(volatile std::uint32_t* place, std::uint32_t more, int) {
  touched(place, 4);
  return __atomic_fetch_add(place, more, __ATOMIC_SEQ_CST);
}
int __tsan_atomic32_compare_exchange_strong(volatile std::uint32_t* place, std::uint32_t* expected,
                                            std::uint32_t wanted, int, int) {
  touched(place, 4);
  return __atomic_compare_exchange_n(place, expected, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;
}
std::uint32_t __tsan_atomic32_compare_exchange_val(volatile std::uint32_t* place, std::uint32_t expected,
                                                   std::uint32_t wanted, int, int) {
  touched(place, 4);
  __atomic_compare_exchange_n(place, &expected, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
std::uint64_t __tsan_atomic64_load(const volatile std::uint64_t* place, int) {
  touched(place, 8);
  return __atomic_load_n(place, __ATOMIC_SEQ_CST);
}
void __tsan_atomic64_store(volatile std::uint64_t* place, std::uint64_t value, int) {
  touched(place, 8);
  __atomic_store_n(place, value, __ATOMIC_SEQ_CST);
}
int __tsan_atomic64_compare_exchange_weak(volatile std::uint64_t* place, std::uint64_t* expected, std::uint64_t wanted,
                                          int, int) {
  touched(place, 8);
  return __atomic_compare_exchange_n(place, expected, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;
}
// What clang calls for the same.
std::uint64_t __tsan_atomic64_compare_exchange_val(volatile std::uint64_t* place, std::uint64_t expected,
                                                   std::uint64_t wanted, int, int) {
  touched(place, 8);
  __atomic_compare_exchange_n(place, &expected, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
std::uint64_t __tsan_atomic64_fetch_add(volatile std::uint64_t* place, std::uint64_t more, int) {
  touched(place, 8);
  return __atomic_fetch_add(place, more, __ATOMIC_SEQ_CST);
}
std::uint64_t __tsan_atomic64_fetch_sub(volatile std::uint64_t* place, std::uint64_t less, int) {
  touched(place, 8);
  return __atomic_fetch_sub(place, less, __ATOMIC_SEQ_CST);
}

void* __real_memcpy(void* to, const void* from, std::size_t bytes);
void* __real_memmove(void* to, const void* from, std::size_t bytes);
void* __real_memset(void* to, int value, std::size_t bytes);

void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  touched(from, bytes);
  touched(to, bytes);
  return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  touched(from, bytes);
  touched(to, bytes);
  return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  touched(to, bytes);
  return __real_memset(to, value, bytes);
}

int __real_munmap(void* block, std::size_t bytes);
int __wrap_munmap(void* block, std::size_t bytes) {
  ecsbench::given_back(reinterpret_cast<std::uintptr_t>(block), bytes);
  return __real_munmap(block, bytes);
}

// Newer compilers call these instead.
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  return __wrap_memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  return __wrap_memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  return __wrap_memset(to, value, bytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
