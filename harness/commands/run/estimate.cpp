#include "harness/commands/run/estimate.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "harness/commands/options/usage_error.hpp"
#include "harness/report/text.hpp"
#include "strategies/entity.hpp"

namespace ecsbench {
namespace {

using ecs::kMostEntities;

constexpr double kBuildingBytes = 16;  // an entity: orders that live only while a world is built

double heap_bytes() {
  const struct mallinfo2 heap = ::mallinfo2();
  return static_cast<double>(heap.uordblks) + static_cast<double>(heap.hblkhd);
}

struct Footprint {
  double total_bytes = 0;  // an entity
  std::optional<double> payload_bytes;
};

Footprint footprint(const Case& entry, Params params) {
  params.entities = kSmallWorld;
  const double before = heap_bytes();
  const std::unique_ptr<Trial> trial = entry.make(params);
  trial->build();
  const double grown = heap_bytes() - before;
  const std::optional<MemoryBytes> memory = trial->memory();
  const double own = memory ? static_cast<double>(memory->total()) : 0;
  Footprint found{std::max(grown, own) / static_cast<double>(kSmallWorld), std::nullopt};
  if (memory && memory->payload > 0) {
    found.payload_bytes = static_cast<double>(memory->payload) / static_cast<double>(kSmallWorld);
  }
  return found;
}

double bytes_per_entity(const Contest& contest) {
  double sum = kBuildingBytes + footprint(*contest.entrants.front().entry, contest.params).total_bytes;
  if (contest.reference != nullptr) sum += footprint(*contest.reference, contest.params).total_bytes;
  for (const Entrant& entrant : contest.entrants) {
    sum += footprint(*entrant.entry, contest.params).total_bytes;
  }
  return sum;
}

std::uint64_t resolved(const Contest& contest, const std::vector<CacheResult>& caches) {
  const EntityCount& asked = contest.asked;
  const auto cache = std::find_if(caches.begin(), caches.end(), [&](const CacheResult& one) {
    return one.level == asked.cache_level && one.type != "Instruction" && one.size_bytes > 0;
  });
  if (cache == caches.end()) {
    throw UsageError(
        fmt::format("{} {}: this machine does not say how large its L{} is. Give a "
                    "number, such as 1M.",
                    asked.option, asked.text, asked.cache_level));
  }
  for (const Entrant& entrant : contest.entrants) {
    if (const auto payload = footprint(*entrant.entry, contest.params).payload_bytes) {
      const double wanted = asked.cache_multiple * static_cast<double>(cache->size_bytes);
      return static_cast<std::uint64_t>(std::max(1.0, std::ceil(wanted / *payload)));
    }
  }
  throw UsageError(
      fmt::format("{} {}: no strategy of this run says what it holds. Give a number, "
                  "such as 1M.",
                  asked.option, asked.text));
}

// Rounded down to three digits: what is free changes by the minute.
std::uint64_t round_down(double count) {
  const double unit = std::pow(10, std::max(std::floor(std::log10(count)) - 2, 0.0));
  return static_cast<std::uint64_t>(std::floor(count / unit) * unit);
}

[[noreturn]] void refuse_memory(const Contest& contest, double each, std::uint64_t available) {
  const auto free_bytes = static_cast<double>(available);
  const double needed = each * static_cast<double>(contest.params.entities);
  const double most = std::min(free_bytes / each, static_cast<double>(kMostEntities));
  const std::string remedy =
      most < 1 ? "Not one entity fits: name fewer strategies."
               : fmt::format("At most {0} fit: type --entities {0}, or name fewer strategies.", round_down(most));
  throw UsageError(
      fmt::format("{} {}: {} entities on {} would need about {:.0f} bytes ({}) for {} worlds, and {} bytes "
                  "({}) are free. {}",
                  contest.asked.option, contest.asked.text, contest.params.entities, contest.workload->name, needed,
                  bytes_text(needed), contest.entrants.size() + 2, available, bytes_text(free_bytes), remedy));
}

bool are_equal(const Contest& a, const Contest& b) {
  return a.workload == b.workload && a.params.entities == b.params.entities && a.params.threads == b.params.threads &&
         a.params.axes == b.params.axes;
}

// 4xL3 may turn out to be a number that was asked for as well; two contests of it would become one table.
void drop_repeated(std::vector<Contest>& contests) {
  std::vector<Contest> once;
  for (Contest& contest : contests) {
    const bool is_known =
        std::any_of(once.begin(), once.end(), [&](const Contest& known) { return are_equal(known, contest); });
    if (!is_known) once.push_back(std::move(contest));
  }
  contests = std::move(once);
}

}  // namespace

double bytes_needed(const Contest& contest) {
  return bytes_per_entity(contest) * static_cast<double>(contest.params.entities);
}

void resolve_entities(std::vector<Contest>& contests, const std::vector<CacheResult>& caches) {
  for (Contest& contest : contests) {
    if (contest.asked.cache_multiple > 0) contest.params.entities = resolved(contest, caches);
  }
  drop_repeated(contests);
}

void require_memory(const std::vector<Contest>& contests, std::optional<std::uint64_t> available) {
  for (const Contest& contest : contests) {
    const double each = bytes_per_entity(contest);
    const double needed = each * static_cast<double>(contest.params.entities);
    if (available && needed > static_cast<double>(*available)) refuse_memory(contest, each, *available);
    if (contest.params.entities > kMostEntities) {
      throw UsageError(fmt::format("{} {}: an entity's index has 32 bits, so the most is {}. Type --entities 4G.",
                                   contest.asked.option, contest.asked.text, kMostEntities));
    }
  }
}

}  // namespace ecsbench
