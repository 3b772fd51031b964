// Query: what a view asks for, worked out when it is compiled.
//
//   view<Position, const Velocity, Optional<Name>>(without<Frozen>)
//         |            |                |               |
//   term  C: C&    const C: const C&   C* or nullptr    excluded
//         \__ required __/
//
//   kRequired, kExcluded    masks over the world's list of components
//   call(visitor, ...)      fits a visitor: with or without a leading Entity, with or without the tags
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "strategies/mask.hpp"

namespace ecs {

// Terms of a view besides C and const C.
template <class C>
struct Optional;  // C* (or const C* for Optional<const C>): nullptr where the entity has none
template <class C>
struct Mut;  // a proxy that marks the component as changed when written through * or = (Tracked strategies)

// What a term stands for: its component, what a visitor is given, and what a chunk is given.
template <class Term>
struct TermTraits {
  using Component = std::remove_const_t<Term>;
  using Argument = Term&;
  using Span = std::span<Term>;
  static constexpr bool kRequired = true;
  static constexpr bool kWrites = !std::is_const_v<Term>;
  static constexpr bool kTag = std::is_empty_v<Component>;
  static Argument argument(Component* place) { return *place; }
};

template <class C>
struct TermTraits<Optional<C>> {
  using Component = std::remove_const_t<C>;
  using Argument = C*;
  using Span = std::span<C>;  // empty where the run has none
  static constexpr bool kRequired = false;
  static constexpr bool kWrites = !std::is_const_v<C>;
  static constexpr bool kTag = false;
  static Argument argument(Component* place) { return place; }
};

template <class C>
struct TermTraits<Mut<C>> {
  using Component = C;
  static constexpr bool kRequired = true;
  static constexpr bool kWrites = true;
  static constexpr bool kTag = std::is_empty_v<C>;
};

template <class Term>
using ComponentOf = typename TermTraits<Term>::Component;

// Does a filter ask for nothing but who has what?
template <class Filter>
inline constexpr bool kAsksMaskOnly = false;
template <class... Named>
inline constexpr bool kAsksMaskOnly<Without<Named...>> = true;
template <class... Named>
inline constexpr bool kAsksMaskOnly<With<Named...>> = true;

// What a filter adds to the two masks of a query.
template <class Filter, class... Cs>
struct FilterMasks {
  static constexpr Mask<sizeof...(Cs)> kRequired{};
  static constexpr Mask<sizeof...(Cs)> kExcluded{};
};
template <class... Named, class... Cs>
struct FilterMasks<Without<Named...>, Cs...> {
  static_assert((OneOf<Named, Cs...> && ...), "without<C>: C is no component of this world");
  static constexpr Mask<sizeof...(Cs)> kRequired{};
  static constexpr auto kExcluded = Mask<sizeof...(Cs)>::of(number_of<Named, Cs...>()...);
};
template <class... Named, class... Cs>
struct FilterMasks<With<Named...>, Cs...> {
  static_assert((OneOf<Named, Cs...> && ...), "with<C>: C is no component of this world");
  static constexpr auto kRequired = Mask<sizeof...(Cs)>::of(number_of<Named, Cs...>()...);
  static constexpr Mask<sizeof...(Cs)> kExcluded{};
};

template <class Components, class Terms, class... Filters>
struct Query;

template <class... Cs, class... Terms, class... Filters>
struct Query<List<Cs...>, List<Terms...>, Filters...> {
  static_assert((OneOf<ComponentOf<Terms>, Cs...> && ...), "view<C>: C is no component of this world");
  static_assert(((kTimesIn<ComponentOf<Terms>, ComponentOf<Terms>...> == 1) && ...),
                "view<C, C>: the same component stands twice in one view");
  static_assert(((std::is_same_v<Terms, Mut<ComponentOf<Terms>>> || !TermTraits<Terms>::kWrites ||
                  !kTracked<ComponentOf<Terms>>)&&...),
                "view<C>: C is tracked, so a plain C would write it unmarked: say const C or Mut<C>");

  static_assert((kAsksMaskOnly<Filters> && ...),
                "view(filter): this strategy offers without<C> and with<C>; added and changed need a Tracked strategy, "
                "with<R>(target) a Related one");
  static_assert((!std::is_same_v<Terms, Mut<ComponentOf<Terms>>> && ...), "view<Mut<C>>: Mut needs a Tracked strategy");

