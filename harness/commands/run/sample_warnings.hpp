// Warnings about the measured times themselves: what the samples of a table say of the run.
//
//   W06 pushed aside   W07 cold first frames   W08 drift   W09 two speeds   W12 outliers   W13 too few   W14 not precise
//   W16 counted now and then   W17 allocations in frames
//
// One sentence a table and kind, which names the worst case; warning_kinds.hpp has the conditions. Nothing is dropped or
// corrected: these say how to read what stands there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/samples.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// W06, where more than a tenth of the blocks was disturbed.
[[nodiscard]] std::optional<Warning> disturbance_warning(std::string_view workload, std::uint64_t entities,
                                                         const Samples& samples);

// W07 to W17, table by table. Precision and interleaving are taken from the run's configuration; where that does not
// name them, nothing is said of precision.
[[nodiscard]] std::vector<Warning> sample_warnings(const Result& result);

}  // namespace ecsbench
