// Relation: a component that has a target. Entities become trees, owners, friends.
//
//   struct Likes {};                                                 an empty type, in the world's list of components
//   template <> inline constexpr bool ecs::kIsRelation<Likes> = true;
//
//   kExclusive<R>    at most one target a source: relating again replaces it
//   kAcyclic<R>      nobody is his own target, at any distance: relate refuses the pair that would close the circle
//   kOnDespawn<R>    when a target dies    kOrphan: its pairs end        kCascade: its sources die with it
//
//   world.relate<ChildOf>(wheel, car)      false, no effect: a stale handle, a pair that stands, a circle
//   world.unrelate<ChildOf>(wheel, car)    false: there was no such pair
//   world.related<ChildOf>(wheel, car)     world.target_of<ChildOf>(wheel): the first target, or null
//   world.each_source<ChildOf>(car, visit), each_target<Likes>(someone, visit)      in order of relating
//
//   world.view<Position>(with<ChildOf>(car))    the sources of one target
//   world.view<Position>(with<ChildOf>)         the sources of any; has<ChildOf>(e), without<ChildOf> likewise
//   world.remove<Likes>(e), remove_all<Likes>() end all pairs of one source, of all
//
//       root        despawn(root): root, a, c, d, b. A target before its sources, those in order of relating,
//      /    \       each with all of its own before the next.
//     a      b
//    / \            A relation is never inserted or given to spawn: without a target it says nothing.
//   c   d
//
// Rules (tests/conformance/laws_relations.hpp)
//   (1) an entity has the component R exactly when it is the source of a pair of R;
//   (2) a pair ends when one of its two dies: who gets the slot of the dead begins without pairs;
//   (3) relate and unrelate are structural changes: LockedStorage while the world is iterated; the visitors of each_source
//       and each_target hold the lock, too.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "strategies/component.hpp"

namespace ecs {

template <class R>
concept Relation = Tag<R> && kIsRelation<R> && !kTracked<R>;

template <class R, class... Cs>
concept RelationAmong = Relation<R> && OneOf<R, Cs...>;

template <class... Cs>
inline constexpr std::size_t kRelationsAmong = (std::size_t{kIsRelation<Cs>} + ... + std::size_t{0});

// May all of these be inserted, and given to spawn?
template <class... Given>
inline constexpr bool kNoRelations = !(kIsRelation<std::remove_cvref_t<Given>> || ...);

// Number of R among the relations of the list. REQUIRES: it is one of them
template <class R, class... Cs>
[[nodiscard]] consteval std::size_t relation_number_of() {
  constexpr std::array<bool, sizeof...(Cs)> kRelations{kIsRelation<Cs>...};
  std::size_t number = 0;
  for (std::size_t c = 0; c < number_of<R, Cs...>(); ++c) number += kRelations[c] ? 1u : 0u;
  return number;
}

// The one that nearly every program wants: scene graphs, inventories, limbs. A parent takes its children along.
struct ChildOf {};
template <>
inline constexpr bool kIsRelation<ChildOf> = true;
template <>
inline constexpr bool kExclusive<ChildOf> = true;
template <>
inline constexpr bool kAcyclic<ChildOf> = true;
template <>
inline constexpr OnDespawn kOnDespawn<ChildOf> = OnDespawn::kCascade;

}  // namespace ecs
