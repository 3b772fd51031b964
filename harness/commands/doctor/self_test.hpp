// `ecsbench doctor --self-test`: does the engine keep its promises, simulated and on the clock of this machine?
//
// Cost  a second of simulation and about half a minute of contests; no contest is begun after 40 s.
#pragma once

#include "harness/cases/trial.hpp"
#include "harness/commands/console.hpp"

namespace ecsbench {

// Prints the claims; progress goes to stderr. 0 where all hold or the clock is too noisy to tell, 1 where one does not;
// 130, 143 when interrupted.
[[nodiscard]] int self_test(const Catalogue& catalogue, Console& console);

}  // namespace ecsbench
