// The promises of the method, each put to the test on simulated machines. Fixed seeds: the same answer everywhere.
//
// Part of the unit tests, and of `ecsbench doctor --self-test`.
// Cost  about a second, optimised.
#pragma once

#include <vector>

#include "harness/statistics/claim.hpp"

namespace ecsbench::statistics {

[[nodiscard]] std::vector<Claim> simulated_claims();

}  // namespace ecsbench::statistics
