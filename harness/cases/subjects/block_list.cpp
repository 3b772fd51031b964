// block_list as a subject of teaching.
#include "strategies/block_list.hpp"

#include "harness/cases/bind_subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

SubjectCase block_list_subject() {
  return subject_case<ecs::BlockListWorld>("block_list");
}

}  // namespace ecsbench
