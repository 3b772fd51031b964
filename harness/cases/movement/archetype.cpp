// The move family on archetype.
#include "strategies/archetype.hpp"

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> archetype_movement() {
  return movement_cases<ecs::ArchetypeWorld>("archetype");
}

}  // namespace ecsbench
