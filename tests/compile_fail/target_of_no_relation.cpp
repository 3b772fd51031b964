// with<C>(target) asks for a pair, and so for a relation.
// EXPECT: with<C>(target): C is no relation
#include "strategies/bitset.hpp"

struct Position {
  int x;
};
#ifdef CORRECTED
using Asked = ecs::ChildOf;
#else
using Asked = Position;
#endif

std::size_t children(ecs::BitsetWorld<Position, ecs::ChildOf>& world, ecs::Entity parent) {
  return world.view<const Position>(ecs::with<Asked>(parent)).count();
}
