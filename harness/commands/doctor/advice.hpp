// Advice: warnings with their cause and their remedy, for people.
//
//   W05  The machine was busy at the start (load 3.2 on 2 cores): stop what else runs and measure again.
//        cause   Other programs take processor time and caches from the measured code.
//        remedy  Stop what else runs, wait a minute for the load to fall, and measure again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench {

// In the order given. Where a kind comes several times its cause and remedy stand after the last of them. An id that this
// program does not know stands without either. "Nothing to mend." for no warning. Lines of at most `width` columns.
[[nodiscard]] std::string advice_text(const std::vector<Warning>& warnings, std::size_t width);

}  // namespace ecsbench
