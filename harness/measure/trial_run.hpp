// trial_run: does a case survive? Tried in a process of its own before it is measured in this one.
//
//   this process   fork ---------------- waits, at most limit_s ---> nothing, or a sentence
//                    |                                        ^
//   child            build  verify  prepare  run  check  end -'   one letter down a pipe at each step
//
// A given strategy that crashes or hangs is so found out where it harms nobody: the run goes on
// without it. What it does not find: a fault that shows only after many frames, and wrong results,
// which verify_all() judges.
//
// In the child every signal has its default action, standard output goes nowhere (standard error is
// kept: an assertion's text is worth reading), no core file is written, and exit() runs none of
// this process's own exit handlers. It dies with this process. Cost  one build, a few frames and a
// fork; the memory of one world, given back before it returns.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "harness/cases/trial.hpp"

namespace ecsbench {

inline constexpr double kTrialRunLimitSeconds = 30;

// Nothing if the case came through within limit_s; else a sentence that names strategy, workload,
// what it was doing and what ended it: a signal, an exception, the limit, or an exit of its own.
// Once `stop` is true the child is ended within a tenth of a second, and nothing is said of it.
// Throws std::system_error where the system gives no pipe or process.
// REQUIRES: one.make; no other thread runs in this process; limit_s > 0
[[nodiscard]] std::optional<std::string> trial_run(const Case& one, const Params& params,
                                                   double limit_s = kTrialRunLimitSeconds,
                                                   const std::atomic<bool>* stop = nullptr);

}  // namespace ecsbench
