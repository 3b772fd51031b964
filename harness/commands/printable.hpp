// Printable: text that a user or a given header brought, as it may stand on a terminal and in a file.
//
//   ESC [ 3 1 m  ->  \x1b[31m        a byte that is no UTF-8: 0xff  ->  \xff        é stays é
//
// Control characters and bytes that are no UTF-8 are written as \x and two digits; all else stays. Cost: linear.
#pragma once

#include <string>
#include <string_view>

#include "harness/cases/trial.hpp"

namespace ecsbench {

[[nodiscard]] std::string printable(std::string_view text);

// The same for text of several lines: ends of lines stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

// A catalogue whose names, versions and summaries are printable: given headers choose their own.
[[nodiscard]] Catalogue printable(Catalogue catalogue);

// A word as a shell takes it: word, 'two words', $'\x1b'.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace ecsbench
