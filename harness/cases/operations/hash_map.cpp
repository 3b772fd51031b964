// The operations on hash_map.
#include "strategies/hash_map.hpp"

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> hash_map_operations() {
  return operation_cases<ecs::HashMapWorld>("hash_map");
}

}  // namespace ecsbench
