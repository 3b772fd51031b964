// How a strategy, a template over its components, becomes the type parameter of a test.
//
//   struct UnderTest : StrategyOf<ecs::BitsetWorld> {
//     static constexpr const char* kName = "bitset";
//   };
//   typename TypeParam::template World<A, B>       in a test: its world of these components
//   CanFilter<TypeParam>                           what it offers beyond the core; a law about the rest is skipped:
//
//   if constexpr (!CanFilter<TypeParam>) {
//     GTEST_SKIP() << kNotFiltered;                "skipped (no Filtered)"
//   } else { ... }
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "strategies/relation.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench::tests {

template <template <class...> class Template>
struct StrategyOf {
  template <class... Cs>
  using World = Template<Cs...>;
};

// The name of a strategy in the names of its tests.
struct StrategyName {
  template <class Strategy>
  static std::string GetName(int /* one strategy a program */) {
    return Strategy::kName;
  }
};

template <class Strategy>
using ProbeWorld = typename Strategy::template World<ecs::ProbeA, ecs::ProbeB>;

template <class Strategy>
concept CanFilter = ecs::Filtered<ProbeWorld<Strategy>>;
template <class Strategy>
concept CanChunk = ecs::Chunked<ProbeWorld<Strategy>>;
template <class Strategy>
concept CanManage = ecs::Managed<ProbeWorld<Strategy>>;
template <class Strategy>
concept CanMeasure = ecs::Measured<ProbeWorld<Strategy>>;
template <class Strategy>
concept CanTrack = ecs::Tracked<typename Strategy::template World<ecs::ProbeA, ecs::ProbeTracked>>;
template <class Strategy>
concept CanClone = ecs::Cloneable<ProbeWorld<Strategy>>;

template <class Strategy>
concept CanRelate = ecs::Related<typename Strategy::template World<ecs::ProbeA, ecs::ChildOf>, ecs::ChildOf>;

// Of `rows` that could lie side by side, how many must? All, unless a world of small blocks says otherwise.
template <class World>
[[nodiscard]] constexpr std::size_t least_run(std::size_t rows) {
  if constexpr (requires { World::kLongestRun; }) {
    return std::min<std::size_t>(rows, World::kLongestRun);
  } else {
    return rows;
  }
}

inline constexpr const char* kNotFiltered = "skipped (no Filtered)";
inline constexpr const char* kNotChunked = "skipped (no Chunked)";
inline constexpr const char* kNotManaged = "skipped (no Managed)";
inline constexpr const char* kNotMeasured = "skipped (no Measured)";
inline constexpr const char* kNotTracked = "skipped (no Tracked)";
inline constexpr const char* kNotCloneable = "skipped (no Cloneable)";

}  // namespace ecsbench::tests
