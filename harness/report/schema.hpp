// The JSON Schema of the result file, as it stood in schemas/ when the program was built.
#pragma once

#include <string_view>

namespace ecsbench {

[[nodiscard]] std::string_view result_schema();

}  // namespace ecsbench
