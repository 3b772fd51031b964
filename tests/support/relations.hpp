// Relations the tests use, a world that has them, and short questions about them.
//
//               targets at most one    circles refused    when a target dies
//   ChildOf     yes                    yes                its sources die
//   PartOf      no                     yes                its sources die
//   Bound       no                     no                 its sources die
//   Rides       yes                    no                 the pair ends
//   Likes       no                     no                 the pair ends
#pragma once

#include <vector>

#include "strategies/entity.hpp"
#include "strategies/relation.hpp"
#include "tests/support/components.hpp"

namespace ecsbench::tests {

using ecs::ChildOf;
struct PartOf {};
struct Bound {};
struct Rides {};
struct Likes {};

template <class Strategy>
using RelatedWorld = typename Strategy::template World<A, ChildOf, Health, Frozen, PartOf, Bound, Rides, Likes, Text>;

// In order of relating.
template <class R, class World>
[[nodiscard]] std::vector<ecs::Entity> sources_of(const World& world, ecs::Entity target) {
  std::vector<ecs::Entity> sources;
  world.template each_source<R>(target, [&](ecs::Entity source) { sources.push_back(source); });
  return sources;
}
template <class R, class World>
[[nodiscard]] std::vector<ecs::Entity> targets_of(const World& world, ecs::Entity source) {
  std::vector<ecs::Entity> targets;
  world.template each_target<R>(source, [&](ecs::Entity target) { targets.push_back(target); });
  return targets;
}

}  // namespace ecsbench::tests

namespace ecs {
template <>
inline constexpr bool kIsRelation<ecsbench::tests::PartOf> = true;
template <>
inline constexpr bool kIsRelation<ecsbench::tests::Bound> = true;
template <>
inline constexpr bool kIsRelation<ecsbench::tests::Rides> = true;
template <>
inline constexpr bool kIsRelation<ecsbench::tests::Likes> = true;
template <>
inline constexpr bool kExclusive<ecsbench::tests::Rides> = true;
template <>
inline constexpr bool kAcyclic<ecsbench::tests::PartOf> = true;
template <>
inline constexpr OnDespawn kOnDespawn<ecsbench::tests::PartOf> = OnDespawn::kCascade;
template <>
inline constexpr OnDespawn kOnDespawn<ecsbench::tests::Bound> = OnDespawn::kCascade;
}  // namespace ecs
