// Reads a result file back. Keys it does not know are ignored, keys that are missing leave their
// value unmeasured; what cannot be read is refused in a sentence that names the file and the place.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/report/result.hpp"

namespace ecsbench {

// "out.json is not a result file: cases[3].entities must be a number, not a string."
class ReadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws ReadError: no such file, a folder, empty, cut off (line and column), no result, a newer
// schema version, a value of the wrong type.
[[nodiscard]] Result read_result(const std::string& path);

// The same for text in memory; `name` stands for the file in sentences.
[[nodiscard]] Result parse_result(std::string_view text, const std::string& name);

}  // namespace ecsbench
