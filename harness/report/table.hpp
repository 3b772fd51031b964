// The table for people: one block after another, each with its head, its rows and what it shows in a sentence.
//
//   move/scrambled · 1 000 000 entities · 1 thread · 48 rounds · payload 24.0 MB fits L3 (0.7 ×)
//   AMD EPYC (virtual) · g++ 12.2.0 · -O3 -march=native · seed 42
//
//     strategy    frame   ns per   95 % interval     p99       ×   × boxed         bytes per
//                    ms   entity                      ms   limit                      entity
//     ─────────────────────────────────────────────────────────────────────────────────────
//     archetype   0.618    0.618   0.615 – 0.621   0.640    1.08   0.152 faster         24.1
//
// Fits `width`: 100 columns by default; below 96 the interval becomes a half-width in per cent,
// which fits 80.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/block.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

struct TableStyle {
  std::size_t width = 100;
  bool colour = false;
  bool detailed = false;  // what must be touched as well
};

[[nodiscard]] Tone tone_of(Verdict verdict);

// One block, for a run that prints while it goes.
[[nodiscard]] std::string table(const Block& block, const Result& result, TableStyle style);

// What its columns are called at that width, each in one line: "ns per match", "p99 µs".
[[nodiscard]] std::vector<std::string> table_heads(const Block& block, std::size_t width);

// The end of the run: what was swept at a glance (pivot.hpp), and the closing line. `next` as in closing().
[[nodiscard]] std::string table_end(const Result& result, std::string_view next, TableStyle style);

}  // namespace ecsbench
