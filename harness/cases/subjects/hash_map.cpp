// hash_map as a subject of teaching.
#include "strategies/hash_map.hpp"

#include "harness/cases/bind_subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

SubjectCase hash_map_subject() {
  return subject_case<ecs::HashMapWorld>("hash_map");
}

}  // namespace ecsbench
