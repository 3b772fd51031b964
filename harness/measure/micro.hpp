// Micro: the second engine. Google Benchmark times the operations of a trial, with its own calibration and repetitions.
//
//   family  archetype/insert/in-order        point  at 1 000, 4 000, ... entities
//
//   one iteration     prepare()  | clock  run(1)  clock |       manual time: the restoring of the world is not in it
//   the memory pass   prepare()  | heap   run(1)  heap  |       up to 16 frames more, once a world, not timed
//
// So one iteration is one frame, the very call that the frame runner (rounds.hpp) times; a frame is Work::operations
// operations. Frames that use nothing up and are too short for the clock are run several between two readings.
//
// Same work or no number: a world is verified against the plain loops when it is built, and checked after its last frame.
// One world lives at a time, beside its reference while it is verified.
//
// This is the one room that knows Google Benchmark, and micro.cpp its one unit. What the library reads from the
// environment never reaches it: micro_environment.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/cases/trial.hpp"

namespace ecsbench {

// One workload on one strategy at several sizes.
struct MicroFamily {
  std::string name;
  const Case* entry = nullptr;      // with a `make`
  const Case* reference = nullptr;  // the plain loops
  std::vector<std::uint64_t> entities;
  bool counts_memory = true;  // false: it allocates where the heap reading does not look
};

// What one size showed.
struct MicroPoint {
  std::uint64_t entities = 0;
  double ns_per_operation = 0;                    // median of the repetitions
  std::optional<double> allocations, held_bytes;  // a frame; the bytes held after it that were not held before
};

// Of all worlds of the program, now.
struct HeapReading {
  std::uint64_t live_bytes = 0, allocations = 0;
};

struct MicroSettings {
  std::uint64_t seed = 42;
  std::vector<std::string> flags;                            // --benchmark_...: must be ones that the library takes
  std::vector<std::pair<std::string, std::string>> context;  // of the library's own file
  std::function<HeapReading()> heap;                         // empty: allocations are not counted
  std::function<bool()> stop;                                // asked after each frame; true ends the run

  // Before the world of a family is built, and when the last size of a family is done. `family` counts from 0.
  std::function<void(std::size_t family, std::uint64_t entities)> on_begin;
  std::function<void(std::size_t family, const std::vector<MicroPoint>& points)> on_family;
};

struct MicroOutcome {
  bool is_complete = false;  // false: stopped
  std::string json;          // the library's own file: the points that were complete
};

// Not to be called from within itself: the library's list of benchmarks is one for the process.
// Throws WrongResult where a strategy did other work than the plain loops, std::bad_alloc, std::invalid_argument where
// the library does not take a flag.
// REQUIRES: no other thread runs a trial; each family has a size.
[[nodiscard]] MicroOutcome run_micro(const std::vector<MicroFamily>& families, const MicroSettings& settings);

}  // namespace ecsbench
