// Toggling on an ECS world: the tag is a component that comes and goes, each time through the handle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/workloads/movement.hpp"
#include "harness/workloads/toggle_plan.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"

namespace ecsbench {

template <template <class...> class World>
class ToggleOnWorld {
 public:
  using Plan = TogglePlan;

  void build(const TogglePlan& plan) {
    handles_.resize(plan.entities());
    spawn_movers(world_, handles_);
    know_query(world_);
    for (const std::uint32_t ordinal : plan.order()) asked_.push_back(handles_[ordinal]);
    slices_ = {plan.entities(), plan.toggled()};
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    slices_.next([this](std::size_t place) {
      if (!world_.template remove<Frozen>(asked_[place])) world_.insert(asked_[place], Frozen{});
    });
    move_all(world_, step, on_visit);
  }

  [[nodiscard]] Flagged value_of(std::uint64_t ordinal) const {
    const ecs::Entity entity = handles_[ordinal];
    return {*world_.template try_get<Position>(entity), world_.template has<Frozen>(entity)};
  }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return memory_of(world_); }
  [[nodiscard]] std::optional<ecs::Upkeep> upkeep() const { return upkeep_of(world_); }

 private:
  World<Position, Velocity, Frozen> world_;
  std::vector<ecs::Entity> handles_;  // by ordinal
  std::vector<ecs::Entity> asked_;    // in the order of toggling
  Slices slices_{0, 0};
};

}  // namespace ecsbench
