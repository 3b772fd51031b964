// The operations on block_list.
#include "strategies/block_list.hpp"

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> block_list_operations() {
  return operation_cases<ecs::BlockListWorld>("block_list");
}

}  // namespace ecsbench
