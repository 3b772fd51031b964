// Parser: what all commands share in taking words: how CLI11 is set up, what its mistakes are called, how its help looks.
//
//   make_app("plot", ...)  -->  add_option...  -->  parse(*app, words)  -->  false: help_of(*app)
//
// What the words mean is the business of each command.
#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "harness/commands/options/command_shape.hpp"

namespace ecsbench {

inline constexpr std::size_t kHelpWidth = 100;

// A parser with our help and nothing to parse yet.
[[nodiscard]] std::unique_ptr<CLI::App> make_app(const std::string& name, const std::string& description);

// False: help was asked for. Throws UsageError: an unknown option, a value that is missing or empty, a word too many.
[[nodiscard]] bool parse(CLI::App& app, const std::vector<std::string>& words);

// The help, and what it was made from.
[[nodiscard]] HelpOptions help_of(const CLI::App& app);

// A line of the help: a name, and in its column what it is.
[[nodiscard]] std::string help_row(const std::string& left, const std::string& right);

}  // namespace ecsbench
