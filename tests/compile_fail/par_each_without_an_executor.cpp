// par_each without an executor, and without the header that brings oneTBB.
// EXPECT: include strategies/parallel.hpp
#include "strategies/bitset.hpp"
#include "strategies/thread_executor.hpp"

struct A {
  int value;
};

void walk(ecs::BitsetWorld<A>& world, [[maybe_unused]] ecs::ThreadExecutor& executor) {
#ifdef CORRECTED
  world.view<A>().par_each(executor, [](A&) {});
#else
  world.view<A>().par_each([](A&) {});
#endif
}
