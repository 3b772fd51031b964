// Movement on an ECS world: the workloads of the move family, written once against the contract.
//
// One frame: for each entity with a position and a velocity, position += velocity * dt. The view is made anew each frame,
// as a user would write it. Building is not timed; what is built stands in movement_plan.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "strategies/derived.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"

namespace ecsbench {

// The frame itself. on_visit() is called for each match.
template <class World, class OnVisit>
void move_all(World& world, float step, OnVisit& on_visit) {
  world.template view<Position, const Velocity>().each([step, &on_visit](Position& p, const Velocity& v) {
    p.x += v.x * step;
    p.y += v.y * step;
    on_visit();
  });
}

// n movers in their starting places, created in bulk.
template <class World>
void spawn_movers(World& world, std::vector<ecs::Entity>& handles) {
  ecs::spawn_many<Position, Velocity>(world, handles.size(),
                                      [&](std::size_t i, ecs::Entity entity, Position& p, Velocity& v) {
                                        handles[i] = entity;
                                        p = MovementPlan::start(i);
                                        v = MovementPlan::velocity(i);
                                      });
}

// What a world makes for a query when it is asked for the first time is part of the world.
template <class World>
void know_query(World& world) {
  static_cast<void>(world.template view<Position, const Velocity>());
}

template <class World>
[[nodiscard]] std::optional<ecs::MemoryUse> memory_of(const World& world) {
  if constexpr (ecs::Measured<World>) {
    return world.memory();
  } else {
    return std::nullopt;
  }
}

template <class World>
[[nodiscard]] std::optional<ecs::Upkeep> upkeep_of(const World& world) {
  if constexpr (ecs::Tallied<World>) {
    return world.upkeep();
  } else {
    return std::nullopt;
  }
}

template <template <class...> class World>
class MovementOnWorld {
 public:
  using Plan = MovementPlan;

  void build(const MovementPlan& plan) {
    handles_.resize(plan.entities());
    if (plan.kind() == MovementKind::kSameOrder && plan.all_move()) {
      spawn_movers(world_, handles_);
    } else {
      spawn_positions(plan);
      insert_velocities(plan);
    }
    if (plan.kind() == MovementKind::kScatteredHeap) age(plan);
    know_query(world_);
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    move_all(world_, step, on_visit);
  }

  [[nodiscard]] Position value_of(std::uint64_t ordinal) const {
    return *std::as_const(world_).template try_get<Position>(handles_[ordinal]);
  }

  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return memory_of(world_); }
  [[nodiscard]] std::optional<ecs::Upkeep> upkeep() const { return upkeep_of(world_); }

 private:
  void spawn_positions(const MovementPlan& plan) {
    ecs::spawn_many<Position>(world_, plan.entities(), [&](std::size_t i, ecs::Entity entity, Position& p) {
      handles_[i] = entity;
      p = plan.start(i);
    });
  }
  void insert_velocities(const MovementPlan& plan) {
    for (const std::uint32_t ordinal : plan.insertion_order()) {
      world_.insert(handles_[ordinal], plan.velocity(ordinal));
    }
  }
  void age(const MovementPlan& plan) {
    for (int round = 0; round < MovementPlan::kAgeingRounds; ++round) {
      const std::vector<std::uint32_t> dying = plan.dying(round);
      for (const std::uint32_t ordinal : dying) world_.despawn(handles_[ordinal]);
      for (const std::uint32_t ordinal : dying) handles_[ordinal] = born_again(plan, ordinal);
    }
  }
  [[nodiscard]] ecs::Entity born_again(const MovementPlan& plan, std::uint64_t ordinal) {
    if (plan.moves(ordinal)) return world_.spawn(plan.start(ordinal), plan.velocity(ordinal));
    return world_.spawn(plan.start(ordinal));
  }

  World<Position, Velocity> world_;
  std::vector<ecs::Entity> handles_;  // by ordinal
};

}  // namespace ecsbench
