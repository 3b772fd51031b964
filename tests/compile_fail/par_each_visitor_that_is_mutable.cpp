// A visitor keeps a state of its own, which several threads would write.
// EXPECT: several threads call it at once, so that it must not be mutable
#include "strategies/bitset.hpp"
#include "strategies/thread_executor.hpp"

struct A {
  int value;
};

void walk(ecs::BitsetWorld<A>& world, [[maybe_unused]] ecs::ThreadExecutor& executor) {
#ifdef CORRECTED
  world.view<A>().par_each(executor, [](A& a) { a.value = 1; });
#else
  world.view<A>().par_each(executor, [next = 0](A& a) mutable { a.value = next++; });
#endif
}
