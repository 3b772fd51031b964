// The move family bound to one model: cases that differ in what their plan builds. One instantiation of
// the loop, and one for worlds of many component sets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/bind.hpp"
#include "harness/cases/trial.hpp"
#include "harness/workloads/movement.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "harness/workloads/movement_sets.hpp"

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

// BoundInSets: what move/sets is bound to, where the model must know of the sets.
template <class BoundTo, class BoundInSets = BoundTo>
[[nodiscard]] std::vector<Case> movement_cases_of(std::string_view strategy) {
  std::vector<Case> cases;
  for (const MovementKind kind : kMovementKinds) {
    cases.push_back(kind == MovementKind::kSets ? movement_case<BoundInSets>(strategy, kind)
                                                : movement_case<BoundTo>(strategy, kind));
  }
  return cases;
}

// What a strategy's unit calls: every movement workload on its world.
template <template <class...> class World>
[[nodiscard]] std::vector<Case> movement_cases(std::string_view strategy) {
  return movement_cases_of<BoundTrial<MovementOnWorld<World>>, BoundTrial<MovementInSets<World>>>(strategy);
}

}  // namespace ecsbench
