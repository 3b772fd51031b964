// A const world gives views that only read.
// EXPECT: kReadOnly
#include "strategies/bitset.hpp"

struct A {
  int value;
};
#ifdef CORRECTED
using Term = const A;
#else
using Term = A;
#endif

void walk(const ecs::BitsetWorld<A>& world) {
  world.view<Term>().each([](const A&) {});
}
