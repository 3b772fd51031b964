// HandOver: gives the matches that a storage has found to a sink of view.hpp.
//
//   storage, asked for <A, Optional<B>>         place 5:  A yes  B no
//   one(5)         sink.one(entity of 5, A at 5, nullptr)
//   run(5, 16)     sink.run(16, entities from 5 on, A from 5 on, ...)      where an Optional differs from row to row: ones
//
// `Rows` says what lies at a place, whatever a place is to its storage: an entity index, a slot of a block, a row.
//   has<C>(i), place<C>(i), marks<C>(i)     place and marks only of what is there; runs lie side by side
//   entity(i)                               the handle
//
// Cost  none: all of it is inlined into the loop of the storage.
#pragma once

#include <cstddef>

#include "strategies/component.hpp"
#include "strategies/filter.hpp"
#include "strategies/query.hpp"

namespace ecs {

template <class Asked, class Rows, class Sink>
class HandOver {
  using Places = typename Asked::Places;

 public:
  // `now` is what a Mut marks with.
  HandOver(Sink& sink, const Rows& rows, Tick now) : sink_{sink}, rows_{rows}, now_{now} {}

  // Both answer false to stop.
  [[nodiscard]] [[gnu::always_inline]] bool one(std::size_t at) const { return give_one(at, Places{}); }
  [[nodiscard]] [[gnu::always_inline]] bool run(std::size_t first, std::size_t n) const {
    return give_run(first, n, Places{});
  }

 private:
  template <class... Named>
  [[nodiscard]] [[gnu::always_inline]] bool give_one(std::size_t at, List<Named...>) const {
    return sink_.one([&] { return rows_.entity(at); }, place_of<Named>(at)...);
  }
  template <class... Named>
  [[nodiscard]] [[gnu::always_inline]] bool give_run(std::size_t first, std::size_t n, List<Named...> places) const {
    if constexpr ((TermTraits<Named>::kRequired && ...)) {
      const auto entity_at = [&](std::size_t i) { return rows_.entity(first + i); };
      return sink_.run(n, entity_at, place_of<Named>(first)...);
    } else {
      for (std::size_t at = first; at < first + n; ++at) {
        if (!give_one(at, places)) return false;
      }
      return true;
    }
  }

  // What a term gets: the value, or nullptr for an optional one that is absent.
  template <class Term>
  [[nodiscard]] [[gnu::always_inline]] PlaceOf<Term> place_of(std::size_t at) const {
    using C = ComponentOf<Term>;
    if constexpr (!TermTraits<Term>::kRequired) {
      if (!rows_.template has<C>(at)) return nullptr;
    }
    return TermTraits<Term>::place(rows_.template place<C>(at), rows_.template marks<C>(at), now_);
  }

  Sink& sink_;
  const Rows& rows_;
  Tick now_;
};

}  // namespace ecs
