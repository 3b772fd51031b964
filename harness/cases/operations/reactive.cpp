// The operations on reactive.
#include "strategies/reactive.hpp"

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> reactive_operations() {
  return operation_cases<ecs::ReactiveWorld>("reactive");
}

}  // namespace ecsbench
