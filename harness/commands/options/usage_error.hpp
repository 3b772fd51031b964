// UsageError: the user asked for something that cannot be done. The text is one sentence that says
// what was given, what is allowed and what to type; further lines are lists that help. Exit code 2.
#pragma once

#include <stdexcept>

namespace ecsbench {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ecsbench
