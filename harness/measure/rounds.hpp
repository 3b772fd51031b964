// RoundRunner: runs contestants round by round on a given clock and keeps every frame's time.
//
//   calibrate   each contestant alone: how long is a frame?        -> Timetable (pace.hpp)
//   round       one block of each contestant, in the order of a Williams row (order.hpp)
//   block       prepare() untimed, then groups of frames:  now run now | now run now | ...
//               where frames use their world up:           prepare() now run now | prepare() now run now | ...
//
// Invariants
//   (1) between two readings of the clock stands one virtual call to Trial::run, and nothing else;
//   (2) inside a block nothing of ours allocates or prints: the buffers were sized and touched early; counters are read
//       before its first steady frame and after its last, and the tally (block_tally.hpp) around each group;
//   (3) whole rounds are returned: one stopped half-way, even inside a block, is dropped for all contestants.
// Stopping  Only after whole squares, and only on precision: stopping as soon as an interval is
//           narrow is fairly safe, stopping as soon as a difference is significant is not.
//           The watch's stop flag ends it at once: one relaxed load a group, before its clock starts.
// Errors    Whatever a trial throws leaves run() untouched.
// Clock     Its cost is part of every sample (below 1 %) and is not subtracted.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/measure/block_tally.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/contestant.hpp"
#include "harness/measure/order.hpp"
#include "harness/measure/pace.hpp"
#include "harness/measure/samples.hpp"
#include "harness/measure/watch.hpp"
#include "harness/measure/whereabouts.hpp"

namespace ecsbench {

template <Clock ClockType>
class RoundRunner {
 public:
  // REQUIRES: at least one contestant; the settings satisfy make_timetable().
  RoundRunner(std::vector<Contestant> contestants, Settings settings, ClockType& clock, double clock_cost_ns,
              Watch watch = {})
      : contestants_(std::move(contestants)),
        settings_(settings),
        clock_(clock),
        clock_cost_ns_(clock_cost_ns),
        watch_(std::move(watch)),
        tally_(watch_.allocations) {
    assert(!contestants_.empty());
  }

  // Once only. Takes about the time budget, or as long as the given rounds or one square take.
  [[nodiscard]] Samples run() {
    start_ns_ = clock_.now_ns();
    if (!get_ready()) return std::move(samples_);
    if (settings_.interleave == Interleave::kNone) {
      run_one_after_another();
    } else {
      run_squares();
    }
    keep_whole_rounds();
    return std::move(samples_);
  }

 private:
  // False if it was stopped.
  bool get_ready() {
    std::vector<Speed> speeds;
    for (const Contestant& contestant : contestants_) {
      if (stopped()) return false;
      speeds.push_back(calibrate(*contestant.trial));
    }
    timetable_ = make_timetable(speeds, settings_, clock_cost_ns_);
    std::uint64_t most_groups = 0;
    for (std::size_t at = 0; at < contestants_.size(); ++at) {
      const Pace& pace = timetable_.paces[at];
      const bool tells_events = contestants_[at].trial->upkeep().has_value();
      samples_.contestants.push_back({contestants_[at].name, pace.group_size, {}, tells_events});
      most_groups = std::max(most_groups, pace.settling + pace.steady);
    }
    elapsed_ns_.assign(most_groups, 0);
    tally_.make_room(most_groups);
    return true;
  }

  // The quickest of ever longer windows, until two have lasted 1 ms. An interruption makes a window
  // too long, but must not make groups too small for the clock, or blocks too short. A window too
  // short for the clock counts as just long enough.
  Speed calibrate(Trial& trial) {
    constexpr std::uint64_t kLongEnoughNs = 1'000'000;
    constexpr std::uint64_t kMostFrames = 1 << 20;
    if (trial.work().is_restored) return calibrate_restored(trial);
    const double shortest_ns = std::max(kClockCallsPerGroup * clock_cost_ns_, 1.0);
    Speed speed{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    std::uint64_t frames = 1;
    for (int long_windows = 0; long_windows < 2;) {
      speed.prepare_ns = std::min(speed.prepare_ns, time_preparing(trial));
      const std::uint64_t elapsed = time_frames(trial, frames);
      const double window_ns = std::max(static_cast<double>(elapsed), shortest_ns);
      speed.frame_ns = std::min(speed.frame_ns, window_ns / static_cast<double>(frames));
      const bool is_long = elapsed >= kLongEnoughNs || frames >= kMostFrames;
      if (is_long) ++long_windows;
      if (!is_long) frames *= 2;
    }
    return speed;
  }

  // The quickest of a few frames: they stand alone, so that no window can be made longer.
  Speed calibrate_restored(Trial& trial) {
    constexpr int kFrames = 5;
    Speed speed{std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), true};
    for (int frame = 0; frame < kFrames; ++frame) {
      speed.prepare_ns = std::min(speed.prepare_ns, time_preparing(trial));
      speed.frame_ns = std::min(speed.frame_ns, std::max(static_cast<double>(time_frames(trial, 1)), 1.0));
    }
    return speed;
  }

  double time_preparing(Trial& trial) {
    const std::uint64_t start = clock_.now_ns();
    trial.prepare();
    return static_cast<double>(clock_.now_ns() - start);
  }

