// The move family on bitset.
#include "strategies/bitset.hpp"

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> bitset_movement() {
  return movement_cases<ecs::BitsetWorld>("bitset");
}

}  // namespace ecsbench
