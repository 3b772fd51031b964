// archetype as a subject of teaching.
#include "strategies/archetype.hpp"

#include "harness/cases/bind_subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

SubjectCase archetype_subject() {
  return subject_case<ecs::ArchetypeWorld>("archetype");
}

}  // namespace ecsbench
