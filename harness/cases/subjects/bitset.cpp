// bitset as a subject of teaching.
#include "strategies/bitset.hpp"

#include "harness/cases/bind_subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

SubjectCase bitset_subject() {
  return subject_case<ecs::BitsetWorld>("bitset");
}

}  // namespace ecsbench
