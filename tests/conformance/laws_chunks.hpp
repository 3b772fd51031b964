// Laws on each_chunk: runs of rows as spans.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "tests/support/components.hpp"
#include "tests/support/crowd.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class ChunkLaws : public ::testing::Test {};
TYPED_TEST_SUITE(ChunkLaws, UnderTest, StrategyName);

TYPED_TEST(ChunkLaws, chunks_cover_every_match_once) {
  if constexpr (!CanChunk<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    Crowd<TypeParam> crowd;
    Entities covered;
    crowd.world.template view<A, const B>().each_chunk(
        [&](const auto& entities, std::span<A> as, std::span<const B> bs) {
          ASSERT_EQ(entities.size(), as.size());
          ASSERT_EQ(entities.size(), bs.size());
          std::size_t row = 0;
          for (const ecs::Entity e : entities) {
            EXPECT_EQ(e, entities[row]);
            EXPECT_EQ(&as[row], crowd.world.template try_get<A>(e));
            EXPECT_EQ(&bs[row], crowd.world.template try_get<B>(e));
            covered.insert(e);
            ++row;
          }
        });
    EXPECT_EQ(covered, crowd.expected(kHasA | kHasB));
  }
}

TYPED_TEST(ChunkLaws, chunks_honour_the_filters) {
  if constexpr (!CanChunk<TypeParam> || !CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    Crowd<TypeParam> crowd;
    auto& world = crowd.world;
    Entities seen;
    const auto list = [&](const auto& entities) {
      for (const ecs::Entity e : entities) seen.insert(e);
    };
    const auto covered = [&](const auto& view_of_a) {
      seen.clear();
      view_of_a.each_chunk([&](const auto& entities, std::span<A>) { list(entities); });
      return seen;
    };
    EXPECT_EQ(covered(world.template view<A>(ecs::without<B>)), crowd.expected(kHasA, kHasB));
    EXPECT_EQ(covered(world.template view<A>(ecs::with<C>, ecs::without<Frozen>)),
              crowd.expected(kHasA | kHasC, kIsFrozen));
    EXPECT_EQ(covered(world.template view<A>(ecs::without<A>)), Entities{});
    seen.clear();
    world.template view<>(ecs::without<A, Frozen>).each_chunk(list);
    EXPECT_EQ(seen, crowd.expected(0, kHasA | kIsFrozen));
  }
}

TYPED_TEST(ChunkLaws, there_is_no_span_of_tags) {
  if constexpr (!CanChunk<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    Crowd<TypeParam> crowd;
    std::size_t rows = 0;
    crowd.world.template view<Frozen, const A>().each_chunk([&](std::span<const A> as) { rows += as.size(); });
    EXPECT_EQ(rows, crowd.expected(kHasA | kIsFrozen).size());
    Entities covered;
    crowd.world.template view<Frozen>().each_chunk([&](const auto& entities) {
      for (const ecs::Entity e : entities) covered.insert(e);
    });
    EXPECT_EQ(covered, crowd.expected(kIsFrozen));
  }
}

TYPED_TEST(ChunkLaws, an_absent_optional_is_an_empty_span) {
  if constexpr (!CanChunk<TypeParam> || !CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    Crowd<TypeParam> crowd;
    std::size_t with_b = 0;
    std::size_t without_b = 0;
    const auto view = crowd.world.template view<const A, ecs::Optional<B>>();
    view.each_chunk([&](const auto& entities, std::span<const A> as, std::span<B> bs) {
      for (std::size_t row = 0; row < as.size(); ++row) {
        EXPECT_EQ(crowd.world.template has<B>(entities[row]), !bs.empty());
      }
      ASSERT_TRUE(bs.empty() || bs.size() == as.size());
      for (std::size_t row = 0; row < bs.size(); ++row) EXPECT_EQ(as[row].value, bs[row].value);
      (bs.empty() ? without_b : with_b) += as.size();
    });
    EXPECT_EQ(with_b, crowd.expected(kHasA | kHasB).size());
    EXPECT_EQ(without_b, crowd.expected(kHasA, kHasB).size());
  }
}

TYPED_TEST(ChunkLaws, what_is_written_to_a_span_is_found_by_handle) {
  if constexpr (!CanChunk<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    Crowd<TypeParam> crowd;
    crowd.world.template view<A, const C>().each_chunk([](std::span<A> as, std::span<const C> cs) {
      for (std::size_t row = 0; row < as.size(); ++row) as[row].value = 1000 + cs[row].value;
    });
    for (std::size_t i = 1; i < crowd.size(); i += 2) {
      const int wanted = static_cast<int>(i) + ((i & kHasC) != 0 ? 1000 : 0);
      EXPECT_EQ(number_in<A>(crowd.world, crowd[i]), wanted);
    }
  }
}

TYPED_TEST(ChunkLaws, a_visitor_that_returns_false_stops_after_its_chunk) {
  if constexpr (!CanChunk<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    Crowd<TypeParam> crowd;
    int chunks = 0;
    crowd.world.template view<A>().each_chunk([&](std::span<A>) { return ++chunks < 1; });
    EXPECT_EQ(chunks, 1);
  }
}

TYPED_TEST(ChunkLaws, an_unbroken_population_comes_in_long_runs) {
  if constexpr (!CanChunk<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    typename TypeParam::template World<A, B> world;
    for (int i = 0; i < 1000; ++i) world.spawn(A{i}, B{i});
    std::size_t longest = 0;
    world.template view<A, B>().each_chunk([&](std::span<A> as, std::span<B> bs) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(as.data()) % alignof(A), 0u);
      EXPECT_EQ(bs.size(), as.size());
      longest = as.size() > longest ? as.size() : longest;
    });
    EXPECT_GE(longest, least_run<decltype(world)>(64)) << "rows of one age and kind must lie side by side";
  }
}

}  // namespace ecsbench::tests
