// BitsetStore: one component of a BitsetWorld: a bitmap of holders, and values by entity index with holes between.
//
//   bits     1    0    1    0    1    0
//   values [ v0 |    | v2 |    | v4 |    ]     a value lives exactly where a bit is set; tags have no values
//   marks  [ .. |    | .. |    | .. |    ]     of a tracked component only (marks.hpp)
//
// Cost        add, replace, remove, has, place: O(1); resize moves what is held.
// References  live until remove of that very value, or resize.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "strategies/bitmap.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/marks.hpp"
#include "strategies/memory.hpp"

namespace ecs {

template <Component C>
class BitsetStore {
 public:
  BitsetStore() = default;
  BitsetStore(BitsetStore&& other) noexcept
      : bits_{std::exchange(other.bits_, {})}, values_{std::move(other.values_)}, marks_{std::move(other.marks_)} {}
  BitsetStore& operator=(BitsetStore&& other) noexcept {
    std::swap(bits_, other.bits_);
    std::swap(values_, other.values_);
    std::swap(marks_, other.marks_);
    return *this;
  }
  ~BitsetStore() { destroy_values(); }

  [[nodiscard]] const Bitmap& bits() const { return bits_; }
  [[nodiscard]] bool has(Index index) const { return bits_.test(index); }

  // Where the value of an entity is, or would be. For a tag: its one object.
  [[nodiscard]] C* place([[maybe_unused]] std::size_t index) const {
    if constexpr (Tag<C>) {
      return tag_object<C>();
    } else {
      return values_.data() + index;
    }
  }

  // The marks of an entity; nullptr if C is untracked. REQUIRES: has(index)
  [[nodiscard]] Marks* marks(std::size_t index) const { return marks_.at(index); }

  // `now` is what a tracked value is marked with. REQUIRES: !has(index), index < capacity
  C* add(Index index, [[maybe_unused]] C&& value, Tick now) {
    assert(!has(index));
    bits_.set(index);
    marks_.born(index, now);
    if constexpr (!Tag<C>) std::construct_at(place(index), std::move(value));
    return place(index);
  }
  // Default values for those that mark_in_word then lets in. REQUIRES: none is held, and room for them
  void construct_many(std::span<const Index> born, Tick now) noexcept {
    for (const Index index : born) {
      if constexpr (!Tag<C>) std::construct_at(place(index));
      marks_.born(index, now);
    }
  }
  // Sets the bits of those whose values the caller constructs. REQUIRES: none is held, and room for them
  void mark_in_word(std::size_t word, Bitmap::Word mask) { bits_.set_in_word(word, mask); }
  // REQUIRES: has(index)
  void written(Index index, Tick now) noexcept { marks_.written(index, now); }
  // REQUIRES: has(index)
  C* replace(Index index, C&& value, Tick now) noexcept {
    assert(has(index));
    written(index, now);
    return ecs::replace(place(index), std::move(value));
  }
  // REQUIRES: has(index)
  void remove(Index index) {
    assert(has(index));
    bits_.reset(index);
    if constexpr (!Tag<C>) std::destroy_at(place(index));
  }
  void remove_if_present(Index index) {
    if (has(index)) remove(index);
  }
  void clear() {
    destroy_values();
    bits_.clear();
  }

  // Throws bad_alloc, or what a copy throws. A bit is set when its value lives, so that a copy half made ends well.
  [[nodiscard]] BitsetStore clone() const
    requires std::copy_constructible<C>
  {
    BitsetStore copy;
    copy.resize(bits_.capacity());
    copy.marks_ = marks_.resized(bits_.capacity());
    if constexpr (!Tag<C>) {
      bits_.for_each_run([&](std::size_t first, std::size_t n) {
        copy_many(place(first), n, copy.place(first));
        for (std::size_t index = first; index < first + n; ++index) copy.bits_.set(index);
        return true;
      });
    }
    copy.bits_ = bits_;
    return copy;
  }

  // Room for indices below n. Throws bad_alloc and changes nothing. REQUIRES: none at or above n is held
  void resize(std::size_t n) {
    MarkColumn<C> fresh_marks = marks_.resized(n);
    if constexpr (Tag<C>) {
      bits_.resize(n);
    } else {
      Buffer<C> fresh{n};
      bits_.resize(n);
      bits_.for_each_run([&](std::size_t first, std::size_t many) {
        relocate_many(values_.data() + first, many, fresh.data() + first);
        return true;
      });
      values_ = std::move(fresh);
    }
    marks_ = std::move(fresh_marks);
  }

  [[nodiscard]] std::size_t value_bytes_held() const { return Tag<C> ? 0 : bits_.count() * sizeof(C); }
  [[nodiscard]] std::size_t value_bytes_owned() const { return values_.bytes(); }
  [[nodiscard]] std::size_t mark_bytes() const { return marks_.bytes(); }

 private:
  void destroy_values() {
    if constexpr (!std::is_trivially_destructible_v<C>) {
      bits_.for_each_run([&](std::size_t first, std::size_t many) {
        std::destroy_n(place(first), many);
        return true;
      });
    }
  }

  Bitmap bits_;
  Buffer<C> values_;
  [[no_unique_address]] MarkColumn<C> marks_;
};

}  // namespace ecs
