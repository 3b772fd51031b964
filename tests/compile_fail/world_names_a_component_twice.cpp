// A world names each of its components once.
// EXPECT: a world names each component once
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

ecs::BitsetWorld<A, Second> world;
