// OperationPlan: what the structural workloads and the look-ups do to a world, and how the result is judged. Plain data.
//
//   spawn/in-order  spawn/bulk  spawn/cold                    N entities with position and velocity come
//   despawn/in-order  despawn/shuffled  despawn/bulk          and go
//   insert/in-order  insert/shuffled                          each of N gets a velocity beside its position
//   remove/in-order  remove/shuffled                          and loses it
//   get/in-order  get/shuffled                                a position is read by handle
//   has/in-order  has/shuffled                                whether there is a velocity is asked by handle
//   view/create  view/one-match                               a view of both is made, and walked to its one match
//
// One frame is N operations (of the views 100, whatever N is), each of which must succeed. Those that change something
// use up what was laid out: the world is restored before each frame, outside the timer (Work::is_restored).
//
// For the views all N have a position and one, in the middle, has a velocity.
//
// Warm (all but spawn/cold): the world keeps the memory of the frame before, and slots are used again.
// Cold (spawn/cold): the world is new, and each page is touched for the first time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {

// Those that change something, then those that only look.
enum class Act { kSpawn, kDespawn, kInsert, kRemove, kGet, kHas, kView };
enum class Manner {
  kInOrder,   // one by one, oldest first
  kShuffled,  // one by one, in a random order
  kBulk,      // all by one call
  kCold,      // all by one call, in a world that is new
  kCreate,    // a view is made and left alone
  kOneMatch   // a view is made and walked
};
struct OperationKind {
  Act act;
  Manner manner;
};

inline constexpr OperationKind kOperationKinds[] = {
    {Act::kSpawn, Manner::kInOrder},   {Act::kSpawn, Manner::kBulk},       {Act::kSpawn, Manner::kCold},
    {Act::kDespawn, Manner::kInOrder}, {Act::kDespawn, Manner::kShuffled}, {Act::kDespawn, Manner::kBulk},
    {Act::kInsert, Manner::kInOrder},  {Act::kInsert, Manner::kShuffled},  {Act::kRemove, Manner::kInOrder},
    {Act::kRemove, Manner::kShuffled}, {Act::kGet, Manner::kInOrder},      {Act::kGet, Manner::kShuffled},
    {Act::kHas, Manner::kInOrder},     {Act::kHas, Manner::kShuffled},     {Act::kView, Manner::kCreate},
    {Act::kView, Manner::kOneMatch}};

// Name, one line.
[[nodiscard]] WorkloadInfo operation_info(OperationKind kind);

// What an entity is after a frame: gone, or there with what it holds.
struct Holding {
  bool alive = false;
  std::optional<Position> position;
  std::optional<Velocity> velocity;
};

class OperationPlan {
 public:
  static constexpr std::uint64_t kVerifyFrames = 2;
  static constexpr float kVerifyStep = 0;  // operations take no step
  static constexpr float kTimedStep = 0;
  static constexpr std::uint64_t kViews = 100;  // of a frame: few, since a storage may walk all N for each

  OperationPlan(OperationKind kind, const Params& params);

  [[nodiscard]] Act act() const { return kind_.act; }
  [[nodiscard]] Manner manner() const { return kind_.manner; }
  [[nodiscard]] std::uint64_t entities() const { return entities_; }

  // What entity `ordinal` holds before a frame.
  [[nodiscard]] Holding laid_out(std::uint64_t ordinal) const;
  [[nodiscard]] bool is_restored() const { return kind_.act < Act::kGet; }

  // What a frame does, and must succeed in.
  [[nodiscard]] std::uint64_t operations() const { return kind_.act == Act::kView ? kViews : entities_; }
  // The one entity of a view that has a velocity.
  [[nodiscard]] std::uint64_t lone() const { return entities_ / 2; }

  // The ordinals in the order in which the frame takes them: in order of creation, or shuffled by the seed.
  [[nodiscard]] std::vector<std::uint32_t> order() const;

  [[nodiscard]] static Position position(std::uint64_t ordinal) { return MovementPlan::start(ordinal); }
  [[nodiscard]] static Velocity velocity(std::uint64_t ordinal) { return MovementPlan::velocity(ordinal); }

  [[nodiscard]] Work work() const;
  // One entity's share of the digest.
  [[nodiscard]] static std::uint64_t fingerprint(std::uint64_t ordinal, const Holding& holding);
  [[nodiscard]] static std::string in_words(const Holding& holding);

  using HoldingOf = std::function<Holding(std::uint64_t ordinal)>;

  // Digest over all entities after a frame; fault if an operation of a frame did not succeed.
  [[nodiscard]] Outcome judge(const std::vector<std::uint64_t>& frames, const HoldingOf& holding_of) const;

  // After one more frame: did all of it succeed, and is a sample of the entities as it must be? A sentence if not.
  [[nodiscard]] std::optional<std::string> check(std::uint64_t timed, std::uint64_t successes,
                                                 const HoldingOf& holding_of) const;

 private:
  [[nodiscard]] Holding after_a_frame(std::uint64_t ordinal) const;

  OperationKind kind_;
  std::uint64_t entities_;
  std::uint64_t seed_;
};

}  // namespace ecsbench
