// Trial and Case: the run-time face of one workload on one strategy.
//
//   strategies/, workloads/  (templates)  --bind.hpp-->  Trial  <--  measure/ (no templates, no ECS)
//
// A Trial has forgotten both its types. Price: one virtual call for each timed group of frames; the loops behind it are
// fully inlined. Order of calls:
//
//   build()  verify()  ( prepare()  run(n)... )*  check()          frames that use something up: ( prepare()  run(1) )*
//
// build, verify, prepare and check are never timed. A Trial owns its world: destroying it frees the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/workloads/workload.hpp"

namespace ecsbench {

// Bytes a world owns. total = payload + index + slack.
struct MemoryBytes {
  std::uint64_t payload = 0;                         // component values held
  std::uint64_t index = 0;                           // what finds them: sparse arrays, masks, generations, rows, lists
  std::uint64_t slack = 0;                           // capacity not in use
  std::optional<std::uint64_t> peak = std::nullopt;  // the most it has owned at once, so far
  std::optional<std::uint64_t> overhead = std::nullopt;  // what the allocator gave for it beyond what was asked
  [[nodiscard]] std::uint64_t total() const { return payload + index + slack; }
};

// How often a storage has done what makes one frame longer than the next. What a frame did is the difference of two
// readings between which no other trial ran.
struct UpkeepTotals {
  std::uint64_t growths = 0;   // arrays moved to a larger place
  std::uint64_t tables = 0;    // tables made
  std::uint64_t rebuilds = 0;  // lists filled anew
};

class Trial {
 public:
  Trial() = default;
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  virtual ~Trial() = default;

  // Makes the world. May throw std::bad_alloc.
  virtual void build() = 0;

  // Runs a few frames on values that are exact in any order and with or without fused multiply-add (dt = 1/64) and
  // reads the result through the handles that the harness kept. REQUIRES: build() has run.
  virtual Outcome verify() = 0;

  // Digest of one entity's values after verify(), and the same in words ("position (3.5, 0.25)"): how a mismatch is
  // traced to the first entity that differs. REQUIRES: ordinal < Params::entities.
  [[nodiscard]] virtual std::uint64_t fingerprint(std::uint64_t ordinal) const = 0;
  [[nodiscard]] virtual std::string state_of(std::uint64_t ordinal) const = 0;

  // Puts the world back where a block of frames may start; where work().is_restored, where the next frame may. Movement
  // needs nothing here; structural workloads do.
  virtual void prepare() = 0;

  // The timed part: `frames` frames one after another. REQUIRES: one frame after each prepare() if work().is_restored.
  virtual void run(std::uint64_t frames) = 0;

  // After the last block: one more frame must visit exactly the matches, and the values must be those of a plain loop
  // within a relative tolerance. A sentence if not.
  virtual std::optional<std::string> check() = 0;

  [[nodiscard]] virtual Work work() const = 0;

  // n/a where the strategy cannot tell.
  [[nodiscard]] virtual std::optional<MemoryBytes> memory() const = 0;

  // So far; n/a where the strategy keeps no count.
  [[nodiscard]] virtual std::optional<UpkeepTotals> upkeep() const { return std::nullopt; }

  // Blocks that the strategy has taken so far past operator new, which a count of its calls does not see.
  [[nodiscard]] virtual std::uint64_t large_blocks() const { return 0; }
};

using MakeTrial = std::function<std::unique_ptr<Trial>(const Params&)>;

// One workload on one strategy: what the command line selects from. `make` is empty where the strategy cannot run the
// workload; `skip_reason` says why ("needs a hash map of ...", "skipped (no Sortable)").
struct Case {
  std::string strategy;
  std::string workload;
  MakeTrial make;
  std::string skip_reason;
};

// What a strategy is to a chart: compared, compared against, or a line that says how fast anything can be.
enum class Role { kStorage, kBaseline, kLimit, kGather };

struct StrategyInfo {
  std::string name;
  std::string summary;  // one line for `ecsbench list`
  Role role = Role::kStorage;
  bool standard = false;             // belongs to the default selection
  std::string origin = "reference";  // or "given": came in by the own-strategy door
  std::string version;               // of a given strategy, where it says one
  std::string source_sha256;         // of a given header
  std::string usage = "plain";       // or "tuned"
  std::string ids = "compile-time";  // or "run-time"
};

// Everything that can be run. Strategies and workloads stand in the order in which they are taught.
struct Catalogue {
  std::vector<StrategyInfo> strategies;
  std::vector<WorkloadInfo> workloads;
  std::vector<Case> cases;

  [[nodiscard]] const Case* find(std::string_view strategy, std::string_view workload) const;
  [[nodiscard]] const StrategyInfo* strategy(std::string_view name) const;
  [[nodiscard]] const WorkloadInfo* workload(std::string_view name) const;

  // The oracle of a workload: the same work by plain loops over plain arrays, written apart from every strategy.
  [[nodiscard]] const Case* reference(std::string_view workload) const;
};

// The strategy name under which the oracles stand in Catalogue::cases. Never listed, never timed.
inline constexpr std::string_view kReferenceName = "plain-loop reference";

// The references, in teaching order; ecsbench-own appends the given ones. Defined in catalogue.cpp.
// Throws GivenFault (given/given.hpp) where a given one cannot join: exit code 2.
[[nodiscard]] Catalogue catalogue();

}  // namespace ecsbench
