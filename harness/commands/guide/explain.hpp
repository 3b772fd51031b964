// `ecsbench explain`: one topic in half a page, or all of them in a line each.
#pragma once

#include <cstddef>
#include <string>

#include "harness/cases/trial.hpp"

namespace ecsbench {

// Most lines of a text, at 80 columns.
inline constexpr std::size_t kHalfPage = 25;

// Lines of at most `width` columns, but for drawings, which are narrow. Throws UsageError: no such topic, with the
// closest. An empty topic asks for the list.
[[nodiscard]] std::string explain_text(const std::string& topic, const Catalogue& catalogue, std::size_t width);

}  // namespace ecsbench
