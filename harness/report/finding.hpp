// Finding: what a table shows, in one plain sentence.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/block.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// The fastest strategy of the block, its lead over the runner-up with the interval, and its distance to the limit:
// "archetype is fastest, 1.20 × as fast as bitset (1.19 to 1.21): it takes 0.618 ns per match, 1.08 × the limit."
// What was not told apart, or not compared, is not called a lead.
[[nodiscard]] std::string finding(const Block& block, const Result& result);

// The end of a run: who was fastest in how many tables, the noise floor of the control, and what to
// do next ("to draw it: ecsbench plot out.json -o charts"; may be empty).
[[nodiscard]] std::string closing(const Result& result, std::string_view next);

// How far the interval reaches from 1 on its farther side: 0.2 for 0.9 to 1.2. Nothing where an end is missing.
[[nodiscard]] Number reach(const Estimate& ratio);

// "±0.4 %": how far the ratio of a strategy to its own copy reaches from 1; "n/a (reason)" without a control.
[[nodiscard]] std::string noise_floor(const Result& result);

}  // namespace ecsbench
