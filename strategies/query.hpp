// Query: what a view asks for, worked out when it is compiled.
//
//   view<Position, const Velocity, Optional<Name>>(without<Frozen>)
//         |            |                |               |
//   term  C: C&    const C: const C&   C* or nullptr    excluded
//         \__ required __/
//
//   kRequired, kExcluded    masks over the world's list of components
//   Places                  what a storage finds for each match: the terms, then the marks that added and changed ask for
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
#include "strategies/marks.hpp"
#include "strategies/mask.hpp"

namespace ecs {

// Terms of a view besides C and const C. Mut<C> marks what is written through it: marks.hpp, Tracked strategies alone.
// Optional<C> gives C* (Optional<const C>: const C*), nullptr where the entity has none.
template <class C>
struct Optional;

// What a term stands for: its component, where a storage finds it, what a visitor is given, and what a chunk is given.
template <class Term>
struct TermTraits {
  using Component = std::remove_const_t<Term>;
  using Place = Component*;
  using Argument = Term&;
  using Span = std::span<Term>;
  static constexpr bool kRequired = true;
  static constexpr bool kWrites = !std::is_const_v<Term>;
  static constexpr bool kTag = std::is_empty_v<Component>;
  static Argument argument(Place place) { return *place; }
  static Place place(Component* value, Marks*, Tick) { return value; }
};

template <class C>
struct TermTraits<Optional<C>> {
  using Component = std::remove_const_t<C>;
  using Place = Component*;
  using Argument = C*;
  using Span = std::span<C>;  // empty where the run has none
  static constexpr bool kRequired = false;
  static constexpr bool kWrites = !std::is_const_v<C>;
  static constexpr bool kTag = false;
  static Argument argument(Place place) { return place; }
  static Place place(Component* value, Marks*, Tick) { return value; }
};

template <class C>
struct TermTraits<Mut<C>> {
  using Component = C;
  using Place = MarkedPlace<C>;
  using Argument = Mut<C>;
  using Span = std::span<C>;  // a chunk is written as a whole: all its rows are marked
  static constexpr bool kRequired = true;
  static constexpr bool kWrites = true;
  static constexpr bool kTag = std::is_empty_v<C>;
  static Argument argument(Place place) { return {place.value, &place.marks->changed, place.now}; }
  static Place place(C* value, Marks* marks, Tick now) { return {value, marks, now}; }
};

// No term of a view, but what added<C> and changed<C> look at: a storage finds it as it finds the terms.
template <class C>
struct MarksOf;
template <class C>
struct TermTraits<MarksOf<C>> {
  using Component = C;
  using Place = const Marks*;
  static constexpr bool kRequired = true;
  static Place place(C*, Marks* marks, Tick) { return marks; }
};

template <class Term>
using ComponentOf = typename TermTraits<Term>::Component;
template <class Term>
using PlaceOf = typename TermTraits<Term>::Place;

// The place of a term in a later row. A tag has one object for all rows, an absent Optional none for any.
template <class Term>
[[nodiscard]] [[gnu::always_inline]] inline PlaceOf<Term> rows_later(PlaceOf<Term> place, std::size_t rows) {
  if constexpr (!TermTraits<Term>::kRequired) {
    return place == nullptr || std::is_empty_v<ComponentOf<Term>> ? place : place + rows;
  } else if constexpr (std::is_same_v<PlaceOf<Term>, ComponentOf<Term>*> && std::is_empty_v<ComponentOf<Term>>) {
    return place;
  } else {
    return place + rows;
  }
}

// Does a term or filter of this kind need marks?
template <class Term>
inline constexpr bool kNeedsMarks = false;
template <class C>
inline constexpr bool kNeedsMarks<Mut<C>> = true;
template <class C>
inline constexpr bool kNeedsMarks<MarksOf<C>> = true;

// A filter on ticks: whose marks it looks at, and whether it lets them pass.
template <class Filter>
struct TickFilter {
  using Looks = List<>;
};
template <class C>
struct TickFilter<Added<C>> {
  using Component = C;
  using Looks = List<MarksOf<C>>;
  static bool passes(const Added<C>& filter, const Marks& marks) { return marks.added > filter.since; }
};
template <class C>
struct TickFilter<Changed<C>> {
  using Component = C;
  using Looks = List<MarksOf<C>>;
  static bool passes(const Changed<C>& filter, const Marks& marks) { return marks.changed > filter.since; }
};
template <class Filter>
inline constexpr bool kAsksTicks = TickFilter<Filter>::Looks::kSize != 0;

// Does a filter ask for a pair of a relation, and of which?
template <class Filter>
inline constexpr bool kAsksTarget = false;
template <class R>
inline constexpr bool kAsksTarget<WithTarget<R>> = true;
template <class Filter>
struct TargetFilter;
template <class R>
struct TargetFilter<WithTarget<R>> {
  using Relation = R;
};
template <class Filter>
using RelationOf = typename TargetFilter<Filter>::Relation;

// Place of the first filter that asks for a pair. REQUIRES: there is one
template <class... Filters>
inline constexpr std::size_t kFirstTarget = [] {
  std::size_t place = 0;
  (void)((kAsksTarget<Filters> || (++place, false)) || ...);
  return place;
}();

// Does every target that the filters name live?
template <class... Filters, class Pool>
[[nodiscard]] bool all_targets_live(const std::tuple<Filters...>& filters, const Pool& pool) {
  const auto lives = [&]<class Filter>([[maybe_unused]] const Filter& filter) {
    if constexpr (kAsksTarget<Filter>) {
      return pool.alive(filter.target);
    } else {
      return true;
    }
  };
  return std::apply([&](const Filters&... each) { return (lives(each) && ...); }, filters);
}

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

template <class R, class... Cs>
struct FilterMasks<WithTarget<R>, Cs...> : FilterMasks<With<R>, Cs...> {
  static_assert(kIsRelation<R>,
                "with<C>(target): C is no relation. Say: template <> inline constexpr bool "
                "ecs::kIsRelation<C> = true; for an empty type");
};

// added<C> and changed<C> find nobody without C.
template <template <class> class Filter, class C, class... Cs>
struct TickFilterMasks {
  static_assert(OneOf<C, Cs...>, "added<C>, changed<C>: C is no component of this world");
  static_assert(
      kTracked<C>,
      "added<C>, changed<C>: C keeps no marks. Say: template <> inline constexpr bool ecs::kTracked<C> = true;");
  static constexpr auto kRequired = Mask<sizeof...(Cs)>::of(number_of<C, Cs...>());
  static constexpr Mask<sizeof...(Cs)> kExcluded{};
};
template <class C, class... Cs>
struct FilterMasks<Added<C>, Cs...> : TickFilterMasks<Added, C, Cs...> {};
template <class C, class... Cs>
struct FilterMasks<Changed<C>, Cs...> : TickFilterMasks<Changed, C, Cs...> {};

template <class... Lists>
struct Joined;
template <class... Terms>
struct Joined<List<Terms...>> {
  using Type = List<Terms...>;
};
template <class... Terms, class... More, class... Lists>
struct Joined<List<Terms...>, List<More...>, Lists...> : Joined<List<Terms..., More...>, Lists...> {};

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

  static_assert(((!kNeedsMarks<Terms> || kTracked<ComponentOf<Terms>>)&&...),
                "view<Mut<C>>: C keeps no marks. Say: template <> inline constexpr bool ecs::kTracked<C> = true;");

  static constexpr std::size_t kComponents = sizeof...(Cs);
  using Bits = Mask<kComponents>;
  using TermList = List<Terms...>;
  using Places = typename Joined<List<Terms...>, typename TickFilter<Filters>::Looks...>::Type;

  static constexpr bool kAsksForTicks = (kAsksTicks<Filters> || ...);
  static constexpr bool kAsksForTargets = (kAsksTarget<Filters> || ...);
  static constexpr bool kUsesMarks = kAsksForTicks || (kNeedsMarks<Terms> || ...);

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
[[nodiscard]] constexpr auto untagged(PlaceOf<Terms>... places) {
  [[maybe_unused]] const auto one = []<class Term>(std::type_identity<Term>, PlaceOf<Term> place) {
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
using UntaggedArguments = decltype(untagged<Terms...>(std::declval<PlaceOf<Terms>>()...));

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
[[gnu::always_inline]] inline bool call(Visitor& visitor, const EntityOf& entity, PlaceOf<Terms>... places) {
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
