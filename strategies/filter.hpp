// Filters: which entities a view leaves out, beyond what its terms require.
//
//   world.view<Position>(without<Frozen>)                   variable or call: without<Frozen>() is the same
//   world.view<Position>(with<Player>, without<Frozen, Dead>)
//   world.view<const Health>(changed<Health>(since))        tracked components only, see component.hpp
//   world.view<Position>(with<ChildOf>(parent))             relations, see relation.hpp
//
// with and without cost nothing at run time: they become two constant masks of the query.
#pragma once

#include <cstdint>

#include "strategies/entity.hpp"

namespace ecs {

using Tick = std::uint64_t;  // does not wrap in the life of a program

template <class... Cs>
struct Without {
  constexpr Without operator()() const { return {}; }
};
template <class... Cs>
inline constexpr Without<Cs...> without{};  // NOLINT(readability-identifier-naming): it is used like a function

// An entity that R relates to `target`.
template <class R>
struct WithTarget {
  Entity target;
};

template <class... Cs>
struct With {
  constexpr With operator()() const { return {}; }
  constexpr auto operator()(Entity target) const
    requires(sizeof...(Cs) == 1)
  {
    return WithTarget<Cs...>{target};
  }
};
template <class... Cs>
inline constexpr With<Cs...> with{};  // NOLINT(readability-identifier-naming): it is used like a function

// Components that came, or were written through a marking door, after the tick `since`.
template <class C>
struct Added {
  Tick since;
};
template <class C>
struct Changed {
  Tick since;
};
template <class C>
[[nodiscard]] constexpr Added<C> added(Tick since) {
  return {since};
}
template <class C>
[[nodiscard]] constexpr Changed<C> changed(Tick since) {
  return {since};
}

}  // namespace ecs
