// Numbers on the command line, read strictly: all of the text, or a sentence.
//
//   whole   digits, then at most one of  k (10^3)  M (10^6)  G (10^9),  or  1e6: digits, e, digits
//   real    a plain decimal: 0.5, 20, 1e-3; never nan, inf or hexadecimal
//
// Signs, blanks, separators and trailing text are refused, and so is what does not fit: a number is
// never cut, rounded or replaced by a default.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace ecsbench {

struct WholeRange {
  std::uint64_t lowest = 0;
  std::uint64_t highest = UINT64_MAX;
};

struct RealRange {
  double lowest;
  double highest;
};

inline constexpr RealRange kEveryReal{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()};

// `option` is named in the sentence: "--entities". Throws UsageError.
[[nodiscard]] std::uint64_t parse_whole(std::string_view option, std::string_view text, WholeRange range);
[[nodiscard]] double parse_real(std::string_view option, std::string_view text, RealRange range);

// The parts of a comma list, none of them empty, each once, in the order given. Throws UsageError.
[[nodiscard]] std::vector<std::string> split_list(std::string_view option, std::string_view text);

}  // namespace ecsbench
