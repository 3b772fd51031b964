// The operations and the toggling bound to their models: a case for each kind of operation, from one instantiation, and
// one for the toggling.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/bind.hpp"
#include "harness/cases/trial.hpp"
#include "harness/workloads/operation.hpp"
#include "harness/workloads/operation_plan.hpp"
#include "harness/workloads/toggle.hpp"
#include "harness/workloads/toggle_plan.hpp"

namespace ecsbench {

template <class OnOperations, class OnToggling>
[[nodiscard]] std::vector<Case> operation_cases_of(std::string_view strategy) {
  std::vector<Case> cases;
  for (const OperationKind kind : kOperationKinds) {
    const auto make = [kind](const Params& params) {
      return std::make_unique<BoundTrial<OnOperations>>(OperationPlan{kind, params});
    };
    cases.push_back({std::string{strategy}, operation_info(kind).name, make, {}});
  }
  const auto make = [](const Params& params) { return std::make_unique<BoundTrial<OnToggling>>(TogglePlan{params}); };
  cases.push_back({std::string{strategy}, toggle_info().name, make, {}});
  return cases;
}

// What a strategy's unit calls: every operation on its world.
template <template <class...> class World>
[[nodiscard]] std::vector<Case> operation_cases(std::string_view strategy) {
  return operation_cases_of<OperationOnWorld<World>, ToggleOnWorld<World>>(strategy);
}

}  // namespace ecsbench
