#include "harness/commands/duration.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "harness/commands/estimate.hpp"
#include "harness/measure/clock.hpp"

namespace ecsbench {
namespace {

constexpr double kTypicalClockCostNs = 25;

template <class Step>
double elapsed_ns(Step step) {
  const SteadyClock clock;
  const std::uint64_t start = clock.now_ns();
  step();
  return static_cast<double>(clock.now_ns() - start);
}

// The quickest of a few frames: the first ones fill the caches.
Speed small_speed(const Case& entry, Params params) {
  constexpr int kFrames = 5;
  params.entities = kSmallWorld;
  const std::unique_ptr<Trial> trial = entry.make(params);
  trial->build();
  (void)trial->verify();
  constexpr double kUnknown = std::numeric_limits<double>::max();
  Speed speed{kUnknown, kUnknown, trial->work().is_restored};
  for (int frame = 0; frame < kFrames; ++frame) {
    speed.prepare_ns = std::min(speed.prepare_ns, elapsed_ns([&] { trial->prepare(); }));
    speed.frame_ns = std::min(speed.frame_ns, elapsed_ns([&] { trial->run(1); }));
  }
  return speed;
}

Speed speed_of(const Case& entry, const Params& params) {
  const double scale = static_cast<double>(params.entities) / static_cast<double>(kSmallWorld);
  const Speed small = small_speed(entry, params);
  return {std::max(small.frame_ns * scale, 1.0), small.prepare_ns * scale, small.is_restored};
}

}  // namespace

Settings settings_of(const RunOptions& options, std::size_t contests) {
  Settings settings;
  settings.rounds = options.rounds;
  settings.frames = options.frames;
  settings.time_budget_s = options.time_budget_s / static_cast<double>(contests);
  settings.interleave = options.interleave;
  settings.seed = options.seed;
  return settings;
}

double seconds_needed(const Contest& contest, const Settings& settings) {
  std::vector<Speed> speeds;
  for (const Entrant& entrant : contest.entrants) speeds.push_back(speed_of(*entrant.entry, contest.params));
  speeds.push_back(speeds.front());  // the control
  const Timetable timetable = make_timetable(speeds, settings, kTypicalClockCostNs);
  const double planned_s = static_cast<double>(timetable.rounds) * round_ns(timetable, speeds) / 1e9;
  return settings.rounds ? planned_s : std::max(planned_s, settings.time_budget_s);
}

}  // namespace ecsbench
