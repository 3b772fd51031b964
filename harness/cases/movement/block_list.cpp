// The move family on block_list.
#include "strategies/block_list.hpp"

#include "harness/cases/movement/bind_movement.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> block_list_movement() {
  return movement_cases<ecs::BlockListWorld>("block_list");
}

}  // namespace ecsbench
