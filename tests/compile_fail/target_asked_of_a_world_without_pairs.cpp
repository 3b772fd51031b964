// A storage that keeps no pairs must not pass over a question about them in silence.
// EXPECT: with<R>(target) needs a Related strategy
#include "strategies/hash_map.hpp"
#include "strategies/relation.hpp"

struct Position {
  int x;
};

std::size_t children(ecs::HashMapWorld<Position, ecs::ChildOf>& world, [[maybe_unused]] ecs::Entity parent) {
#ifdef CORRECTED
  return world.view<const Position>(ecs::with<ecs::ChildOf>).count();
#else
  return world.view<const Position>(ecs::with<ecs::ChildOf>(parent)).count();
#endif
}
