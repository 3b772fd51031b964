// The operations' own lines: the oracle, the limit, and why boxes and gather have none.
#include "harness/limit/operation.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"
#include "harness/limit/toggle.hpp"
#include "harness/workloads/operation_oracle.hpp"
#include "harness/workloads/toggle_oracle.hpp"

namespace ecsbench {
namespace {

constexpr std::string_view kNoBox =
    "a box is what its class says: nothing is added to it, removed, looked up by handle or found by a view";

std::vector<Case> skipped(std::string_view strategy, std::string_view reason) {
  std::vector<Case> cases;
  for (const OperationKind kind : kOperationKinds) {
    cases.push_back({std::string{strategy}, operation_info(kind).name, nullptr, std::string{reason}});
  }
  cases.push_back({std::string{strategy}, toggle_info().name, nullptr, std::string{reason}});
  return cases;
}

}  // namespace

std::vector<Case> operation_references() {
  return operation_cases_of<OperationOracle, ToggleOracle>(kReferenceName);
}

std::vector<Case> limit_operations() {
  std::vector<Case> cases = operation_cases_of<OperationLimit, ToggleLimit>("limit");
  const std::string view = operation_info({Act::kView, Manner::kCreate}).name;
  const auto made = std::find_if(cases.begin(), cases.end(), [&](const Case& one) { return one.workload == view; });
  *made = {"limit", view, nullptr, "a loop over plain arrays needs no view"};
  return cases;
}

std::vector<Case> boxed_operations() {
  return skipped("boxed", kNoBox);
}
std::vector<Case> boxed_scattered_operations() {
  return skipped("boxed_scattered", kNoBox);
}
std::vector<Case> gather_operations() {
  return skipped("gather", "one array by ordinal serves every operation: the limit itself");
}

}  // namespace ecsbench
