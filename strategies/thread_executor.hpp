// ThreadExecutor: an executor (executor.hpp) that needs the standard library alone. The thread sanitizer understands it.
//
//   run(5, task)      this thread   task 0   task 2         task 4
//                     a helper      task 1         task 3             each takes the next that nobody has taken
//
// Helpers live as long as one run: simple to reason about, and right for work that is longer than it takes to start them.
// Who runs a thousand small things takes TbbExecutor, whose threads stay.
// Cost        a run: some 25 us for each helper.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "strategies/executor.hpp"

namespace ecs {

class ThreadExecutor {
 public:
  // 0: as many as the machine runs at once, or 1 where nobody knows.
  explicit ThreadExecutor(std::size_t workers = 0) : workers_{workers != 0 ? workers : of_machine()} {}

  template <std::invocable<std::size_t> Task>
  void run(std::size_t tasks, Task&& task) {
    std::atomic<std::size_t> next{0};
    const auto work = [&]() noexcept {
      for (std::size_t i = next.fetch_add(1); i < tasks; i = next.fetch_add(1)) task(i);
    };
    std::vector<std::thread> helpers = start(std::min(workers_, tasks), work);
    work();
    for (std::thread& helper : helpers) helper.join();
  }
  [[nodiscard]] std::size_t workers() const { return workers_; }

 private:
  [[nodiscard]] static std::size_t of_machine() {
    return std::max<std::size_t>(1, std::thread::hardware_concurrency());
  }

  // One fewer than `workers`: the caller is one. A system out of threads or memory gives fewer; the work is done by those
  // who came.
  template <class Work>
  [[nodiscard]] static std::vector<std::thread> start(std::size_t workers, const Work& work) noexcept {
    std::vector<std::thread> helpers;
    try {
      while (helpers.size() + 1 < workers) helpers.emplace_back(std::cref(work));
    } catch (const std::exception&) {  // system_error or bad_alloc
    }
    return helpers;
  }

  std::size_t workers_;
};

static_assert(Executor<ThreadExecutor>);

}  // namespace ecs
