// Runs frames as the runner does: what a frame uses up is laid out again before the next.
#pragma once

#include <cstdint>

#include "harness/cases/trial.hpp"

namespace ecsbench {

inline void run_frames(Trial& trial, std::uint64_t frames) {
  const std::uint64_t prepared = trial.work().is_restored ? 1 : frames;
  for (std::uint64_t done = 0; done < frames; done += prepared) {
    trial.prepare();
    trial.run(prepared);
  }
}

}  // namespace ecsbench
