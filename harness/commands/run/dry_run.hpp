// `ecsbench --dry-run`: what would be measured and what it would need, without doing it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/commands/options/run_options.hpp"
#include "harness/commands/run/select.hpp"

namespace ecsbench {

// REQUIRES: entities are resolved.
[[nodiscard]] std::string dry_run_text(const Selection& selection, const RunOptions& options,
                                       std::optional<std::uint64_t> available_bytes);

}  // namespace ecsbench
