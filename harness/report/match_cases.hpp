// Which case of one result file is which of another: by key, with all launches of a case together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/report/file_comparison.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// The same case in two files: its launches, in the order of their numbers. Points into the results.
struct MatchedCase {
  CaseKey key;
  std::vector<const CaseResult*> old_launches, new_launches;  // never empty
};

struct MatchedCases {
  std::vector<MatchedCase> matched;  // in the order of the new file
  std::vector<RefusedCase> refused;
  std::vector<CaseKey> only_old, only_new;
};

// Refused is a case whose launches are not told apart in a file, or that did not do the same work in both: another
// digest, another number of matches or operations, another unit. Cost: quadratic in the number of cases.
[[nodiscard]] MatchedCases match_cases(const Result& old_result, const Result& new_result);

}  // namespace ecsbench
