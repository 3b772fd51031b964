// MovementOracle: the same movement by plain loops over arrays by ordinal, written apart from every strategy. What it
// finds is what all must find.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

class MovementOracle {
 public:
  using Plan = MovementPlan;

  void build(const MovementPlan& plan) {
    for (std::uint64_t i = 0; i < plan.entities(); ++i) {
      positions_.push_back(plan.start(i));
      velocities_.push_back(plan.velocity(i));
      moves_.push_back(plan.moves(i));
    }
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (!moves_[i]) continue;
      positions_[i].x += velocities_[i].x * step;
      positions_[i].y += velocities_[i].y * step;
      on_visit();
    }
  }

  [[nodiscard]] Position value_of(std::uint64_t ordinal) const { return positions_[ordinal]; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return std::nullopt; }

 private:
  std::vector<Position> positions_;
  std::vector<Velocity> velocities_;
  std::vector<bool> moves_;
};

}  // namespace ecsbench
