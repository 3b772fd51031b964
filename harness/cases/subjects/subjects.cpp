// The list of subjects, in the order in which the storages are taught.
#include "harness/cases/subject.hpp"
#include "harness/cases/units.hpp"

namespace ecsbench {

std::vector<SubjectCase> subjects() {
  return {hash_map_subject(),   alive_scan_subject(), block_list_subject(), bitset_subject(),
          sparse_set_subject(), archetype_subject(),  reactive_subject()};
}

}  // namespace ecsbench
