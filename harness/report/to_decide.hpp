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

// Why a comparison is inconclusive, or how far off the answer is: "launches disagree: 0.970 to 1.31", "about 130 rounds
// would likely decide it", of too few launches for an interval "7 launches give an interval". Empty of any other verdict, and where there is no interval.
[[nodiscard]] std::string why_inconclusive(const ComparisonResult& made);

// Whether launches lie on both sides of 1, and not all of them within the tolerance.
[[nodiscard]] bool launches_disagree(Number lowest, Number highest, double tolerance);

}  // namespace ecsbench
