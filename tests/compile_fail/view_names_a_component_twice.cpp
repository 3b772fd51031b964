// One view names the same component for reading and for writing (H040).
// EXPECT: the same component stands twice in one view
#include "strategies/bitset.hpp"

struct A {
  int value;
};
struct B {
  int value;
};
#ifdef CORRECTED
using Other = B;
#else
using Other = A;
#endif

void walk(ecs::BitsetWorld<A, B>& world) {
  world.view<A, const Other>().each([](A&, const Other&) {});
}
