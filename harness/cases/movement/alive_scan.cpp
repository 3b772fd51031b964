// The move family on alive_scan.
#include "strategies/alive_scan.hpp"

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> alive_scan_movement() {
  return movement_cases<ecs::AliveScanWorld>("alive_scan");
}

}  // namespace ecsbench
