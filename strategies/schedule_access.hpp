// Access: what a system reads and writes, as its parameters say it, and whether two systems may run at once.
//
//   ViewOf<World, Position, const Velocity, Without<Frozen>>      writes Position, reads Velocity
//   ViewOf<World, Mut<Health>, Optional<const Shield>>            writes Health, reads Shield
//   ViewOf<World, const Armour, Changed<Health>>                  reads Armour, and Health (its marks)
//   CommandBuffer<World>&                                         nothing: what is recorded is done later
//   World&                                                        everything
//
// Two systems conflict if one writes what the other reads or writes, or if one takes the world. With and Without ask who
// has a component, which no system but one that takes the world can change while others run.
#pragma once

#include <cstddef>
#include <type_traits>

#include "strategies/command_buffer.hpp"
#include "strategies/component.hpp"
#include "strategies/filter.hpp"
#include "strategies/mask.hpp"
#include "strategies/query.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <std::size_t kComponents>
struct Access {
  using Bits = Mask<kComponents>;

  Bits reads;
  Bits writes;
  bool world = false;

  // The components over which two conflict.
  [[nodiscard]] Bits shared_with(const Access& other) const {
    Bits shared;
    writes.for_each([&](std::size_t c) {
      if (other.reads.test(c) || other.writes.test(c)) shared.set(c);
    });
    other.writes.for_each([&](std::size_t c) {
      if (reads.test(c)) shared.set(c);
    });
    return shared;
  }
  [[nodiscard]] bool conflicts_with(const Access& other) const {
    return world || other.world || !shared_with(other).empty();
  }

  Access& operator+=(const Access& more) {
    more.reads.for_each([&](std::size_t c) { reads.set(c); });
    more.writes.for_each([&](std::size_t c) { writes.set(c); });
    world |= more.world;
    return *this;
  }
};

template <class World>
using AccessTo = Access<World::Components::kSize>;

// --- a view as a type: terms and filters in any order ---

template <class Asked>
inline constexpr bool kIsFilter = false;
template <class... Cs>
inline constexpr bool kIsFilter<With<Cs...>> = true;
template <class... Cs>
inline constexpr bool kIsFilter<Without<Cs...>> = true;
template <class C>
inline constexpr bool kIsFilter<Added<C>> = true;
template <class C>
inline constexpr bool kIsFilter<Changed<C>> = true;

template <bool kFilters, class... Asked>
using OnlyFilters =
    typename Joined<List<>, std::conditional_t<kIsFilter<Asked> == kFilters, List<Asked>, List<>>...>::Type;

template <class World, class Terms, class Filters>
struct ViewType;
template <class World, class... Terms, class... Filters>
struct ViewType<World, List<Terms...>, List<Filters...>> {
  using Type = View<World, Query<typename World::Components, List<Terms...>, Filters...>>;
};
template <class World, class... Asked>
using ViewOf = typename ViewType<World, OnlyFilters<false, Asked...>, OnlyFilters<true, Asked...>>::Type;

// --- what a parameter of a system touches ---

template <class World, class Parameter>
struct SystemParameter {
  static constexpr bool kKnown = false;
};

// Views come by value or by reference to const.
template <class World, class... Cs, class... Terms, class... Filters>
struct SystemParameter<World, View<World, Query<List<Cs...>, List<Terms...>, Filters...>>> {
  static constexpr bool kKnown = true;

  [[nodiscard]] static Access<sizeof...(Cs)> access() {
    Access<sizeof...(Cs)> access;
    [[maybe_unused]] const auto note_term = [&]<class Term>(std::type_identity<Term>) {
      (TermTraits<Term>::kWrites ? access.writes : access.reads).set(number_of<ComponentOf<Term>, Cs...>());
    };
    [[maybe_unused]] const auto note_filter = [&]<class Filter>(std::type_identity<Filter>) {
      if constexpr (kAsksTicks<Filter>) {
        access.reads.set(number_of<typename TickFilter<Filter>::Component, Cs...>());
      }
    };
    (note_term(std::type_identity<Terms>{}), ...);
    (note_filter(std::type_identity<Filters>{}), ...);
    return access;
  }
  // The view, its Added and Changed asking what came or was written after `since`. May throw bad_alloc, as the first view
  // of its query.
  [[nodiscard]] static auto make(World& world, CommandBuffer<World>&, [[maybe_unused]] Tick since) {
    return world.template view<Terms...>(since_tick<Filters>(since)...);
  }

 private:
  template <class Filter>
  [[nodiscard]] static Filter since_tick([[maybe_unused]] Tick since) {
    if constexpr (kAsksTicks<Filter>) {
      return Filter{since};
    } else {
      return Filter{};
    }
  }
};
template <class World, class Asked>
struct SystemParameter<World, const View<World, Asked>&> : SystemParameter<World, View<World, Asked>> {};

template <class World>
struct SystemParameter<World, CommandBuffer<World>&> {
  static constexpr bool kKnown = true;
  [[nodiscard]] static AccessTo<World> access() { return {}; }
  [[nodiscard]] static CommandBuffer<World>& make(World&, CommandBuffer<World>& commands, Tick) { return commands; }
};

template <class World>
struct SystemParameter<World, World&> {
  static constexpr bool kKnown = true;
  [[nodiscard]] static AccessTo<World> access() { return {{}, {}, true}; }
  [[nodiscard]] static World& make(World& world, CommandBuffer<World>&, Tick) { return world; }
};

}  // namespace ecs
