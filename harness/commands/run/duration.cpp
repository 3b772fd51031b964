#include "harness/commands/run/duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/run/estimate.hpp"
#include "harness/measure/clock.hpp"
#include "harness/report/text.hpp"

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

Timetable timetable_of(const Contest& contest, const Settings& settings, std::vector<Speed>& speeds) {
  for (const Entrant& entrant : contest.entrants) speeds.push_back(speed_of(*entrant.entry, contest.params));
  speeds.push_back(speeds.front());  // the control
  return make_timetable(speeds, settings, kTypicalClockCostNs);
}

// A time is kept once and stands in the summary's own list once more.
constexpr double kBytesPerSample = 2 * sizeof(double);

// As if no frame were timed in a group.
double most_sample_bytes(const Contest& contest, const Settings& settings) {
  const std::uint64_t frames = settings.frames.value_or(kMostGroupsPerBlock);
  const auto block = static_cast<double>(frames + settling_before(frames));
  const auto rounds = static_cast<double>(settings.rounds.value_or(kMostRounds));
  return block * rounds * static_cast<double>(contest.entrants.size() + 1) * kBytesPerSample;
}

double sample_bytes(const Contest& contest, const Settings& settings) {
  std::vector<Speed> speeds;
  const Timetable timetable = timetable_of(contest, settings, speeds);
  double groups = 0;
  for (const Pace& pace : timetable.paces) groups += static_cast<double>(pace.steady + pace.settling);
  return groups * static_cast<double>(timetable.passes * timetable.rounds) * kBytesPerSample;
}

// REQUIRES: --frames or --rounds was given
[[noreturn]] void refuse_samples(std::size_t tables, const RunOptions& options, double needed, double free_bytes) {
  const std::string_view option = options.frames ? "frames" : "rounds";
  const std::uint64_t asked = options.frames ? *options.frames : *options.rounds;
  const double share = 0.9 * free_bytes / needed;
  const double most = std::max(std::floor(static_cast<double>(asked) * share), 1.0);
  throw UsageError(fmt::format(
      "{} {}: the frame times of {} in {} would need about {:.0f} bytes ({}), and {:.0f} bytes ({}) are free "
      "beside the worlds. Type --{} {:.0f}.",
      options.label(option), asked, counted(tables, "table"), counted(options.launches, "launch"), needed,
      bytes_text(needed), free_bytes, bytes_text(free_bytes), option, most));
}

}  // namespace

void require_room_for_samples(const std::vector<Contest>& contests, const RunOptions& options,
                              std::optional<std::uint64_t> available) {
  if (!available || (!options.frames && !options.rounds)) return;
  const Settings settings = settings_of(options, contests.size());
  const auto launches = static_cast<double>(options.launches);
  double at_most = 0, worlds = 0;
  for (const Contest& contest : contests) {
    at_most += launches * most_sample_bytes(contest, settings);
    worlds = std::max(worlds, bytes_needed(contest));
  }
  if (at_most < static_cast<double>(*available) / 2) return;
  double needed = 0;  // those of all tables and launches are kept to the end
  for (const Contest& contest : contests) needed += launches * sample_bytes(contest, settings);
  const double free_bytes = std::max(static_cast<double>(*available) - worlds, 0.0);
  if (needed > free_bytes) refuse_samples(contests.size(), options, needed, free_bytes);
}

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
  const Timetable timetable = timetable_of(contest, settings, speeds);
  const double planned_s = static_cast<double>(timetable.rounds) * round_ns(timetable, speeds) / 1e9;
  return settings.rounds ? planned_s : std::max(planned_s, settings.time_budget_s);
}

}  // namespace ecsbench
