// The page of `ecsbench doctor`: the facts one by one, the probes in a table, and what to mend.
//
//   noise floor  ±0.8 %: archetype and its copy on move/a, 48 rounds                        W10
//
// At the right edge stands the id of the warning that a fact gave rise to.
#pragma once

#include <cstddef>
#include <string>

#include "harness/commands/doctor/checkup.hpp"

namespace ecsbench {

// Lines of at most `width` columns; `width` is 60 or more.
[[nodiscard]] std::string checkup_page(const Checkup& checkup, std::size_t width);

}  // namespace ecsbench
