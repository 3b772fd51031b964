// reactive as a subject of teaching.
#include "strategies/reactive.hpp"

#include "harness/cases/bind_subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

SubjectCase reactive_subject() {
  return subject_case<ecs::ReactiveWorld>("reactive");
}

}  // namespace ecsbench
