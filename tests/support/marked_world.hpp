// A world with components that keep marks, and short questions about them.
//
//   MarkedWorld<TypeParam>            Health, Shield and the tag Noticed are tracked, A is not
//   came<Health>(world, since)        the entities whose Health came after that tick
//   written<Health>(world, since)     the same for whose was written
#pragma once

#include <gtest/gtest.h>

#include <concepts>
#include <tuple>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/marks.hpp"
#include "strategies/query.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"

namespace ecsbench::tests {

using ecs::added, ecs::changed, ecs::Mut, ecs::Tick, ecs::with, ecs::without;

template <class Strategy>
using MarkedWorld = typename Strategy::template World<Health, A, Shield, Noticed>;

// The entities whose C came, or was written, after a tick.
template <class C, class World>
[[nodiscard]] Entities came(World& world, Tick since) {
  return visited(world.template view<const C>(added<C>(since)));
}
template <class C, class World>
[[nodiscard]] Entities written(World& world, Tick since) {
  return visited(world.template view<const C>(changed<C>(since)));
}

template <class Range>
concept RangeOfEntities = requires(const Range& range) {
  { range[0] } -> std::same_as<ecs::Entity>;
};

// each, count, range-for, contains, get and each_chunk of one view tell the same story, which is `expected`.
template <class View>
void expect_same_story(const View& view, const std::vector<ecs::Entity>& all, const Entities& expected) {
  EXPECT_EQ(visited(view), expected);
  EXPECT_EQ(view.count(), expected.size());
  Entities listed;
  for (auto&& match : view) listed.insert(std::get<0>(match));
  EXPECT_EQ(listed, expected);
  Entities in_chunks;
  view.each_chunk([&](const RangeOfEntities auto& entities, auto&&...) {
    for (const ecs::Entity e : entities) in_chunks.insert(e);
  });
  EXPECT_EQ(in_chunks, expected);
  for (const ecs::Entity e : all) {
    EXPECT_EQ(view.contains(e), expected.contains(e));
    EXPECT_EQ(view.get(e).has_value(), expected.contains(e));
  }
}

}  // namespace ecsbench::tests
