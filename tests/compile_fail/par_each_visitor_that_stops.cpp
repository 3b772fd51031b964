// A visitor returns bool, as if a loop on several threads had a first and a last.
// EXPECT: par_each: a visitor that returns bool would stop a loop
#include "strategies/bitset.hpp"
#include "strategies/thread_executor.hpp"

struct A {
  int value;
};

void walk(ecs::BitsetWorld<A>& world, [[maybe_unused]] ecs::ThreadExecutor& executor) {
#ifdef CORRECTED
  world.view<A>().par_each(executor, [](A&) {});
#else
  world.view<A>().par_each(executor, [](A&) { return true; });
#endif
}
