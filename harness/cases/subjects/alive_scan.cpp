// alive_scan as a subject of teaching.
#include "strategies/alive_scan.hpp"

#include "harness/cases/bind_subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

SubjectCase alive_scan_subject() {
  return subject_case<ecs::AliveScanWorld>("alive_scan");
}

}  // namespace ecsbench
