// Claim: a promise about the measuring as a share with a bound, and what was seen.
//
//   "a copy is called faster or slower"   seen 1 of 200   at most 5 %   holds
//
// A simulated share scatters: a promise of at least 95 % is not broken by 94.8 % of 10 000. The slack of a bound is said
// beside it: three standard errors of a share at the bound itself.
#pragma once

#include <cmath>
#include <string>

#include "harness/statistics/simulation.hpp"

namespace ecsbench::statistics {

enum class Bound { kAtLeast, kAtMost };

struct Claim {
  std::string text;  // what is counted
  Tally seen;
  Bound kind = Bound::kAtLeast;
  double bound = 0.95;
  double slack = 0;         // added or taken away in favour of the claim
  std::string undecided{};  // why nothing can be said here; empty where something can

  // REQUIRES: seen.of > 0
  [[nodiscard]] bool holds() const {
    return kind == Bound::kAtLeast ? seen.share() >= bound - slack : seen.share() <= bound + slack;
  }
};

// Three standard errors of a share seen in so many independent runs, where the truth is the bound. REQUIRES: runs > 0
[[nodiscard]] inline double slack_of(double bound, std::size_t runs) {
  return 3 * std::sqrt(bound * (1 - bound) / static_cast<double>(runs));
}

}  // namespace ecsbench::statistics
