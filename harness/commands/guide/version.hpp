// `ecsbench --version`: which program this is, for people or as JSON.
#pragma once

#include <string>

#include "harness/report/result.hpp"

namespace ecsbench {

[[nodiscard]] std::string version_text(const ToolResult& tool, bool json);

}  // namespace ecsbench
