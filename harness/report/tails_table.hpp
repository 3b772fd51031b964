// The tails of a block, for who doubts a number: two small tables below the others.
//
//     tails        p95       95 %     p99       95 %     max   p99 /        95 %
//                   ms    approx.      ms    approx.      ms   median    approx.
//     ────────────────────────────────────────────────────────────────────────────
//     archetype   0.64   0.63 – 0.65  0.69  0.67 – 0.70  0.90    1.11   1.09 – 1.14
//
//     frames           over 16.67       over 8.33       over 6.94   outliers   severe   in disturbed
//                           ms, %           ms, %           ms, %       mild                  rounds
//     ────────────────────────────────────────────────────────────────────────────────────────────────
//     boxed       0.20 (0.10–0.45)   3.0 (1.9–4.8)   7.0 (5.1–9.4)        12        4          9 (3)
//
// 9 (3): nine of these outliers lie in three rounds in which the thread was pushed aside or moved, the likely cause.
// Narrow, the intervals of the first are half-widths in per cent, and the second does without.
#pragma once

#include <cstddef>
#include <string>

#include "harness/report/block.hpp"

namespace ecsbench {

// Empty where no case of the block has a time.
[[nodiscard]] std::string tails_table(const Block& block, std::size_t width, bool colour);

}  // namespace ecsbench
