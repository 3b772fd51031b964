// Duration: how long the measuring will take, and how much its times will fill, judged before anything large is built.
//
// Each contestant runs a few frames in a world of kSmallWorld entities; its speed, scaled to the size asked for, goes
// through the same plan as the run's own. Worlds that leave the caches are slower than that.
// Cost  as estimate.hpp, and some frames of each small world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/commands/options/run_options.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/measure/pace.hpp"

namespace ecsbench {

// Of one contest among `contests`, which share the time budget.
[[nodiscard]] Settings settings_of(const RunOptions& options, std::size_t contests);

// Seconds of measuring: of given rounds about so many; where rounds are found by time at most so many, which is the
// budget, or one balanced square where that takes longer. REQUIRES: params.entities is known.
[[nodiscard]] double seconds_needed(const Contest& contest, const Settings& settings);

// What a run and a dry run refuse alike: throws UsageError where the times of so many --frames or --rounds as were asked
// for do not fit beside the worlds, with the bytes they need and about how many fit. `available`: nothing where nobody knows.
// Cost  none where they surely fit, else as seconds_needed().
void require_room_for_samples(const std::vector<Contest>& contests, const RunOptions& options,
                              std::optional<std::uint64_t> available);

}  // namespace ecsbench
