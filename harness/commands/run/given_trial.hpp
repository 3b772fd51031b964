// A given strategy is tried in a process of its own before it is measured in this one: what crashes or hangs is named and
// left out, and the run goes on without it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/commands/run/select.hpp"

namespace ecsbench {

struct Dropped {
  std::string strategy;
  std::string sentence;
};

// Takes the given strategies that do not come through with so many entities out of the contest, which may be left without
// entrants. Cost: for each given strategy one build, a few frames and a fork; nothing for the others.
[[nodiscard]] std::vector<Dropped> drop_unfit(Contest& contest, std::uint64_t entities);

}  // namespace ecsbench
