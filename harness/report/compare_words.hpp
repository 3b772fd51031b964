// What a comparison of two files says in words: the same in its table, its Markdown and its JSON.
#pragma once

#include <string>
#include <vector>

#include "harness/report/file_comparison.hpp"

namespace ecsbench {

// The compared cases of one workload at one size, threads and parameters; never empty. Points into the comparison.
using ComparedBlock = std::vector<const ComparedCase*>;
[[nodiscard]] std::vector<ComparedBlock> compared_blocks(const FileComparison& comparison);

// "move/scrambled", "1 000 000 entities", "1 thread", "16 and 24 rounds", "T 4.2 %", as parts.
[[nodiscard]] std::vector<std::string> compared_facts(const ComparedBlock& block);

// "old: a.json", "0.1.0 4b17d9b", "2026-11-30T18:30:00Z", "noise floor ±1.8 %", as parts.
[[nodiscard]] std::vector<std::string> file_facts(const ComparedFile& file, std::string_view which);

// "4.2 %", "18 %" of a share.
[[nodiscard]] std::string percent_text(double share);

// How the intervals were made, and what they do not know of.
[[nodiscard]] std::string method_text(const FileComparison& comparison);

// One line for each case that was not compared, with the reason.
[[nodiscard]] std::vector<std::string> left_out(const FileComparison& comparison);

// How many are slower, faster, the same and inconclusive; the worst and the best; the geometric mean.
[[nodiscard]] std::string comparison_finding(const FileComparison& comparison);

}  // namespace ecsbench
