// The laws, held against the bitset store.
#include "strategies/bitset.hpp"

#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {
using UnderTest = StrategyOf<ecs::BitsetWorld>;
}

#include "tests/conformance/all_laws.hpp"
