// Contestant: a trial under the name it has in this run ("archetype", "control", "limit").
#pragma once

#include <string>

namespace ecsbench {

class Trial;

struct Contestant {
  std::string name;
  Trial* trial;  // built; outlives every use; never null
};

}  // namespace ecsbench
