// Executor: who runs independent tasks at the same time. The seam between what can be shared out and who shares it out.
//
//   executor.run(n, task)     task(0) ... task(n - 1), each once, on any thread, in any order; back when all have ended
//   executor.workers()        how many of them may run at once; at least 1
//
//   SerialExecutor            this thread alone, in order
//   ThreadExecutor{workers}   std::thread, the standard library is enough: thread_executor.hpp
//   TbbExecutor               oneTBB: parallel.hpp, the only file that needs that library
//
// Rules for an executor
//   (1) the thread that calls run works too, so that a task may itself call run and cannot wait for ever;
//   (2) what run's caller wrote before is seen by the tasks, what they wrote is seen behind run.
// A task throws nothing: FirstError below takes what the work of a task throws, and gives it to the caller afterwards.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <exception>
#include <utility>

namespace ecs {

template <class E>
concept Executor = requires(E& executor, std::size_t tasks) {
  executor.run(tasks, [](std::size_t) noexcept {});
  { executor.workers() } -> std::same_as<std::size_t>;
};

class SerialExecutor {
 public:
  template <std::invocable<std::size_t> Task>
  void run(std::size_t tasks, Task&& task) {
    for (std::size_t i = 0; i < tasks; ++i) task(i);
  }
  [[nodiscard]] std::size_t workers() const { return 1; }
};

static_assert(Executor<SerialExecutor>);

// What an executor-less call uses. Only announced here: parallel.hpp says what it is.
template <class Asker>
struct DefaultExecutor;

// The first of the exceptions that several tasks may throw, by time; the rest are dropped.
class FirstError {
 public:
  // Calls work() and keeps what it throws. Once somebody has failed, work is no longer begun.
  template <std::invocable Work>
  void watch(Work&& work) noexcept {
    if (failed_.load(std::memory_order_relaxed)) return;
    try {
      std::forward<Work>(work)();
    } catch (...) {
      if (!failed_.exchange(true)) error_ = std::current_exception();
    }
  }
  // REQUIRES: no watch is under way
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::atomic<bool> failed_{false};
  std::exception_ptr error_;
};

}  // namespace ecs
