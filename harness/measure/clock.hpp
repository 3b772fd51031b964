// Clocks: what the runner measures time with, and what the clock itself costs.
//
// A clock that costs 30 ns a call and ticks every 40 ns cannot time a frame of 100 ns. Both are
// measured at the start and decide how many frames are timed together (see pace.hpp). Tests inject
// a clock whose time they set.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>

namespace ecsbench {

// now_ns() never goes backwards.
template <class Candidate>
concept Clock = requires(Candidate& clock) {
  { clock.now_ns() } -> std::same_as<std::uint64_t>;
};

struct SteadyClock {
  [[nodiscard]] std::uint64_t now_ns() const {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since_start).count());
  }
};

struct ClockFacts {
  double resolution_ns = 0;  // smallest step between two readings that differ
  double cost_ns = 0;        // of one call, the best of several series
};

// The smallest step seen in `readings` calls; 0 if the clock never moved.
template <Clock ClockType>
[[nodiscard]] double measure_resolution_ns(ClockType& clock, int readings = 20'000) {
  std::uint64_t smallest = 0;
  std::uint64_t before = clock.now_ns();
  for (int reading = 0; reading < readings; ++reading) {
    const std::uint64_t now = clock.now_ns();
    if (now > before && (smallest == 0 || now - before < smallest)) smallest = now - before;
    before = now;
  }
  return static_cast<double>(smallest);
}

// The cost of one call, as the quickest of `series` series: interruptions only ever add. About 2 ms
// on a usual clock.
template <Clock ClockType>
[[nodiscard]] double measure_cost_ns(ClockType& clock, int series = 20) {
  constexpr int kCalls = 2'000;
  std::uint64_t quickest = UINT64_MAX;
  for (int attempt = 0; attempt < series; ++attempt) {
    const std::uint64_t start = clock.now_ns();
    std::uint64_t end = start;
    for (int call = 0; call < kCalls; ++call) end = clock.now_ns();
    quickest = std::min(quickest, end - start);
  }
  return static_cast<double>(quickest) / kCalls;
}

template <Clock ClockType>
[[nodiscard]] ClockFacts measure_clock(ClockType& clock) {
  return ClockFacts{measure_resolution_ns(clock), measure_cost_ns(clock)};
}

}  // namespace ecsbench
