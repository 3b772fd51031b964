// CommandShape: a command and its options as plain data, read off the parser that takes them.
//
//   parser  -->  HelpOptions { text, shape }  -->  --help, completions, the manual page
//
// Whoever shows commands needs no list of its own and no parser.
#pragma once

#include <string>
#include <vector>

namespace ecsbench {

struct OptionShape {
  std::vector<std::string> names;  // "-q", "--quiet"; of an argument without dashes its name alone: "RESULT"
  std::string value;               // "FILE", "block|frame|none"; empty for a flag
  std::string help, standard;      // the default as it would be typed; may be empty
  std::string group;               // its heading in the help
  bool is_argument = false;        // stands without dashes
  bool is_optional = false;        // of an argument: may be left out
};

// Paragraphs of descriptions and footers are divided by empty lines; lines that begin with two blanks stand as they are.
struct CommandShape {
  std::string name;         // "plot"
  std::string summary;      // its line in the list of commands
  std::string description;  // what its help begins with
  std::string footer;       // what it ends with
  std::vector<OptionShape> options;
};

// What --help asks for.
struct HelpOptions {
  std::string text;
  CommandShape shape;
};

}  // namespace ecsbench
