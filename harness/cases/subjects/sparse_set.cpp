// sparse_set as a subject of teaching.
#include "strategies/sparse_set.hpp"

#include "harness/cases/bind_subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

SubjectCase sparse_set_subject() {
  return subject_case<ecs::SparseSetWorld>("sparse_set");
}

}  // namespace ecsbench
