// The operations on sparse_set.
#include "strategies/sparse_set.hpp"

#include "harness/cases/operations/bind_operations.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<Case> sparse_set_operations() {
  return operation_cases<ecs::SparseSetWorld>("sparse_set");
}

}  // namespace ecsbench