  void run_squares() {
    std::mt19937_64 random(settings_.seed);
    while (samples_.rounds < timetable_.most_rounds) {
      const std::uint64_t square_start_ns = clock_.now_ns();
      for (const Turns& row : shuffled_square(contestants_.size(), random)) {
        if (samples_.rounds == timetable_.most_rounds) break;
        if (!run_round(row)) return;
        tell_progress(samples_.rounds, std::max(timetable_.rounds, samples_.rounds));
      }
      if (!settings_.rounds && enough(clock_.now_ns() - square_start_ns)) return;
    }
  }

  // False if it was stopped.
  bool run_round(const Turns& row) {
    for (std::uint64_t pass = 0; pass < timetable_.passes; ++pass) {
      for (const std::size_t at : row) {
        auto& rounds = samples_.contestants[at].rounds;
        if (pass == 0) rounds.emplace_back();
        if (!run_block(at, rounds.back())) return false;
      }
    }
    ++samples_.rounds;
    return true;
  }

  void run_one_after_another() {
    const std::uint64_t blocks = timetable_.rounds * contestants_.size();
    std::uint64_t done = 0;
    for (std::size_t at = 0; at < contestants_.size(); ++at) {
      for (std::uint64_t round = 0; round < timetable_.rounds; ++round) {
        if (!run_block(at, samples_.contestants[at].rounds.emplace_back())) return;
        if (at + 1 == contestants_.size()) ++samples_.rounds;
        tell_progress(++done, blocks);
      }
    }
  }

  // False if it was stopped; nothing of the block is kept then.
  bool run_block(std::size_t at, RoundSamples& round) {
    if (stopped()) return false;
    const Pace& pace = timetable_.paces[at];
    Trial& trial = *contestants_[at].trial;
    const std::uint64_t groups = pace.settling + pace.steady;
    const Whereabouts before = ask_whereabouts();
    for (std::uint64_t group = 0; group < groups; ++group) {
      if (stopped()) return false;
      if (group == 0 || pace.is_restored) trial.prepare();
      const bool is_steady = group >= pace.settling;
      if (is_steady && (group == pace.settling || pace.is_restored)) begin_counting();
      tally_.begin(trial);
      elapsed_ns_[group] = time_frames(trial, pace.group_size);
      tally_.end(group, trial);
      if (is_steady && pace.is_restored) end_counting(at, 1);
    }
    if (!pace.is_restored) end_counting(at, pace.steady * pace.group_size);
    note_disturbance(before, round);
    for (std::uint64_t group = 0; group < groups; ++group) {
      const bool is_settling = group < pace.settling;
      tally_.keep(group, is_settling, round);
      auto& kind = is_settling ? round.settling_ns : round.steady_ns;
      kind.push_back(static_cast<double>(elapsed_ns_[group]) / static_cast<double>(pace.group_size));
    }
    return true;
  }

  std::uint64_t time_frames(Trial& trial, std::uint64_t frames) {
    const std::uint64_t start = clock_.now_ns();
    trial.run(frames);
    return clock_.now_ns() - start;
  }

  void begin_counting() {
    if (watch_.counting_begins) watch_.counting_begins();
  }
  void end_counting(std::size_t at, std::uint64_t frames) {
    if (watch_.counting_ends) watch_.counting_ends(at, frames);
  }
  [[nodiscard]] Whereabouts ask_whereabouts() const {
    return watch_.whereabouts ? watch_.whereabouts() : Whereabouts{};
  }

  void note_disturbance(const Whereabouts& before, RoundSamples& round) const {
    if (ask_whereabouts() != before) ++round.disturbed;
  }

  bool stopped() {
    if (watch_.stop == nullptr || !watch_.stop->load(std::memory_order_relaxed)) return false;
    samples_.ending = MeasurementEnding::kStopped;
    return true;
  }

  // REQUIRES: the rounds so far are whole squares, the last of which took square_ns.
  bool enough(std::uint64_t square_ns) {
    if (watch_.precise && samples_.rounds >= kFewestRounds && watch_.precise(samples_)) {
      samples_.ending = MeasurementEnding::kPrecise;
      return true;
    }
    const auto with_another_ns = static_cast<double>(clock_.now_ns() - start_ns_ + square_ns);
    if (with_another_ns <= settings_.time_budget_s * 1e9) return false;
    samples_.ending = MeasurementEnding::kTimeBudget;
    return true;
  }

  void tell_progress(std::uint64_t done, std::uint64_t planned) {
    if (!watch_.observe) return;
    watch_.observe({static_cast<double>(done) / static_cast<double>(planned),
                    static_cast<double>(clock_.now_ns() - start_ns_) / 1e9, samples_});
  }

  void keep_whole_rounds() {
    for (ContestantSamples& contestant : samples_.contestants) {
      contestant.rounds.resize(samples_.rounds);
    }
    samples_.balanced = settings_.interleave != Interleave::kNone && samples_.rounds > 0 &&
                        samples_.rounds % rows_of_square(contestants_.size()) == 0;
  }

  std::vector<Contestant> contestants_;
  Settings settings_;
  ClockType& clock_;
  double clock_cost_ns_;
  Watch watch_;
  Timetable timetable_;
  Samples samples_;
  BlockTally tally_;
  std::vector<std::uint64_t> elapsed_ns_;  // of one block, by group
  std::uint64_t start_ns_ = 0;
};

}  // namespace ecsbench
