// CommandArena: raw room for records of any size, taken at one end and given back at the other. A record never moves.
//
//   first_                                last_                spares_
//   chunk [ gone | r1 | r2 | r3 |  ] -> chunk [ r4 | r5 |    ]   chunk [ ] -> chunk [ ]
//                 ^ read_                               ^ write_
//
// Whoever keeps values in it may hold pointers to them until their record is popped: growing adds a chunk. A chunk that
// has been read to its end becomes a spare, so that from the second round on nothing is allocated.
//
// Invariants (checked by consistent())
//   (1) the records lie in [read_, written) of first_, in [begin, written) of the chunks behind it, and end at write_ in
//       last_, whose written is still null;
//   (2) an empty arena reads and writes at the same place;
//   (3) bytes_ is the sum over all chunks, spares too.
// Cost    push, front, pop: O(1), a comparison each; push sometimes takes a chunk: a spare or an allocation.
// Memory  chunks of 4 KiB doubling to 2 MiB, or as large as one record needs; all stay until the arena ends.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>

#include "strategies/memory.hpp"

namespace ecs {

class CommandArena {
 public:
  static constexpr std::size_t kUnit = 8;  // sizes are multiples of it, records are aligned to it

  CommandArena() = default;
  CommandArena(CommandArena&& other) noexcept { swap(other); }  // leaves an empty arena behind
  CommandArena& operator=(CommandArena&& other) noexcept {
    CommandArena taken{std::move(other)};
    swap(taken);
    return *this;
  }
  // Whoever put objects into the records has ended them by now.
  ~CommandArena() {
    free_all(first_);
    free_all(spares_);
  }

  [[nodiscard]] bool empty() const { return read_ == write_; }

  // Room for a record behind all others. Throws bad_alloc and changes nothing. REQUIRES: bytes is a multiple of kUnit
  [[nodiscard]] std::byte* push(std::size_t bytes) {
    assert(bytes % kUnit == 0);
    if (bytes > static_cast<std::size_t>(end_ - write_)) [[unlikely]]
      add_chunk(bytes);
    return std::exchange(write_, write_ + bytes);
  }

  // The oldest record. REQUIRES: !empty()
  [[nodiscard]] std::byte* front() {
    assert(!empty());
    if (read_ == first_->written) [[unlikely]]
      leave_first_chunk();
    return read_;
  }

  // Gives back the oldest record. REQUIRES: front() gave it, and it has so many bytes
  void pop(std::size_t bytes) {
    read_ += bytes;
    if (read_ == write_) read_ = write_ = begin_of(first_);  // (2)
  }

  [[nodiscard]] std::size_t owned_bytes() const { return bytes_; }
  // O(chunks)
  [[nodiscard]] std::size_t used_bytes() const {
    std::size_t used = 0;
    for (Chunk* chunk = first_; chunk != nullptr; chunk = chunk->next) {
      used += static_cast<std::size_t>(end_of_records(chunk) - (chunk == first_ ? read_ : begin_of(chunk)));
    }
    return used;
  }

  [[nodiscard]] bool consistent() const {
    if (first_ == nullptr) return last_ == nullptr && spares_ == nullptr && bytes_ == 0 && read_ == nullptr;
    std::size_t bytes = 0;
    const Chunk* last = nullptr;
    for (Chunk* chunk = first_; chunk != nullptr; chunk = chunk->next) {
      if ((chunk->written == nullptr) != (chunk == last_) || !lies_in(chunk, end_of_records(chunk))) return false;
      bytes += chunk->bytes;
      last = chunk;
    }
    for (Chunk* chunk = spares_; chunk != nullptr; chunk = chunk->next) bytes += chunk->bytes;
    return last == last_ && lies_in(first_, read_) && read_ <= end_of_records(first_) && bytes == bytes_;
  }

 private:
  static constexpr std::size_t kFirstBytes = 4096;
  static constexpr std::size_t kMostBytes = kLargeBlock;

  struct Chunk {
    Chunk* next = nullptr;
    std::byte* written = nullptr;  // the end of its records, once the next chunk is written
    std::size_t bytes = 0;         // this head included
  };
  static_assert(sizeof(Chunk) % kUnit == 0);

  [[nodiscard]] static std::byte* begin_of(Chunk* chunk) { return reinterpret_cast<std::byte*>(chunk + 1); }
  [[nodiscard]] static std::byte* end_of(Chunk* chunk) { return reinterpret_cast<std::byte*>(chunk) + chunk->bytes; }
  [[nodiscard]] std::byte* end_of_records(const Chunk* chunk) const {
    return chunk->written != nullptr ? chunk->written : write_;
  }
  [[nodiscard]] static bool lies_in(Chunk* chunk, const std::byte* place) {
    return place >= begin_of(chunk) && place <= end_of(chunk);
  }

  [[gnu::cold]] [[gnu::noinline]] void add_chunk(std::size_t bytes) {
    Chunk* chunk = take_spare(sizeof(Chunk) + bytes);
    if (chunk == nullptr) chunk = new_chunk(sizeof(Chunk) + bytes);
    if (last_ == nullptr) {
      first_ = chunk;
      read_ = begin_of(chunk);
    } else {
      last_->written = write_;
      last_->next = chunk;
    }
    last_ = chunk;
    write_ = begin_of(chunk);
    end_ = end_of(chunk);
  }
  [[nodiscard]] Chunk* new_chunk(std::size_t needed) {
    const std::size_t bytes = std::max(needed, next_bytes_);
    auto* const chunk = std::construct_at(static_cast<Chunk*>(memory::allocate(bytes, kCacheLine)));
    chunk->bytes = bytes;
    bytes_ += bytes;
    next_bytes_ = std::min(next_bytes_ * 2, kMostBytes);
    return chunk;
  }
  // nullptr if none is large enough.
  [[nodiscard]] Chunk* take_spare(std::size_t needed) {
    for (Chunk** link = &spares_; *link != nullptr; link = &(*link)->next) {
      if ((*link)->bytes >= needed) return unlink(*link);
    }
    return nullptr;
  }
  [[nodiscard]] static Chunk* unlink(Chunk*& link) {
    Chunk* const chunk = link;
    link = std::exchange(chunk->next, nullptr);
    chunk->written = nullptr;
    return chunk;
  }
  [[gnu::cold]] [[gnu::noinline]] void leave_first_chunk() {
    Chunk* const left = first_;
    first_ = left->next;
    read_ = begin_of(first_);
    left->next = spares_;
    spares_ = left;
  }

  static void free_all(Chunk* chunk) noexcept {
    while (chunk != nullptr) {
      Chunk* const next = chunk->next;
      memory::deallocate(chunk, chunk->bytes, kCacheLine);
      chunk = next;
    }
  }

  void swap(CommandArena& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(spares_, other.spares_);
    std::swap(read_, other.read_);
    std::swap(write_, other.write_);
    std::swap(end_, other.end_);
    std::swap(bytes_, other.bytes_);
    std::swap(next_bytes_, other.next_bytes_);
  }

  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  Chunk* spares_ = nullptr;
  std::byte* read_ = nullptr;
  std::byte* write_ = nullptr;
  std::byte* end_ = nullptr;  // of the room in last_
  std::size_t bytes_ = 0;
  std::size_t next_bytes_ = kFirstBytes;
};

}  // namespace ecs
