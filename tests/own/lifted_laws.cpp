// The laws that every strategy is held to, held against a store that was lifted to a world.
#include "strategies/lift.hpp"
#include "tests/own/store.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {
using UnderTest = StrategyOf<ecs::Lifted<::PackedStore>::World>;
}

#include "tests/conformance/all_laws.hpp"
