// The texts of `ecsbench explain`, as they stood in explain/ when the program was built.
#pragma once

#include <string_view>

namespace ecsbench::explain_texts {

[[nodiscard]] std::string_view strategies();
[[nodiscard]] std::string_view workloads();
[[nodiscard]] std::string_view metrics();
[[nodiscard]] std::string_view warnings();

}  // namespace ecsbench::explain_texts
