// What can be seen of a world from outside, as plain values to compare.
//
//   visited(view)                     the entities a view visits: a multiset, so that a second visit shows
//   portrait<A, B>(world, handles)    for each handle: alive?, and the number each component carries
//   same(seen, wanted)                compares two portraits; names the handles that differ
//
// portrait() holds the world to itself on the way: what the look-ups find is what the views visit, and the invariants of
// a world that has them stand.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <ostream>
#include <set>
#include <type_traits>
#include <vector>

#include "strategies/entity.hpp"
#include "tests/support/components.hpp"

namespace ecs {
inline void PrintTo(Entity entity, std::ostream* out) {
  *out << '{' << entity.index << ", " << entity.generation << '}';
}
}  // namespace ecs

namespace ecsbench::tests {

struct ByIndex {
  bool operator()(ecs::Entity left, ecs::Entity right) const {
    return left.index != right.index ? left.index < right.index : left.generation < right.generation;
  }
};
using Entities = std::multiset<ecs::Entity, ByIndex>;

template <class View>
[[nodiscard]] Entities visited(const View& view) {
  Entities seen;
  view.each([&](ecs::Entity entity, auto&&...) { seen.insert(entity); });
  return seen;
}

template <class World>
void expect_consistent(const World& world) {
  if constexpr (requires { world.consistent(); }) {
    EXPECT_TRUE(world.consistent());
  }
}

template <std::size_t kComponents>
struct Portrait {
  struct Life {
    bool alive = false;
    std::array<std::optional<int>, kComponents> values;
    friend bool operator==(const Life&, const Life&) = default;
  };
  std::size_t size = 0;
  std::vector<Life> lives;  // in the order of the handles
  friend bool operator==(const Portrait&, const Portrait&) = default;

  friend std::ostream& operator<<(std::ostream& out, const Life& life) {
    out << (life.alive ? "alive [" : "dead [");
    for (const auto& value : life.values) value ? out << ' ' << *value : out << " -";
    return out << " ]";
  }
};

// Are two portraits the same? If not, the message names the first handles that differ.
template <std::size_t kComponents>
[[nodiscard]] ::testing::AssertionResult same(const Portrait<kComponents>& seen, const Portrait<kComponents>& wanted) {
  if (seen == wanted) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure();
  failure << "size " << seen.size << ", wanted " << wanted.size;
  std::size_t named = 0;
  for (std::size_t i = 0; i < std::min(seen.lives.size(), wanted.lives.size()) && named < 5; ++i) {
    if (seen.lives[i] == wanted.lives[i]) continue;
    failure << "\n  handle " << i << ": " << seen.lives[i] << ", wanted " << wanted.lives[i];
    ++named;
  }
  return failure;
}

// The number C carries in an entity; has, try_get and the const try_get must agree.
template <class Read, class World>
[[nodiscard]] std::optional<int> number_in(World& world, ecs::Entity entity) {
  const std::remove_const_t<World>& seen = world;
  const Read* const place = world.template try_get<Read>(entity);
  EXPECT_EQ(seen.template has<Read>(entity), place != nullptr);
  EXPECT_EQ(seen.template try_get<Read>(entity), place);
  return place == nullptr ? std::nullopt : std::optional{value_of(*place)};
}

// The view of one component visits its holders among `handles` and nobody else. REQUIRES: all that live are among them
template <class Read, class World>
void expect_view_of_its_holders(World& world, const std::vector<ecs::Entity>& handles) {
  Entities holders;
  for (const ecs::Entity entity : handles) {
    if (world.template has<Read>(entity)) holders.insert(entity);
  }
  EXPECT_EQ(visited(world.template view<const Read>()), holders);
}

template <class... Cs, class World>
[[nodiscard]] Portrait<sizeof...(Cs)> portrait(World& world, const std::vector<ecs::Entity>& handles) {
  Portrait<sizeof...(Cs)> seen{world.size(), {}};
  for (const ecs::Entity entity : handles) {
    seen.lives.push_back({world.alive(entity), {number_in<Cs>(world, entity)...}});
  }
  (expect_view_of_its_holders<Cs>(world, handles), ...);
  expect_consistent(world);
  return seen;
}

}  // namespace ecsbench::tests
