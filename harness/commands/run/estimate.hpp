// What a contest will need, found out by building its worlds small.
//
// Each world is built once with kSmallWorld entities, its heap growth and its own account are read, and
// the larger is scaled to the size asked for. Cost: some milliseconds a contest.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/commands/run/select.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

inline constexpr std::uint64_t kSmallWorld = 20'000;

// All worlds of the contest at once, its control included, in bytes. REQUIRES: params.entities is known.
[[nodiscard]] double bytes_needed(const Contest& contest);

// Turns "4xL3" into a number of entities, and drops what is then asked for twice. Throws UsageError where that cache is
// unknown or no storage says what it holds.
void resolve_entities(std::vector<Contest>& contests, const std::vector<CacheResult>& caches);

// What a run and a dry run refuse alike: throws UsageError where a contest cannot be held, with the bytes it needs, the
// bytes there are and the largest number of entities that fits. `available`: nothing where nobody knows.
void require_memory(const std::vector<Contest>& contests, std::optional<std::uint64_t> available);

}  // namespace ecsbench
