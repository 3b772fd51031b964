// Google Benchmark takes the default of each of its flags from the environment (BENCHMARK_FILTER, BENCHMARK_REPETITIONS,
// ...) while it is loaded, before main() begins, and complains of what it cannot read. What a program of ours measures
// must not hang on a variable that somebody set for another one, so that the names are taken out before any library is
// initialised.
#pragma once

namespace ecsbench {

inline constexpr const char* kLibraryVariables = "BENCHMARK_";  // how their names begin

// How many were taken out. Linking against this is what takes them out.
[[nodiscard]] int library_variables_dropped();

}  // namespace ecsbench
