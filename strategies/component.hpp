// What a component may be, and what a world knows of its list of components.
//
//   template <ecs::Component... Cs> class SomeWorld      the list is fixed when the world is compiled
//   List<Position, Velocity, Frozen>                     position in the list = number of the component = bit of a mask
//
// A component is any object type that moves and dies without throwing. Rows move by construct and destroy, never by
// assignment, so const members are fine; move-only and over-aligned types too. An empty type is a tag: it takes no
// storage, and every pointer to it is to one static object.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace ecs {

template <class C>
concept MovesWithoutThrowing = std::is_nothrow_move_constructible_v<C> && std::is_nothrow_destructible_v<C>;

template <class C>
concept Component =
    std::is_object_v<C> && std::same_as<C, std::remove_cv_t<C>> && !std::is_array_v<C> && MovesWithoutThrowing<C>;

template <class C>
concept Tag = Component<C> && std::is_empty_v<C>;

// Opt-in traits, given by specialising the variable for one's own type:
//   template <> inline constexpr bool ecs::kTracked<Health> = true;
template <Component C>
inline constexpr bool kTracked = false;  // insert, patch and Mut mark it; added<C> and changed<C> ask for the marks
template <Component C>
inline constexpr bool kNonFragmenting = false;  // archetype_hybrid keeps it in a sparse set: it splits no table

// Traits of a relation (an empty type in the component list, see relation.hpp), given the same way.
enum class OnDespawn { kOrphan, kCascade };
template <class R>
inline constexpr bool kIsRelation = false;
template <class R>
inline constexpr bool kExclusive = false;  // at most one target a source
template <class R>
inline constexpr bool kAcyclic = false;
template <class R>
inline constexpr OnDespawn kOnDespawn = OnDespawn::kOrphan;

// The one object of a tag type.
template <Tag C>
[[nodiscard]] C* tag_object() noexcept {
  static_assert(std::is_trivially_default_constructible_v<C>, "a tag must be trivially default constructible");
  static C object{};
  return &object;
}

// Entities that a spawn_many makes before it fills them: few enough to be still in the cache then. One at a time if making
// a value may throw, so that none is half made.
template <class... Given>
inline constexpr std::size_t kBirthsAtOnce = (std::is_nothrow_default_constructible_v<Given> && ...) ? 256 : 1;

template <class... Cs>
struct List {
  static constexpr std::size_t kSize = sizeof...(Cs);
};

template <class C, class... Cs>
inline constexpr std::size_t kTimesIn = (std::size_t{std::is_same_v<C, Cs>} + ... + std::size_t{0});

// Number of C in the list. REQUIRES: C stands in it (checked with a message by the callers' constraints).
template <class C, class... Cs>
[[nodiscard]] consteval std::size_t number_of() {
  std::size_t number = 0;
  (void)((std::is_same_v<C, Cs> ? true : (++number, false)) || ...);
  return number;
}

template <class C, class... Cs>
concept OneOf = kTimesIn<C, Cs...> == 1;

// A list that names a type twice, or const types, makes no world.
template <class... Cs>
concept DistinctComponents = (Component<Cs> && ...) && ((kTimesIn<Cs, Cs...> == 1) && ...);

}  // namespace ecs
