// Text for people: widths, wrapping, numbers. Nothing here looks at the locale, so a table reads
// the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ecsbench {

// Columns a terminal gives to UTF-8 text of single-width letters.
[[nodiscard]] std::size_t display_width(std::string_view text);

[[nodiscard]] std::string pad_left(std::string_view text, std::size_t width);   // text on the right
[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);  // text on the left

// Lines of at most `width` columns, broken at blanks; a longer word stands alone. `indent` blanks
// begin every line but the first.
[[nodiscard]] std::string wrap(std::string_view text, std::size_t width, std::size_t indent = 0);

// "a · b · c", with a line break instead of a dot where the line would be too long.
[[nodiscard]] std::string join_facts(const std::vector<std::string>& facts, std::size_t width);

[[nodiscard]] std::string group_digits(std::uint64_t value);  // 1 000 000
[[nodiscard]] std::string bytes_text(double bytes);           // 24.0 MB: powers of ten
[[nodiscard]] std::string fixed(double value, int decimals);
[[nodiscard]] std::string plain(double value);  // shortest text that reads back equal: 7919, 0.1

// Three significant digits, at most four decimals: 0.0144, 0.152, 3.13, 47.3, 157.
[[nodiscard]] std::string significant(double value);

// "1 round", "48 rounds", "5 launches"
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

// Not measured, not a number and infinite are one thing to a reader: nothing.
[[nodiscard]] std::optional<double> finite(std::optional<double> value);

// Decimals that leave the smallest of the values three significant digits: 0 to 4.
[[nodiscard]] int decimals_for(const std::vector<double>& values);

}  // namespace ecsbench
