// A system whose parameter is auto says nothing of what it touches.
// EXPECT: none of its parameters is auto
#include "strategies/bitset.hpp"
#include "strategies/schedule.hpp"

struct A {
  int value;
};
using World = ecs::BitsetWorld<A>;

void register_systems(ecs::Schedule<World>& schedule) {
#ifdef CORRECTED
  schedule.add("look", [](ecs::ViewOf<World, A>) {});
#else
  schedule.add("look", [](auto) {});
#endif
}
