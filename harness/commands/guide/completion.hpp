// `ecsbench completion SHELL`: what a shell needs to complete commands, options and their values.
//
//   command_tree()  (the parsers)   --.
//   Names           (the catalogue) ---+-->  Offers: what may stand behind each option  -->  one script a shell
//
// Nothing of it is a list kept by hand: an option that run learns is completed from then on.
#pragma once

#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/commands/options/command_shape.hpp"
#include "harness/commands/options/guide_options.hpp"

namespace ecsbench {

struct Names {
  std::vector<std::string> strategies, workloads, topics, warnings;
};

[[nodiscard]] Names names_of(const Catalogue& catalogue);

// What may stand where a value is wanted.
struct Offer {
  enum class Kind {
    kNothing,   // no value: a flag
    kAnything,  // a value that nobody can guess: a number, a seed
    kWords,     // one of these
    kList,      // a comma list of these
    kFile,
    kFolder
  };
  Kind kind = Kind::kNothing;
  std::vector<std::string> words = {};
};

// "block|frame|none" offers these; NAMES those of the catalogue; FILE and DIR paths; other arguments are files.
[[nodiscard]] Offer offer_for(const OptionShape& option, const Names& names);

// A script that the shell reads. REQUIRES: the first command is the one whose name may be left out.
[[nodiscard]] std::string completion_text(Shell shell, const std::vector<CommandShape>& tree, const Names& names);

// The same for each shell.
[[nodiscard]] std::string bash_completion(const std::vector<CommandShape>& tree, const Names& names);
[[nodiscard]] std::string fish_completion(const std::vector<CommandShape>& tree, const Names& names);
[[nodiscard]] std::string zsh_completion(const std::vector<CommandShape>& tree, const Names& names);

}  // namespace ecsbench
