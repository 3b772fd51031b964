// Marks: when a value came and when it was last written, kept for the components that ask for it.
//
//   template <> inline constexpr bool ecs::kTracked<Health> = true;      opt in; all others pay nothing
//
//   row           0         1         2
//   values      [ h4      | h0      | h7      ]
//   marks       [ 1 , 1   | 1 , 5   | 4 , 4   ]      added, changed; row 1 came at tick 1 and was written at tick 5
//
//   world.view<const Health>(changed<Health>(4))     visits row 1 alone: later than tick 4
//
//   MarkColumn<C>     the marks of an array of C, row for row; an empty class with nothing to do if C is untracked
//   Mut<C>            what a visitor is given for a term Mut<C>: reads are free, writes mark
//   TickCounter       a world's time: begins at 1, so that everything came later than tick 0
//
// Invariants
//   (1) a value's marks lie in the row of the value, wherever that moves;
//   (2) added <= changed <= now.
// Cost    16 B a value of a tracked component; a store when it comes and when it is written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/filter.hpp"
#include "strategies/memory.hpp"

namespace ecs {

struct Marks {
  Tick added;
  Tick changed;
};

class TickCounter {
 public:
  TickCounter() = default;
  TickCounter(const TickCounter&) = default;
  TickCounter& operator=(const TickCounter&) = default;
  TickCounter(TickCounter&& other) noexcept : now_{std::exchange(other.now_, kFirst)} {}
  TickCounter& operator=(TickCounter&& other) noexcept {
    now_ = std::exchange(other.now_, kFirst);
    return *this;
  }

  [[nodiscard]] Tick now() const { return now_; }
  Tick advance() { return ++now_; }

 private:
  static constexpr Tick kFirst = 1;
  Tick now_ = kFirst;
};

// The untracked one: nothing is kept, nothing is done.
template <class C>
class MarkColumn {
 public:
  [[nodiscard]] Marks* at(std::size_t) const { return nullptr; }
  void born(std::size_t, Tick) noexcept {}
  void born(std::size_t, std::size_t, Tick) noexcept {}
  void written(std::size_t, Tick) noexcept {}
  void move(std::size_t, std::size_t) noexcept {}
  void resize(std::size_t, std::size_t) {}
  [[nodiscard]] MarkColumn resized(std::size_t) const { return {}; }
  [[nodiscard]] static std::size_t bytes() { return 0; }
  [[nodiscard]] static std::size_t capacity() { return static_cast<std::size_t>(-1); }
  static constexpr std::size_t kRowBytes = 0;
};

template <class C>
  requires kTracked<C>
class MarkColumn<C> {
 public:
  static constexpr std::size_t kRowBytes = sizeof(Marks);

  [[nodiscard]] Marks* at(std::size_t row) const { return marks_.data() + row; }
  // REQUIRES: row < capacity(), here and below
  void born(std::size_t row, Tick now) noexcept { marks_[row] = {now, now}; }
  void born(std::size_t first, std::size_t n, Tick now) noexcept {
    for (std::size_t row = first; row < first + n; ++row) born(row, now);
  }
  void written(std::size_t row, Tick now) noexcept { marks_[row].changed = now; }
  void move(std::size_t from, std::size_t to) noexcept { marks_[to] = marks_[from]; }

  // Room for `rows`, the first `live` kept. Throws bad_alloc and changes nothing.
  void resize(std::size_t rows, std::size_t live) { marks_.resize(rows, live); }
  // A copy with room for `rows`, as many kept as there was room for. Throws bad_alloc.
  [[nodiscard]] MarkColumn resized(std::size_t rows) const {
    MarkColumn fresh;
    fresh.marks_ = Buffer<Marks>{rows};
    const std::size_t kept = std::min(rows, capacity());
    if (kept != 0) std::memcpy(fresh.marks_.data(), marks_.data(), kept * sizeof(Marks));
    return fresh;
  }
  [[nodiscard]] std::size_t bytes() const { return marks_.bytes(); }
  [[nodiscard]] std::size_t capacity() const { return marks_.capacity(); }

 private:
  Buffer<Marks> marks_;
};

// A component that can be read without a trace and marks what is written through it. Good as long as a reference to the
// component would be.
template <class C>
class Mut {
 public:
  Mut(C* value, Tick* changed, Tick now) : value_{value}, changed_{changed}, now_{now} {}
  Mut(const Mut&) = default;
  Mut& operator=(const Mut&) = delete;  // of handles or of values? Say which: *a = *b

  [[nodiscard]] const C& read() const { return *value_; }
  [[nodiscard]] C& operator*() const {
    *changed_ = now_;
    return *value_;
  }
  [[nodiscard]] C* operator->() const { return &**this; }
  const Mut& operator=(C value) const {
    *changed_ = now_;
    replace(value_, std::move(value));
    return *this;
  }

 private:
  C* value_;
  Tick* changed_;
  Tick now_;
};

// Where a storage finds what a Mut is made of: a row of values and of marks. Walked like a pointer.
template <class C>
struct MarkedPlace {
  C* value;
  Marks* marks;
  Tick now;

  [[nodiscard]] MarkedPlace operator+(std::size_t rows) const {
    return {std::is_empty_v<C> ? value : value + rows, marks + rows, now};
  }
};

}  // namespace ecs
