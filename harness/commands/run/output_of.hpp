// output_of: another program, waited for, and what it wrote to standard output. Its standard error is ours.
#pragma once

#include <string>
#include <vector>

namespace ecsbench {

struct Finished {
  int code = 127;      // also where it could not be started
  std::string output;  // what it wrote to standard output
};

// The first word is the program, looked for as a shell does. REQUIRES: at least one word.
[[nodiscard]] Finished output_of(const std::vector<std::string>& words);

}  // namespace ecsbench
