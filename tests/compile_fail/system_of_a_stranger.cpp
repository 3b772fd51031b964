// A system asks for what no schedule can give.
// EXPECT: a system takes views (ViewOf<World, ...>), a CommandBuffer<World>& and the World&
#include "strategies/bitset.hpp"
#include "strategies/schedule.hpp"

struct A {
  int value;
};
using World = ecs::BitsetWorld<A>;
#ifdef CORRECTED
using Parameter = World&;
#else
using Parameter = const World&;
#endif

void register_systems(ecs::Schedule<World>& schedule) {
  schedule.add("look", [](Parameter) {});
}
