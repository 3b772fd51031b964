// The move family on hash_map.
#include "strategies/hash_map.hpp"

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> hash_map_movement() {
  return movement_cases<ecs::HashMapWorld>("hash_map");
}

}  // namespace ecsbench
