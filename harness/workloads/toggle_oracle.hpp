// ToggleOracle: flags in a plain list, written apart from every strategy. What it finds is what all must find.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/workloads/movement_plan.hpp"
#include "harness/workloads/toggle_plan.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

class ToggleOracle {
 public:
  using Plan = TogglePlan;

  void build(const TogglePlan& plan) {
    order_ = plan.order();
    toggled_ = plan.toggled();
    for (std::uint64_t i = 0; i < plan.entities(); ++i) values_.push_back({MovementPlan::start(i), false});
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    for (std::uint64_t taken = 0; taken < toggled_; ++taken) {
      Flagged& value = values_[order_[place_]];
      value.is_frozen = !value.is_frozen;
      place_ = (place_ + 1) % order_.size();
    }
    for (std::uint64_t i = 0; i < values_.size(); ++i) {
      values_[i].position.x += MovementPlan::velocity(i).x * step;
      values_[i].position.y += MovementPlan::velocity(i).y * step;
      on_visit();
    }
  }

  [[nodiscard]] Flagged value_of(std::uint64_t ordinal) const { return values_[ordinal]; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return std::nullopt; }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<Flagged> values_;  // by ordinal
  std::uint64_t toggled_ = 0;
  std::uint64_t place_ = 0;  // of order_: where the next frame begins
};

}  // namespace ecsbench
