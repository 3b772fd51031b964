// TbbExecutor: the executor of the product, oneTBB. The only file of the storages that needs more than the standard library.
//
//   #include "strategies/parallel.hpp"
//   world.view<Position, const Velocity>().par_each([](Position& p, const Velocity& v) { ... });     oneTBB from here on
//
// Its threads stay between runs and take work from each other; tasks of a run inside a run are shared out too. A thread
// that waits for the inner one takes no task of the outer: nothing of another system starts in the middle of a system.
// Cost        measured on two processors: 0.2 us a run of 2 tasks, 0.3 us of 8, while the threads are awake.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <concepts>
#include <cstddef>

#include "strategies/executor.hpp"

namespace ecs {

class TbbExecutor {
 public:
  template <std::invocable<std::size_t> Task>
  void run(std::size_t tasks, Task&& task) {
    oneapi::tbb::this_task_arena::isolate(
        [&] { oneapi::tbb::parallel_for(std::size_t{0}, tasks, task, oneapi::tbb::simple_partitioner{}); });
  }
  // Of the arena that the caller is in: a tbb::task_arena{3} around a call gives it three.
  [[nodiscard]] std::size_t workers() const {
    return static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
  }
};

static_assert(Executor<TbbExecutor>);

template <class Asker>
struct DefaultExecutor : TbbExecutor {};

}  // namespace ecs
