// A relation says nothing without a target: it is not inserted, but related.
// EXPECT: insert: a relation needs a target; say relate<R>(source, target) instead
#include "strategies/sparse_set.hpp"

struct Position {
  int x;
};

void hang_on(ecs::SparseSetWorld<Position, ecs::ChildOf>& world, ecs::Entity child,
             [[maybe_unused]] ecs::Entity parent) {
#ifdef CORRECTED
  world.relate<ecs::ChildOf>(child, parent);
#else
  world.insert(child, ecs::ChildOf{});
#endif
}
