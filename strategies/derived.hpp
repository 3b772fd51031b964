// What follows from the core, for worlds that do not say it themselves.
//
// Each function uses the world's own operation where there is one and else the plain loop over the core. Workloads and
// tests call these, so that a store of forty lines runs everything.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/strategy.hpp"

namespace ecs {

// n entities with the components Given..., each filled by fill(i, Entity, Given&...). If fill throws, none is left.
template <class... Given, class World, class Fill>
void spawn_many(World& world, std::size_t n, Fill&& fill) {
  if constexpr (requires { world.template spawn_many<Given...>(n, fill); }) {
    world.template spawn_many<Given...>(n, fill);
  } else {
    std::vector<Entity> made;
    made.reserve(n);
    try {
      for (std::size_t i = 0; i < n; ++i) {
        made.push_back(world.spawn(Given{}...));
        fill(i, made.back(), *world.template try_get<Given>(made.back())...);
      }
    } catch (...) {
      for (const Entity entity : made) world.despawn(entity);
      throw;
    }
  }
}

// Despawns all that are alive; returns how many died.
template <class World>
std::size_t despawn_many(World& world, std::span<const Entity> entities) {
  if constexpr (requires { world.despawn_many(entities); }) {
    return world.despawn_many(entities);
  } else {
    std::size_t died = 0;
    for (const Entity entity : entities) died += world.despawn(entity) ? 1u : 0u;
    return died;
  }
}

// Number of matches of a view.
template <class View>
[[nodiscard]] std::size_t count(const View& view) {
  if constexpr (requires { view.count(); }) {
    return view.count();
  } else {
    std::size_t matches = 0;
    view.each([&](auto&&...) { ++matches; });
    return matches;
  }
}

}  // namespace ecs
