// All laws for one strategy. The unit that includes this has said before
//
//   using UnderTest = ecsbench::tests::StrategyOf<SomeWorld>;
//
// and becomes, with GoogleTest's main, the conformance test of that strategy.
#pragma once

#include <gtest/gtest.h>

#include "tests/conformance/laws_bulk.hpp"
#include "tests/conformance/laws_chunks.hpp"
#include "tests/conformance/laws_components.hpp"
#include "tests/conformance/laws_entities.hpp"
#include "tests/conformance/laws_filters.hpp"
#include "tests/conformance/laws_lifetimes.hpp"
#include "tests/conformance/laws_lock.hpp"
#include "tests/conformance/laws_memory_failures.hpp"
#include "tests/conformance/laws_upkeep.hpp"
#include "tests/conformance/laws_views.hpp"
#include "tests/conformance/laws_worlds.hpp"

namespace ecsbench::tests {

INSTANTIATE_TYPED_TEST_SUITE_P(strategy, EntityLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, ComponentLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, ViewLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, FilterLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, ChunkLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, BulkLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, UpkeepLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, LockLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, LifetimeLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, KindLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, MemoryFailureLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, WorldLaws, UnderTest);
INSTANTIATE_TYPED_TEST_SUITE_P(strategy, BigWorldLaws, UnderTest);

}  // namespace ecsbench::tests
