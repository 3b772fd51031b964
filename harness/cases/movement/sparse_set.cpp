// The move family on sparse_set.
#include "strategies/sparse_set.hpp"

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> sparse_set_movement() {
  return movement_cases<ecs::SparseSetWorld>("sparse_set");
}

}  // namespace ecsbench
