// ProgressLine: how far the run is, on a terminal's last line; elsewhere one plain line per finished case.
//
//   [2/4] move/scrambled · round 12 · 9 s left · bitset 0.742 ns per match
//
// Drawn between rounds, on the measuring thread, at most ten times a second: never inside a timed block.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/commands/console.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/measure/rounds.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// 618 ns, 6.18 µs, 61.8 ms, 1.20 s: the largest unit that leaves a digit before the point.
[[nodiscard]] std::string time_text(double elapsed_ns);

// "0.742 ns per match", or by what else the workload counts; the time of a frame where it counts nothing.
[[nodiscard]] std::string cost_text(double frame_ns, const Work& work);

// "archetype on move/toggled, 1 000 000 entities, share 0.1: 6.18 ms a frame"
[[nodiscard]] std::string finished_text(const CaseResult& entry);

class ProgressLine {
 public:
  // `verbose`: each step is a line of its own where no line is drawn.
  ProgressLine(const Console& console, std::size_t contests, bool verbose);

  // What is done before anything is timed: "building archetype".
  void say_step(const Contest& contest, const std::string& step);

  void observe(const Contest& contest, const Work& work, const Progress& progress);

  void finish(const std::vector<CaseResult>& cases);

 private:
  using SteadyTime = std::chrono::steady_clock;

  void draw(const Contest& contest, const std::vector<std::string>& facts);
  [[nodiscard]] std::string time_left(double share) const;

  const Console& console_;
  std::size_t contests_;
  bool verbose_;
  std::size_t done_ = 0;
  SteadyTime::time_point begin_ = SteadyTime::now();
  SteadyTime::time_point drawn_;
};

}  // namespace ecsbench
