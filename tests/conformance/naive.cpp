// The laws, held against the naive store.
#include "tests/support/naive_world.hpp"

#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {
using UnderTest = StrategyOf<::NaiveWorld>;
}

#include "tests/conformance/all_laws.hpp"
