// Counting: reads the counters around the steady frames of each contestant, and gives them back by the frame.
//
//   a block of archetype     settling | begin  steady frames  end |      -> archetype's totals, so many frames
//   a block of boxed         settling | begin  steady frames  end |      -> boxed's
//
// See machine/counters.hpp for what is counted, and measure/watch.hpp for when.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/machine/counters.hpp"
#include "harness/measure/watch.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

class Counting {
 public:
  // Nothing wanted: nothing is opened, and no frame is watched.
  Counting(std::unique_ptr<PerfKernel> kernel, std::span<const CounterEvent> wanted, std::size_t contestants);

  // Makes the run call us. Outlives the run.
  void attach(Watch& watch);

  // A contestant's counts, a frame.
  [[nodiscard]] CountersResult of(std::size_t contestant) const;

 private:
  struct Counted {
    CounterTotals totals;
    std::uint64_t frames = 0;
  };
  void keep(std::size_t contestant, std::uint64_t frames);

  std::unique_ptr<PerfKernel> kernel_;
  bool wanted_;
  Counters counters_;
  std::vector<Counted> counted_;
};

// Why this machine does not count what was wanted; empty where it does.
[[nodiscard]] std::string why_not_counted(PerfKernel& kernel, std::span<const CounterEvent> wanted);

}  // namespace ecsbench
