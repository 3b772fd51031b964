// The configuration file: what ./ecsbench.toml, or the file that --config names, says about options of `run`.
#pragma once

#include <optional>
#include <string>

#include "harness/commands/options/run_options.hpp"

namespace ecsbench {

inline constexpr const char* kConfigFile = "ecsbench.toml";

// Takes in what the file says about options that are not in `texts` yet. Nothing `asked`: ./ecsbench.toml, where there is
// one. Throws UsageError: no file that can be read, an unknown option, with its line.
void add_config(OptionTexts& texts, const std::optional<std::string>& asked);

}  // namespace ecsbench
