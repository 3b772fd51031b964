// The limit of toggling: one bit an entity, flipped by ordinal, and the loop over plain arrays.
//
// None of this is compiled into a strategy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/limit/movement.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "harness/workloads/toggle_plan.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

class ToggleLimit {
 public:
  using Plan = TogglePlan;

  void build(const TogglePlan& plan) {
    movement_plan_.emplace(MovementKind::kSameOrder, Params{plan.entities(), 0, 1, {}});
    movement_.build(*movement_plan_);
    order_ = plan.order();
    bits_.assign((plan.entities() + 63) / 64, 0);
    slices_ = {plan.entities(), plan.toggled()};
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    slices_.next([this](std::size_t place) { bits_[order_[place] / 64] ^= std::uint64_t{1} << order_[place] % 64; });
    movement_.frame(step, on_visit);
  }

  [[nodiscard]] Flagged value_of(std::uint64_t ordinal) const {
    return {movement_.value_of(ordinal), (bits_[ordinal / 64] >> ordinal % 64 & 1) != 0};
  }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const {
    std::optional<ecs::MemoryUse> use = movement_.memory();
    use->index_bytes += bits_.size() * sizeof(std::uint64_t);
    return use;
  }

 private:
  std::optional<MovementPlan> movement_plan_;
  MovementLimit movement_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> bits_;  // by ordinal
  Slices slices_{0, 0};
};

}  // namespace ecsbench
