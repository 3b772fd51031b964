// Movement over many component sets: tags that the query does not ask for split the entities, in archetypes into tables.
//
//   entity i of set s = i mod sets     position, velocity, and tag j where bit j of s is set     up to 1024 sets
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/workloads/movement.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"

namespace ecsbench {

// Tag j of the ten.
template <std::size_t kNumber>
struct Kind {};

template <template <class...> class World>
class MovementInSets {
  static constexpr std::size_t kTags = 10;
  static_assert(MovementPlan::kMostSets == std::size_t{1} << kTags);

 public:
  using Plan = MovementPlan;

  void build(const MovementPlan& plan) {
    handles_.resize(plan.entities());
    spawn_movers(world_, handles_);
    for (std::uint64_t i = 0; i < plan.entities(); ++i) {
      tag(handles_[i], i % plan.sets(), std::make_index_sequence<kTags>{});
    }
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
  template <std::size_t... kNumbers>
  void tag(ecs::Entity entity, std::uint64_t set, std::index_sequence<kNumbers...>) {
    ((set >> kNumbers & 1 ? static_cast<void>(world_.insert(entity, Kind<kNumbers>{})) : void()), ...);
  }

  template <std::size_t... kNumbers>
  static World<Position, Velocity, Kind<kNumbers>...> world_with(std::index_sequence<kNumbers...>);

  decltype(world_with(std::make_index_sequence<kTags>{})) world_;
  std::vector<ecs::Entity> handles_;  // by ordinal
};

}  // namespace ecsbench
