// The move family bound to one model: five cases that differ in what their plan builds. One instantiation of the loop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/bind.hpp"
#include "harness/cases/trial.hpp"
#include "harness/workloads/movement.hpp"
#include "harness/workloads/movement_plan.hpp"

namespace ecsbench {

template <class BoundTo>
[[nodiscard]] Case movement_case(std::string_view strategy, MovementKind kind) {
  return {std::string{strategy},
          movement_info(kind).name,
          [kind](const Params& params) {
            return std::make_unique<BoundTo>(MovementPlan{kind, params});
          },
          {}};
}

template <class BoundTo>
[[nodiscard]] std::vector<Case> movement_cases_of(std::string_view strategy) {
  std::vector<Case> cases;
  for (const MovementKind kind : kMovementKinds) cases.push_back(movement_case<BoundTo>(strategy, kind));
  return cases;
}

// What a strategy's unit calls: every movement workload on its world.
template <template <class...> class World>
[[nodiscard]] std::vector<Case> movement_cases(std::string_view strategy) {
  return movement_cases_of<BoundTrial<MovementOnWorld<World>>>(strategy);
}

}  // namespace ecsbench
