// TickSink: stands between a storage and a sink of view.hpp, and lets pass what added<C> and changed<C> ask for.
//
//   view<const Health, Mut<Armour>>(changed<Health>(4))
//
//   the storage finds      Health   Armour + marks | marks of Health      (Query::Places: the terms, then what is looked at)
//   this looks at                                    changed > 4 ?
//   the sink is given      Health   Armour + marks
//
// A run is broken where a row does not pass; a sink that wants no runs gets the rows one by one.
// Cost    the marks of every row that has the components: 16 B a row and filter.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/query.hpp"

namespace ecs {

template <class Inner, class Asked>
class TickSink {
  using Terms = typename Asked::TermList;
  static constexpr std::size_t kTerms = Terms::kSize;

 public:
  static constexpr bool kWantsRuns = Inner::kWantsRuns;

  TickSink(Inner& inner, const Asked& asked) : inner_{inner}, asked_{asked} {}

  template <class EntityAt, class... Found>
  [[gnu::always_inline]] bool run(std::size_t n, const EntityAt& entity_at, Found... first) {
    const auto passes_at = [&](std::size_t row) { return passes(std::tuple{first...}, row); };
    for (std::size_t row = 0; row < n;) {
      if (!passes_at(row)) {
        ++row;
        continue;
      }
      std::size_t end = row + 1;
      if constexpr (kWantsRuns) {
        while (end < n && passes_at(end)) ++end;
      }
      if (!hand_over(end - row, row, entity_at, std::tuple{first...}, Terms{})) return false;
      row = end;
    }
    return true;
  }
  template <class EntityOf, class... Found>
  [[gnu::always_inline]] bool one(const EntityOf& entity, Found... place) {
    if (!passes(std::tuple{place...}, 0)) return true;
    return hand_over(
        1, 0, [&](std::size_t) { return entity(); }, std::tuple{place...}, Terms{});
  }

 private:
  // Do all filters let a row of a run pass? `first` ends with the marks that they look at, in their order.
  template <class... Found>
  [[nodiscard]] [[gnu::always_inline]] bool passes(const std::tuple<Found...>& first, std::size_t row) const {
    return std::apply([&](const auto&... filters) { return pass<kTerms>(first, row, filters...); }, asked_.filters);
  }
  template <std::size_t kLookedAt, class Found>
  [[nodiscard]] [[gnu::always_inline]] static bool pass(const Found&, std::size_t) {
    return true;
  }
  template <std::size_t kLookedAt, class Found, class Filter, class... Filters>
  [[nodiscard]] [[gnu::always_inline]] static bool pass(const Found& first, std::size_t row, const Filter& filter,
                                                        const Filters&... filters) {
    if constexpr (kAsksTicks<Filter>) {
      const Marks* const marks = std::get<kLookedAt>(first);
      return TickFilter<Filter>::passes(filter, marks[row]) && pass<kLookedAt + 1>(first, row, filters...);
    } else {
      return pass<kLookedAt>(first, row, filters...);
    }
  }

  // Gives rows [row, row + n) of a run to the sink, without the marks behind the terms.
  template <class EntityAt, class Found, class... Named>
  [[gnu::always_inline]] bool hand_over(std::size_t n, std::size_t row, const EntityAt& entity_at, const Found& first,
                                        List<Named...>) {
    return [&]<std::size_t... kPlaces>(std::index_sequence<kPlaces...>) {
      if constexpr (kWantsRuns) {
        const auto entity_from_row = [&](std::size_t i) { return entity_at(row + i); };
        return inner_.run(n, entity_from_row, rows_later<Named>(std::get<kPlaces>(first), row)...);
      } else {
        return inner_.one([&] { return entity_at(row); }, rows_later<Named>(std::get<kPlaces>(first), row)...);
      }
    }(std::index_sequence_for<Named...>{});
  }

  Inner& inner_;
  const Asked& asked_;
};

}  // namespace ecs
