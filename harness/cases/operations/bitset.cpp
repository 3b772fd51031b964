// The operations on bitset.
#include "strategies/bitset.hpp"

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> bitset_operations() {
  return operation_cases<ecs::BitsetWorld>("bitset");
}

}  // namespace ecsbench
