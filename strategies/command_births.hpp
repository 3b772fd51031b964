// Births: which entity a spawn became that was only recorded. Pending: the name of such an entity until then.
//
//   numbers    0 .. 3            4    5    6            7    8
//              earlier rounds    made_[0, 3)            recorded, not yet run
//                                ^ first_               ^ next_ is 9
//
// Invariants
//   (1) number first_ + i became made_[i]: null if it was despawned by a command, or its spawn came to nothing;
//   (2) a number is issued once, an id belongs to one Births (it goes along when that moves): a Pending of another
//       buffer or of an earlier round stands for nobody, never for somebody else.
// Cost    O(1) each. Memory: 8 B a spawn of the largest round.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "strategies/entity.hpp"
#include "strategies/memory.hpp"

namespace ecs {

// Pending{} is nobody's.
class Pending {
 public:
  Pending() = default;
  friend bool operator==(Pending, Pending) = default;

 private:
  friend class Births;
  Pending(std::uint64_t owner, std::uint64_t number) : owner_{owner}, number_{number} {}

  std::uint64_t owner_ = 0;
  std::uint64_t number_ = 0;
};

class Births {
 public:
  static constexpr std::uint64_t kNobody = std::numeric_limits<std::uint64_t>::max();

  Births() = default;
  Births(Births&& other) noexcept { swap(other); }  // leaves one behind that has issued nothing
  Births& operator=(Births&& other) noexcept {
    Births taken{std::move(other)};
    swap(taken);
    return *this;
  }

  [[nodiscard]] Pending issue() noexcept { return {id_, next_++}; }

  // kNobody for a Pending of somebody else.
  [[nodiscard]] std::uint64_t number_of(Pending pending) const {
    return pending.owner_ == id_ ? pending.number_ : kNobody;
  }
  // Null if not yet made, no longer known, or gone.
  [[nodiscard]] Entity entity(std::uint64_t number) const {
    const std::uint64_t place = number - first_;  // earlier numbers wrap around, and kNobody is beyond all
    return place < made_.size() ? made_[place] : kNull;
  }

  // Room for all that was issued. What an earlier round made is forgotten, unless that one broke off half-way. Throws
  // bad_alloc.
  void begin_round() {
    if (!half_done_) forget();
    const auto births = static_cast<std::size_t>(next_ - first_);
    if (births > made_.capacity()) made_.reserve(grown(made_.capacity(), births));
    half_done_ = true;
  }
  void end_round() noexcept { half_done_ = false; }

  // The next number that was issued became this entity, or nobody. REQUIRES: issued before begin_round
  void note(Entity entity) noexcept { made_.push_back(entity); }
  // REQUIRES: entity(number) is not null
  void forget(std::uint64_t number) noexcept { made_[number - first_] = kNull; }

  // Nothing that was issued will be made.
  void clear() noexcept {
    made_.clear();
    first_ = next_;
    half_done_ = false;
  }

  [[nodiscard]] std::size_t used_bytes() const { return made_.size() * sizeof(Entity); }
  [[nodiscard]] std::size_t owned_bytes() const { return made_.capacity() * sizeof(Entity); }
  [[nodiscard]] bool consistent() const { return first_ <= next_ && made_.size() <= next_ - first_; }

 private:
  void forget() noexcept {
    first_ += made_.size();
    made_.clear();
  }
  void swap(Births& other) noexcept {
    std::swap(made_, other.made_);
    std::swap(id_, other.id_);
    std::swap(first_, other.first_);
    std::swap(next_, other.next_);
    std::swap(half_done_, other.half_done_);
  }

  inline static constinit std::atomic<std::uint64_t> ids_given_{0};

  Vector<Entity> made_;
  std::uint64_t id_ = ++ids_given_;
  std::uint64_t first_ = 0;
  std::uint64_t next_ = 0;
  bool half_done_ = false;  // a round began and did not end
};

}  // namespace ecs
