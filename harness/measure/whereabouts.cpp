#include "harness/measure/whereabouts.hpp"

#include <sched.h>
#include <sys/resource.h>

namespace ecsbench {

Whereabouts whereabouts() {
  rusage usage{};
  Whereabouts now;
  if (::getrusage(RUSAGE_THREAD, &usage) == 0) {
    now.switches = static_cast<std::uint64_t>(usage.ru_nvcsw) + static_cast<std::uint64_t>(usage.ru_nivcsw);
  }
  now.processor = ::sched_getcpu();
  return now;
}

}  // namespace ecsbench
