// `ecsbench man`: the manual page, as source for groff's man macros.
//
// It is made from what the parsers themselves say, so that no page can be older than the program; that is why none is
// kept in the repository. The build target `man` writes it to man/ecsbench.1 of the build folder.
#pragma once

#include <string>
#include <vector>

#include "harness/commands/options/command_shape.hpp"

namespace ecsbench {

// REQUIRES: the first command is the one whose name may be left out.
[[nodiscard]] std::string manual_text(const std::vector<CommandShape>& tree, const std::string& version);

}  // namespace ecsbench
