// The table as GitHub-flavoured markdown, ready for a pull request: same rows and columns as the human one.
#pragma once

#include <string>
#include <string_view>

#include "harness/report/result.hpp"

namespace ecsbench {

// Text that markdown would read as markup, escaped; ends of lines become blanks.
[[nodiscard]] std::string markdown_escaped(std::string_view text);

// Text of the result that markdown would read as markup is escaped. `next` as in closing().
[[nodiscard]] std::string to_markdown(const Result& result, std::string_view next);

}  // namespace ecsbench
