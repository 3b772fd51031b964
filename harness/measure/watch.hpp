// Watch: what a run tells and asks while it goes on. Nothing of it is called between two readings of the clock, and inside a
// block only the stop flag and the count of allocations are read, around each group of frames; who counts is told where
// what is counted begins and ends, which is inside a block only where frames are prepared one by one.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
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

  // Around the steady frames of a block, all that is between being theirs; where each frame has its own prepare(), around
  // each. Both or neither. A span that is begun and not ended was stopped.
  std::function<void()> counting_begins;
  std::function<void(std::size_t contestant, std::uint64_t frames)> counting_ends;

  // After whole squares, from 24 rounds on: true ends a run whose number of rounds is open.
  std::function<bool(const Samples&)> precise;

  // Right before and after each group of frames: how often this thread has called operator new so far.
  std::function<std::uint64_t()> allocations = {};

  // Right before and after each block.
  std::function<Whereabouts()> whereabouts = {};
};

}  // namespace ecsbench
