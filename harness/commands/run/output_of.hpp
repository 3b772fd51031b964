// output_of: another program, waited for, and what it wrote to standard output. Its standard error is ours.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace ecsbench {

struct WhatItSaid {
  int code = 127;            // also where it could not be started, and where a signal ended it
  std::string output;        // what it wrote to standard output
  bool is_given_up = false;  // it was ended because the rules below said so
};

// How long it is waited for.
struct WaitingRules {
  std::chrono::seconds most = std::chrono::hours(24);
  const std::atomic<bool>* stop = nullptr;  // true: no longer
};

// The first word is the program, looked for as a shell does. REQUIRES: at least one word.
[[nodiscard]] WhatItSaid output_of(const std::vector<std::string>& words, const WaitingRules& rules = {});

}  // namespace ecsbench
