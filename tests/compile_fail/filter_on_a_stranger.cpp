// A filter names a component that the world does not have.
// EXPECT: without<C>: C is no component of this world
#include "strategies/bitset.hpp"

struct Known {
  int value;
};
struct Stranger {
  int value;
};
#ifdef CORRECTED
using Excluded = Known;
#else
using Excluded = Stranger;
#endif

void walk(ecs::BitsetWorld<Known>& world) {
  world.view<Known>(ecs::without<Excluded>).each([](Known&) {});
}
