// A table of claims: what was promised, what was seen, and whether it holds.
//
//   simulated                                     runs   seen     bound     allowed
//   ──────────────────────────────────────────────────────────────────────────────
//   the interval holds the truth, 24 rounds      10000  97.7 %   ≥ 95 %    94.3 %  pass
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/statistics/claim.hpp"

namespace ecsbench {

// 80 columns. What is undecided says why in a line of its own.
[[nodiscard]] std::string claims_table(std::string_view title, const std::vector<statistics::Claim>& claims);

}  // namespace ecsbench
