// A crowd: every combination of four components, out of order, with some dead among them.
//
//   entity i holds   A if bit 0 of i is set, B if bit 1, C if bit 2, Frozen if bit 3, and each carries the number i
//
// Most components are inserted late and in a scattered order, some entities are respawned, so that neither rows nor
// handles line up. expected(required, excluded) says by plain bit tests what a query must visit.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

#include "strategies/entity.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"

namespace ecsbench::tests {

inline constexpr unsigned kHasA = 1;
inline constexpr unsigned kHasB = 2;
inline constexpr unsigned kHasC = 4;
inline constexpr unsigned kIsFrozen = 8;

template <class Strategy>
class Crowd {
 public:
  using World = typename Strategy::template World<A, B, C, Frozen>;

  // REQUIRES: entities is no multiple of kStride
  explicit Crowd(std::size_t entities = 200) : handles_(entities) {
    assert(entities % kStride != 0);
    for (std::size_t i = 0; i < entities; ++i) handles_[i] = world.spawn(A{-1}, Frozen{});
    for (std::size_t i = 0; i < entities; i += 3) world.despawn(handles_[i]);
    for (std::size_t i = 0; i < entities; i += 3) handles_[i] = world.spawn();
    for (std::size_t k = 0; k < entities; ++k) dress((k * kStride + 5) % entities);
  }

  [[nodiscard]] ecs::Entity operator[](std::size_t i) const { return handles_[i]; }
  [[nodiscard]] std::size_t size() const { return handles_.size(); }
  [[nodiscard]] const std::vector<ecs::Entity>& handles() const { return handles_; }
  [[nodiscard]] static bool matches(std::size_t i, unsigned required, unsigned excluded) {
    return (i & required) == required && (i & excluded) == 0;
  }
  [[nodiscard]] Entities expected(unsigned required, unsigned excluded = 0) const {
    Entities matching;
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      if (matches(i, required, excluded)) matching.insert(handles_[i]);
    }
    return matching;
  }

  World world;

 private:
  static constexpr std::size_t kStride = 37;  // a prime: (k * kStride) % entities then comes by every i once

  void dress(std::size_t i) {
    const auto number = static_cast<int>(i);
    put<B>(i, kHasB, number);
    put<A>(i, kHasA, number);
    put<Frozen>(i, kIsFrozen, number);
    put<C>(i, kHasC, number);
  }
  template <class Given>
  void put(std::size_t i, unsigned bit, int number) {
    if ((i & bit) != 0) {
      world.insert(handles_[i], make<Given>(number));
    } else {
      world.template remove<Given>(handles_[i]);
    }
  }

  std::vector<ecs::Entity> handles_;
};

}  // namespace ecsbench::tests
