// MovementPlan: what the five movement workloads build, and how the result is judged. Plain data: it knows no strategy.
//
//   ordinal        0      1      2      3    ...      order of creation: names an entity on every strategy
//   position     (0,0)  (1,0)  (2,0)  (3,0)  ...      (i mod 4096, i / 4096): exact in float, different for each
//   velocity     the same, for those that move
//
//   move/same-order      both inserted in the same order
//   move/scrambled       velocities inserted in the order ids[i * stride % N]
//   move/shuffled        velocities inserted in a random order
//   move/ten-percent     all have position, every tenth velocity
//   move/scattered-heap  the world is aged: three times a random half dies and is born again
//   move/sets            all move; ordinal i holds tag j where bit j of i mod sets is set: that many component sets match
//
// Verification frames use dt = 1/64 on these values: every intermediate is exact in any order and with or without fused
// multiply-add, so digests do not depend on the compiler. Timed frames use dt = 0.016.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {

enum class MovementKind { kSameOrder, kScrambled, kShuffled, kTenPercent, kScatteredHeap, kSets };

inline constexpr MovementKind kMovementKinds[] = {MovementKind::kSameOrder,     MovementKind::kScrambled,
                                                  MovementKind::kShuffled,      MovementKind::kTenPercent,
                                                  MovementKind::kScatteredHeap, MovementKind::kSets};

// Name, one line, axes.
[[nodiscard]] WorkloadInfo movement_info(MovementKind kind);

class MovementPlan {
 public:
  static constexpr std::uint64_t kVerifyFrames = 4;
  static constexpr float kVerifyStep = 1.0f / 64;  // s
  static constexpr float kTimedStep = 0.016f;      // s

  // Axes: stride (made coprime with N, and said so), movers_percent.
  MovementPlan(MovementKind kind, const Params& params);

  [[nodiscard]] MovementKind kind() const { return kind_; }
  [[nodiscard]] std::uint64_t entities() const { return entities_; }
  [[nodiscard]] std::uint64_t stride() const { return stride_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }

  // Component sets among the entities: entity i is of set i mod sets(). 1 but in move/sets.
  static constexpr std::uint64_t kMostSets = 1024;
  [[nodiscard]] std::uint64_t sets() const { return sets_; }

  // Movers are spread evenly; entity 0 is one. At 10 %: every tenth.
  [[nodiscard]] bool moves(std::uint64_t ordinal) const {
    return ordinal * movers_per_10000_ % 10000 < movers_per_10000_;
  }
  [[nodiscard]] bool all_move() const { return movers_per_10000_ == 10000; }
  [[nodiscard]] std::uint64_t movers() const;

  [[nodiscard]] static Position start(std::uint64_t ordinal) {
    const auto column = static_cast<std::uint32_t>(ordinal % kColumns);  // 32 bits: one instruction makes a float of it
    const auto row = static_cast<std::uint32_t>(ordinal / kColumns);
    return {static_cast<float>(column), static_cast<float>(row)};
  }
  [[nodiscard]] static Velocity velocity(std::uint64_t ordinal) {
    const Position same = start(ordinal);
    return {same.x, same.y};
  }

  // The movers in the order in which they are given their velocity.
  [[nodiscard]] std::vector<std::uint32_t> insertion_order() const;

  // One round of ageing: the ordinals that die, in the order in which they are born again.
  static constexpr int kAgeingRounds = 3;
  [[nodiscard]] std::vector<std::uint32_t> dying(int round) const;

  [[nodiscard]] Work work() const;

  // One entity's share of the digest.
  [[nodiscard]] static std::uint64_t fingerprint(std::uint64_t ordinal, Position position);
  [[nodiscard]] static std::string in_words(Position position);

  using PositionOf = std::function<Position(std::uint64_t ordinal)>;

  // Digest over the movers after the verification frames; fault if anybody else moved, or if the frames did not all
  // match as many. REQUIRES: frames.size() == kVerifyFrames, matches by frame
  [[nodiscard]] Outcome judge(const std::vector<std::uint64_t>& frames, const PositionOf& position_of) const;

  // After `timed` frames of kTimedStep (following verification): a sample of movers must be where a plain loop puts
  // them, within a relative 1e-3; `visits` of the last frame must be the matches. A sentence if not.
  [[nodiscard]] std::optional<std::string> check(std::uint64_t timed, std::uint64_t visits,
                                                 const PositionOf& position_of) const;

 private:
  static constexpr std::uint64_t kColumns = 4096;

  MovementKind kind_;
  std::uint64_t entities_;
  std::uint64_t seed_;
  std::uint64_t stride_;
  std::uint64_t movers_per_10000_;
  std::uint64_t sets_;
  std::string note_;
};

}  // namespace ecsbench
