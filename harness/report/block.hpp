// Block: the cases of a result that may be compared with one another, fastest first: one table.
//
// A block is one workload at one N, one number of threads and one set of parameters. Blocks point
// into the result, which must outlive them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/result.hpp"

namespace ecsbench {

struct Block {
  std::vector<const CaseResult*> cases;  // never empty; by frame median, unmeasured ones last

  [[nodiscard]] const CaseResult& first() const { return *cases.front(); }
};

// In the order in which their first cases stand in the result.
[[nodiscard]] std::vector<Block> blocks_of(const Result& result);

// The limits say how fast anything could be; they are measured beside the strategies but win nothing.
[[nodiscard]] bool is_bound(std::string_view strategy);

// "match", "entity" or "operation": what the times of the block are divided by. The result file calls the quotient
// ns_per_entity whatever it is.
[[nodiscard]] std::string unit_of_work(const Block& block);

// "move/scrambled · 1 000 000 entities · 1 thread · 48 rounds · payload 24.0 MB fits L3 (0.7 ×)", as parts.
[[nodiscard]] std::vector<std::string> head_facts(const Block& block, const Result& result);

// "AMD EPYC · g++ 12.2.0 · -O3 -march=native · seed 42", as parts.
[[nodiscard]] std::vector<std::string> build_facts(const Result& result);

// What must be said loudly: assertions, a sanitizer, a build without optimisation. Nothing for a release build.
[[nodiscard]] std::optional<std::string> build_alarm(const ToolResult& tool);

// The least payload any storage of the block holds, in bytes, and the size of the last cache.
[[nodiscard]] Number payload_bytes(const Block& block);
[[nodiscard]] const CacheResult* last_cache(const EnvironmentResult& environment);

// The comparison of two strategies within the block; null where none was made.
[[nodiscard]] const ComparisonResult* comparison(const Block& block, const Result& result, std::string_view baseline,
                                                 std::string_view contender);

}  // namespace ecsbench
