// The move family on reactive.
#include "strategies/reactive.hpp"

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> reactive_movement() {
  return movement_cases<ecs::ReactiveWorld>("reactive");
}

}  // namespace ecsbench
