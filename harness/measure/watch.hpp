// Watch: what a run tells and asks while it goes on. Nothing of it is called inside a block; there only the stop flag
// is read, once before each group of frames, ahead of the clock.
#pragma once

#include <atomic>
#include <functional>

#include "harness/measure/samples.hpp"
#include "harness/measure/whereabouts.hpp"

namespace ecsbench {

struct Progress {
  double share;           // of the run, 0 to 1: an estimate while the number of rounds is open
  double elapsed_s;       // since the run began, calibration included
  const Samples& so_far;  // its first so_far.rounds rounds are whole
};

// Each may be empty or null.
struct Watch {
  // Between rounds; where nothing interleaves, between blocks.
  std::function<void(const Progress&)> observe;

  // True ends the run before the next group of frames; the block it falls into is dropped. Null: nobody stops it.
  const std::atomic<bool>* stop = nullptr;

  // After whole squares, from 24 rounds on: true ends a run whose number of rounds is open.
  std::function<bool(const Samples&)> precise;

  // Right before and after each block.
  std::function<Whereabouts()> whereabouts = {};
};

}  // namespace ecsbench