  static constexpr std::size_t kComponents = sizeof...(Cs);
  using Bits = Mask<kComponents>;
  using TermList = List<Terms...>;

  static constexpr bool kReadOnly = !(TermTraits<Terms>::kWrites || ...);

  static constexpr Bits kRequired = [] {
    Bits bits;
    ((TermTraits<Terms>::kRequired ? bits.set(number_of<ComponentOf<Terms>, Cs...>()) : void()), ...);
    (FilterMasks<Filters, Cs...>::kRequired.for_each([&](std::size_t bit) { bits.set(bit); }), ...);
    return bits;
  }();
  static constexpr Bits kExcluded = [] {
    Bits bits;
    (FilterMasks<Filters, Cs...>::kExcluded.for_each([&](std::size_t bit) { bits.set(bit); }), ...);
    return bits;
  }();

  // Does an entity with this mask match?
  [[nodiscard]] static constexpr bool matches(const Bits& mask) { return mask.matches(kRequired, kExcluded); }

  [[no_unique_address]] std::tuple<Filters...> filters;
};

// --- fitting a visitor ---------------------------------------------------------------------------------------------

// The arguments of a visitor without the tags among them.
template <class... Terms>
[[nodiscard]] constexpr auto untagged(ComponentOf<Terms>*... places) {
  [[maybe_unused]] const auto one = []<class Term>(std::type_identity<Term>, ComponentOf<Term>* place) {
    if constexpr (TermTraits<Term>::kTag) {
      return std::tuple<>{};
    } else {
      return std::tuple<typename TermTraits<Term>::Argument>{TermTraits<Term>::argument(place)};
    }
  };
  return std::tuple_cat(one(std::type_identity<Terms>{}, places)...);
}

template <class Visitor, class Arguments>
inline constexpr bool kApplies = false;
template <class Visitor, class... Arguments>
inline constexpr bool kApplies<Visitor, std::tuple<Arguments...>> = std::invocable<Visitor&, Arguments...>;
template <class Visitor, class Arguments>
inline constexpr bool kAppliesWithEntity = false;
template <class Visitor, class... Arguments>
inline constexpr bool kAppliesWithEntity<Visitor, std::tuple<Arguments...>> =
    std::invocable<Visitor&, Entity, Arguments...>;

template <class... Terms>
using AllArguments = std::tuple<typename TermTraits<Terms>::Argument...>;
template <class... Terms>
using UntaggedArguments = decltype(untagged<Terms...>(std::declval<ComponentOf<Terms>*>()...));

// A visitor takes the components of a view, with or without a leading Entity, with or without its tags.
template <class Visitor, class... Terms>
concept VisitorOf =
    kApplies<Visitor, AllArguments<Terms...>> || kApplies<Visitor, UntaggedArguments<Terms...>> ||
    kAppliesWithEntity<Visitor, AllArguments<Terms...>> || kAppliesWithEntity<Visitor, UntaggedArguments<Terms...>>;

// Runs `invoke` and says whether to go on: a visitor that returns bool stops the loop with false.
template <class Invoke>
[[gnu::always_inline]] inline bool goes_on(Invoke&& invoke) {
  if constexpr (std::same_as<decltype(invoke()), bool>) {
    return invoke();
  } else {
    invoke();
    return true;
  }
}

// Calls `visitor` for one entity; false if it asked to stop. `entity` is a callable, so that the handle is made only for
// a visitor that wants it. The form without Entity is tried first.
template <class... Terms, class Visitor, class EntityOf>
[[gnu::always_inline]] inline bool call(Visitor& visitor, const EntityOf& entity, ComponentOf<Terms>*... places) {
  if constexpr (kApplies<Visitor, AllArguments<Terms...>>) {
    return goes_on([&]() -> decltype(auto) { return visitor(TermTraits<Terms>::argument(places)...); });
  } else if constexpr (kApplies<Visitor, UntaggedArguments<Terms...>>) {
    return goes_on([&]() -> decltype(auto) { return std::apply(visitor, untagged<Terms...>(places...)); });
  } else if constexpr (kAppliesWithEntity<Visitor, AllArguments<Terms...>>) {
    return goes_on([&]() -> decltype(auto) { return visitor(entity(), TermTraits<Terms>::argument(places)...); });
  } else {
    return goes_on([&]() -> decltype(auto) {
      return std::apply(visitor, std::tuple_cat(std::tuple<Entity>{entity()}, untagged<Terms...>(places...)));
    });
  }
}

}  // namespace ecs
