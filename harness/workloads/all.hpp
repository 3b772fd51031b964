// The list of workloads, in the order in which they are shown. A new family adds its line here.
#pragma once

#include <vector>

#include "harness/workloads/movement_plan.hpp"
#include "harness/workloads/operation_plan.hpp"
#include "harness/workloads/toggle_plan.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {

[[nodiscard]] inline std::vector<WorkloadInfo> all_workloads() {
  std::vector<WorkloadInfo> all;
  for (const MovementKind kind : kMovementKinds) all.push_back(movement_info(kind));
  all.push_back(toggle_info());
  for (const OperationKind kind : kOperationKinds) all.push_back(operation_info(kind));
  return all;
}

}  // namespace ecsbench
