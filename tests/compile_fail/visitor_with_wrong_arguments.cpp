// A visitor asks for what the view does not give.
// EXPECT: VisitorOf
#include "strategies/bitset.hpp"

struct A {
  int value;
};
struct B {
  int value;
};
#ifdef CORRECTED
using Asked = A;
#else
using Asked = B;
#endif

void walk(ecs::BitsetWorld<A, B>& world) {
  world.view<A>().each([](ecs::Entity, Asked&) {});
}
