// The operations on archetype.
#include "strategies/archetype.hpp"

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> archetype_operations() {
  return operation_cases<ecs::ArchetypeWorld>("archetype");
}

}  // namespace ecsbench
