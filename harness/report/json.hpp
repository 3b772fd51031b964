// The result file: JSON, UTF-8, keys in the order of schemas/result.schema.json.
//
// Doubles are written so that they read back equal; what was not measured, and what is not a
// number, is null; bytes that are no UTF-8 are replaced; the locale plays no part.
#pragma once

#include <string>

#include "harness/report/result.hpp"

namespace ecsbench {

inline constexpr int kSchemaVersion = 1;

// How much of the single frame times goes into the file: none, the median of each round, or all.
enum class KeptSamples { kNone, kSummary, kAll };

[[nodiscard]] std::string to_json(const Result& result, KeptSamples samples);

// Its object "tool" alone.
[[nodiscard]] std::string to_json(const ToolResult& tool);

}  // namespace ecsbench
