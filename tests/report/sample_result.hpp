// A result with realistic numbers, for tests of everything that is made from one.
#pragma once

#include "harness/report/result.hpp"

namespace ecsbench::test {

// Two workloads at one million entities: eight strategies, boxed as the baseline, limit and gather
// beside them. Some p99 values are missing (too few frames), the limits have no memory, one name
// has a comma and quotes in it.
[[nodiscard]] Result sample_result();

}  // namespace ecsbench::test
