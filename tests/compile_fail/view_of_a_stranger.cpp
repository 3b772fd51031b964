// A view asks for a component that the world does not have.
// EXPECT: C is no component of this world
#include "strategies/bitset.hpp"

struct Known {
  int value;
};
struct Stranger {
  int value;
};
#ifdef CORRECTED
using World = ecs::BitsetWorld<Known, Stranger>;
#else
using World = ecs::BitsetWorld<Known>;
#endif

void walk(World& world) {
  world.view<Stranger>().each([](Stranger&) {});
}
