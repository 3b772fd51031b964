// The flags of Google Benchmark that `ecsbench micro -- ...` hands on, each checked first: the library itself would ignore
// what it does not know, warn of a bad number and go on, and end the program over --help or an unknown unit.
//
//   handed on   --benchmark_repetitions=9       taken as they are
//   replaced    --benchmark_filter=...          an option of ours does it: the sentence says which
#pragma once

#include <string>
#include <vector>

namespace ecsbench {

// Throws UsageError at the first that cannot be handed on.
void require_flags(const std::vector<std::string>& flags);

// "--benchmark_min_time, --benchmark_repetitions, ...": what may be typed.
[[nodiscard]] std::string flag_names();

}  // namespace ecsbench
