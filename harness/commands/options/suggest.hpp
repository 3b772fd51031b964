// Did you mean? The known name closest to a mistyped one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ecsbench {

// Damerau-Levenshtein distance in its optimal-string-alignment form: the fewest insertions,
// deletions, replacements and swaps of neighbours that turn one text into the other, no place
// edited twice. Cost: |a| * |b| steps, three rows.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

// The closest of `known`, the first of several; nothing where more than a third of the name (and
// more than two letters of a short one) would have to change; capitals count as small letters.
[[nodiscard]] std::optional<std::string> closest(std::string_view name, const std::vector<std::string>& known);

// "no strategy is called 'sparseset'. Did you mean 'sparse_set'?"; the question only where
// something is close.
[[nodiscard]] std::string unknown_name(std::string_view kind, std::string_view name,
                                       const std::vector<std::string>& known);

}  // namespace ecsbench
