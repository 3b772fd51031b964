// The list of given strategies of a program that was given none (see given.hpp).
#include "harness/cases/given/given.hpp"

namespace ecsbench {

std::vector<Given> given_strategies() {
  return {};
}

}  // namespace ecsbench
