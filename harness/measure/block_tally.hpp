// BlockTally: what happened beside the work in each timed group of a block: allocations, and upkeep of the storage.
//
//   begin | now run now | end      begin | now run now | end      both outside the two readings of the clock
//      '--- difference ---'
//
// Who keeps a count is asked before a group and after it, so that a frame's share is known, and not guessed from its time.
// Allocations are those of this thread by operator new (Watch::allocations) and the large blocks that a strategy takes
// past it.
// Cost  two virtual calls and a few loads at either end of a group; nothing is allocated between begin and end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/measure/samples.hpp"

namespace ecsbench {

class BlockTally {
 public:
  // Calls of operator new by this thread so far; empty where nobody counts them.
  explicit BlockTally(std::function<std::uint64_t()> allocations) : allocations_(std::move(allocations)) {}

  // Before the first block, so that none allocates.
  void make_room(std::size_t groups) { done_.resize(groups); }

  void begin(const Trial& trial) { before_ = read(trial); }

  // REQUIRES: begin(trial) came right before the group, and there is room for it
  void end(std::size_t group, const Trial& trial) {
    const Reading now = read(trial);
    Reading& done = done_[group];
    done.allocations = now.allocations - before_.allocations;
    done.upkeep.growths = now.upkeep.growths - before_.upkeep.growths;
    done.upkeep.tables = now.upkeep.tables - before_.upkeep.tables;
    done.upkeep.rebuilds = now.upkeep.rebuilds - before_.upkeep.rebuilds;
  }

  // What a group did becomes part of its round, whose next sample it is about to be.
  void keep(std::size_t group, bool is_settling, RoundSamples& round) const {
    const Reading& done = done_[group];
    const std::uint64_t sample = is_settling ? round.settling_ns.size() : round.steady_ns.size();
    const auto note = [&](std::uint64_t times, FrameCause what) {
      if (times > 0) round.events.push_back({sample, is_settling, what});
    };
    note(done.upkeep.growths, FrameCause::kGrowth);
    note(done.upkeep.tables, FrameCause::kNewTable);
    note(done.upkeep.rebuilds, FrameCause::kListRebuild);
    if (allocations_ && !is_settling) round.allocations = round.allocations.value_or(0) + done.allocations;
  }

 private:
  struct Reading {
    std::uint64_t allocations = 0;
    UpkeepTotals upkeep;  // zero where the strategy keeps no count
  };

  [[nodiscard]] Reading read(const Trial& trial) const {
    Reading now;
    if (allocations_) now.allocations = allocations_() + trial.large_blocks();
    now.upkeep = trial.upkeep().value_or(UpkeepTotals{});
    return now;
  }

  std::function<std::uint64_t()> allocations_;
  Reading before_;
  std::vector<Reading> done_;  // of one block, by group
};

}  // namespace ecsbench
