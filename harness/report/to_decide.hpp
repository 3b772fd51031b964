// How many rounds or launches would likely decide what is inconclusive, as a number and in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/report/result.hpp"

namespace ecsbench {

// Of so many `values` that the ratio's interval was made from: statistics/decide.hpp. Nothing where the ratio has no
// interval, crosses no bound, or lies on one; nothing of no values.
[[nodiscard]] Number to_decide(const Estimate& ratio, double tolerance, std::uint64_t values);

// "about 130 rounds would likely decide it"; of nothing that no number would. `noun`: "round", "launch".
[[nodiscard]] std::string to_decide_text(Number needed, std::string_view noun);

}  // namespace ecsbench
