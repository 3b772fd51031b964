// The operations on alive_scan.
#include "strategies/alive_scan.hpp"

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> alive_scan_operations() {
  return operation_cases<ecs::AliveScanWorld>("alive_scan");
}

}  // namespace ecsbench
