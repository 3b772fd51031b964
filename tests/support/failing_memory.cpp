// operator new, replaced: it asks a fuse first. See failing_memory.hpp.
#include "tests/support/failing_memory.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

struct Fuse {
  bool armed = false;
  bool blown = false;
  std::size_t left = 0;
};
constinit Fuse fuse;

bool runs_out() {
  if (!fuse.armed) return false;
  if (fuse.left == 0) return fuse.blown = true;
  --fuse.left;
  return false;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (runs_out()) return nullptr;
  const std::size_t whole = (bytes / alignment + 1) * alignment;  // aligned_alloc wants a multiple, and 0 is no size
  return std::aligned_alloc(alignment, whole);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const block = allocate(bytes, alignment);
  if (block == nullptr) throw std::bad_alloc{};
  return block;
}

}  // namespace

namespace ecsbench::tests {

MemoryRunsOut::MemoryRunsOut(std::size_t allocations_left) {
  fuse = {true, false, allocations_left};
}
MemoryRunsOut::~MemoryRunsOut() {
  fuse.armed = false;
}
bool MemoryRunsOut::happened() const {
  return fuse.blown;
}

}  // namespace ecsbench::tests

void* operator new(std::size_t bytes) {
  return allocate_or_throw(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}
