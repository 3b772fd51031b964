// A system writes a component that it says it only reads. (H118)
// EXPECT: VisitorOf
#include "strategies/bitset.hpp"
#include "strategies/schedule.hpp"

struct A {
  int value;
};
using World = ecs::BitsetWorld<A>;
#ifdef CORRECTED
using Term = A;
#else
using Term = const A;
#endif

void register_systems(ecs::Schedule<World>& schedule) {
  schedule.add("write", [](ecs::ViewOf<World, Term> all) { all.each([](A& a) { a.value = 1; }); });
}
