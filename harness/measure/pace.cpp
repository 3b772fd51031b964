// From the speed of each contestant to blocks and rounds that fit into the time budget.
#include "harness/measure/pace.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "harness/measure/order.hpp"

namespace ecsbench {
namespace {

std::uint64_t whole_within(double value, std::uint64_t lowest, std::uint64_t highest) {
  if (!(value > static_cast<double>(lowest))) return lowest;
  if (value >= static_cast<double>(highest)) return highest;
  return static_cast<std::uint64_t>(value);
}

std::uint64_t settling_of(double frame_ns, std::uint64_t steady) {
  return frame_ns >= kLoneFrameNs ? 0 : settling_before(steady);
}

// As many as hold at least `frames`.
std::uint64_t groups_for(std::uint64_t frames, std::uint64_t group_size) {
  return (frames + group_size - 1) / group_size;
}

Pace pace_for_frames(std::uint64_t frames, double frame_ns, double clock_cost_ns) {
  const std::uint64_t group = std::min(group_size_for(frame_ns, clock_cost_ns), frames);
  const std::uint64_t steady = groups_for(frames, group);
  return Pace{group, steady, settling_of(frame_ns, steady)};
}

// Each frame alone, restored before it: both take up the block.
Pace restored_pace(const Speed& speed, const std::optional<std::uint64_t>& frames, double length_ns) {
  const double laps = length_ns / (speed.prepare_ns + speed.frame_ns);
  const std::uint64_t steady = frames.value_or(whole_within(laps, 1, kMostGroupsPerBlock));
  return Pace{1, steady, settling_of(speed.frame_ns, steady), true};
}

Pace pace_of(const Speed& speed, const Settings& settings, double clock_cost_ns, double length_ns) {
  if (speed.is_restored) return restored_pace(speed, settings.frames, length_ns);
  if (settings.frames) return pace_for_frames(*settings.frames, speed.frame_ns, clock_cost_ns);
  return pace_for(speed.frame_ns, length_ns, clock_cost_ns);
}

double group_ns(const Pace& pace, const Speed& speed) {
  return static_cast<double>(pace.group_size) * speed.frame_ns;
}

double block_ns(const Pace& pace, const Speed& speed) {
  const auto groups = static_cast<double>(pace.steady + pace.settling);
  return (pace.is_restored ? groups : 1) * speed.prepare_ns + groups * group_ns(pace, speed);
}

std::uint64_t smallest_group(const Timetable& timetable) {
  const auto by_group = [](const Pace& a, const Pace& b) { return a.group_size < b.group_size; };
  return std::min_element(timetable.paces.begin(), timetable.paces.end(), by_group)->group_size;
}

// Blocks of one group each, as many passes as fill the blocks that contestants would have had.
void alternate_by_frame(Timetable& timetable, std::span<const Speed> speeds, const Settings& settings,
                        double length_ns) {
  double pass_ns = 0;
  for (std::size_t at = 0; at < speeds.size(); ++at) {
    timetable.paces[at].steady = 1;
    timetable.paces[at].settling = 0;
    pass_ns += group_ns(timetable.paces[at], speeds[at]);
  }
  const double passes = length_ns * static_cast<double>(speeds.size()) / pass_ns;
  timetable.passes = settings.frames ? groups_for(*settings.frames, smallest_group(timetable))
                                     : whole_within(passes, 1, kMostGroupsPerBlock);
}

// Everything but the number of rounds.
Timetable plan_blocks(std::span<const Speed> speeds, const Settings& settings, double clock_cost_ns, double length_ns) {
  Timetable timetable;
  for (const Speed& speed : speeds) {
    timetable.paces.push_back(pace_of(speed, settings, clock_cost_ns, length_ns));
  }
  if (settings.interleave == Interleave::kFrame) {
    alternate_by_frame(timetable, speeds, settings, length_ns);
  }
  return timetable;
}

std::uint64_t whole_squares_within(double rounds, std::size_t contestants) {
  const std::size_t square = rows_of_square(contestants);
  const std::size_t most = std::max(kMostRounds / square, std::size_t{1});
  return square * whole_within(rounds / static_cast<double>(square), 1, most);
}

}  // namespace

std::uint64_t group_size_for(double frame_ns, double clock_cost_ns) {
  assert(frame_ns > 0);
  return whole_within(std::ceil(kClockCallsPerGroup * clock_cost_ns / frame_ns), 1, 1'000'000);
}

std::uint64_t settling_before(std::uint64_t steady) {
  return std::min(std::max<std::uint64_t>(2, (steady + 19) / 20), steady);
}

Pace pace_for(double frame_ns, double block_ns, double clock_cost_ns) {
  const std::uint64_t group = group_size_for(frame_ns, clock_cost_ns);
  const double groups = block_ns / (static_cast<double>(group) * frame_ns);
  const std::uint64_t steady = whole_within(groups, 1, kMostGroupsPerBlock);
  return Pace{group, steady, settling_of(frame_ns, steady)};
}

double round_ns(const Timetable& timetable, std::span<const Speed> speeds) {
  double sum = 0;
  for (std::size_t at = 0; at < speeds.size(); ++at) sum += block_ns(timetable.paces[at], speeds[at]);
  return sum * static_cast<double>(timetable.passes);
}

Timetable make_timetable(std::span<const Speed> speeds, const Settings& settings, double clock_cost_ns) {
  assert(!speeds.empty());
  constexpr double kShorter = 0.8;
  const double budget_ns = settings.time_budget_s * 1e9;
  const auto wanted = static_cast<double>(settings.rounds.value_or(up_to_whole_squares(kFewestRounds, speeds.size())));
  double length_ns = kLongestBlockNs;
  Timetable timetable = plan_blocks(speeds, settings, clock_cost_ns, length_ns);
  while (round_ns(timetable, speeds) * wanted > budget_ns && length_ns > kShortestBlockNs) {
    length_ns = std::max(length_ns * kShorter, kShortestBlockNs);
    timetable = plan_blocks(speeds, settings, clock_cost_ns, length_ns);
  }
  timetable.rounds =
      settings.rounds.value_or(whole_squares_within(budget_ns / round_ns(timetable, speeds), speeds.size()));
  timetable.most_rounds = settings.rounds.value_or(whole_squares_within(kMostRounds, speeds.size()));
  return timetable;
}

}  // namespace ecsbench
