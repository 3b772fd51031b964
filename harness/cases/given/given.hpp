// Given: a strategy from outside, as its shared object hands it over.
//
//   my.hpp --entry.cpp.in--> libown_my.so --one extern "C" entry--> given_strategies() --> catalogue()
//
// No other unit of the program knows its type. Each header has a shared object of its own, with
// every name hidden but the entry, since two classes of one name in one executable are merged
// silently and one of them would be measured twice.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"

namespace ecsbench {

struct Given {
  std::string header;  // the file it came in by
  StrategyInfo info;
  std::vector<Case> cases;
};

// What this program was built with, in the order given. There are two definitions: none.cpp in the
// library, which answers "nothing", and the generated list of ecsbench-own, an object of its own
// that the linker meets first and that keeps none.cpp out.
[[nodiscard]] std::vector<Given> given_strategies();

// A given strategy that cannot join, in a sentence for the user: exit code 2.
class GivenFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Appends them to the catalogue. Throws GivenFault where a name is taken or means something else on
// the command line.
void admit(Catalogue& all, std::vector<Given> given);

}  // namespace ecsbench
