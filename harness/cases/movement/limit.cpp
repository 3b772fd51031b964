// The move family's own lines: the oracle that all must agree with, the limit, and the gather.
#include "harness/limit/movement.hpp"

#include <array>

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"
#include "harness/workloads/movement_oracle.hpp"

namespace ecsbench {

std::vector<Case> movement_references() {
  return movement_cases_of<BoundTrial<MovementOracle>>(kReferenceName);
}

std::vector<Case> limit_movement() {
  return movement_cases_of<BoundTrial<MovementLimit>, BoundTrial<MovementSegments>>("limit");
}

// A gather is the floor only where positions and velocities lie in different orders, or few of many match.
std::vector<Case> gather_movement() {
  std::vector<Case> cases;
  for (const MovementKind kind : kMovementKinds) {
    cases.push_back(movement_case<BoundTrial<MovementGather>>("gather", kind));
    if (kind == MovementKind::kSameOrder || kind == MovementKind::kScatteredHeap || kind == MovementKind::kSets) {
      cases.back().make = nullptr;
      cases.back().skip_reason = "no index list is needed: all entities have both components in one order";
    }
  }
  return cases;
}

}  // namespace ecsbench
