// spawn takes each component once; two values for one place would lose the first.
// EXPECT: spawn
#include "strategies/bitset.hpp"

struct A {
  int value;
};
struct B {
  int value;
};
#ifdef CORRECTED
using Second = B;
#else
using Second = A;
#endif

ecs::Entity make(ecs::BitsetWorld<A, B>& world) {
  return world.spawn(A{1}, Second{2});
}
