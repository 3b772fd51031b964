// SparseScan: brings the matches of one query from sparse sets to a sink of view.hpp.
//
//   view<A, const B, Optional<C>>(with<D>)      components     A  B  C  D
//                                               pools        [ A  B  D | C ]      required first, then optional
//
//   all(sink)          the smallest required set leads a join (sparse_join.hpp); if nothing is required, every living
//                      entity is looked at
//   part(sink, rows)   all of it, but of these rows of the leading set only (of these indices, if nothing is required): a
//                      part of the line of rows() (split.hpp)
//   along(list, sink)  a list of exactly the matches leads it
//
// A run of the join becomes sink.run, a block sink.one for each match, or runs of whatever lies side by side in it if the
// sink asks for runs. The visitor is compiled in twice for a query, however many pools might lead.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/index_array.hpp"
#include "strategies/index_list.hpp"
#include "strategies/mask.hpp"
#include "strategies/pool_rows.hpp"
#include "strategies/query.hpp"
#include "strategies/sparse_join.hpp"
#include "strategies/sparse_set_storage.hpp"
#include "strategies/split.hpp"

namespace ecs {

template <class Asked, Component... Cs>
class SparseScan {
  using Bits = Mask<sizeof...(Cs)>;
  using Places = typename Asked::Places;

 public:
  SparseScan(const EntityPool& pool, const IndexArray<Bits>& masks, const std::tuple<SparseSet<Cs>...>& sets, Tick now)
      : pool_{pool}, masks_{masks}, sets_{sets}, now_{now} {}

  template <class Sink>
  [[gnu::always_inline]] void all(Sink& sink) {
    if constexpr (kRequired == 0) {
      look_at_the_living(sink, {0, pool_.slots()}, Places{});
    } else {
      const std::array<PoolRows, kPools> rows = pools();
      const std::size_t lead = leading_pool(rows, kRequired);
      if constexpr (Asked::kExcluded.empty()) {
        join(sink, SparseJoin<kRequired, kPools, KeepAll>{rows[lead], lead, rows, KeepAll{}, false});
      } else {
        const DropByMask<Bits> keep{masks_.data(), Asked::kExcluded};
        join(sink, SparseJoin<kRequired, kPools, DropByMask<Bits>>{rows[lead], lead, rows, keep, some_are_excluded()});
      }
    }
  }

  [[nodiscard]] std::size_t rows() const {
    if constexpr (kRequired == 0) {
      return pool_.slots();
    } else {
      const std::array<PoolRows, kPools> found = pools();
      return found[leading_pool(found, kRequired)].size;
    }
  }
  template <class Sink>
  void part(Sink& sink, RowRange range) {
    if constexpr (kRequired == 0) {
      look_at_the_living(sink, range, Places{});
    } else {
      using Keep = std::conditional_t<Asked::kExcluded.empty(), KeepAll, DropByMask<Bits>>;
      const std::array<PoolRows, kPools> rows = pools();
      const std::size_t lead = leading_pool(rows, kRequired);
      IndexList list = rows[lead];
      list.size = range.last;
      SparseJoin<kRequired, kPools, Keep> matches{list, lead, rows, keep<Keep>(), some_are_excluded()};
      matches.begin_at(range.first);
      join(sink, matches);
    }
  }

  // REQUIRES: the list holds exactly the matches
  template <class Sink>
  [[gnu::always_inline]] void along(const IndexList& list, Sink& sink) {
    using Join = SparseJoin<kRequired, kPools, KeepAll>;
    const std::array<PoolRows, kPools> rows = pools();
    join(sink, Join{list, Join::kNoLead, rows, KeepAll{}, false});
  }
  // The match at an index, which the caller has found; false to stop.
  template <class Sink>
  [[nodiscard]] bool at(Index index, Sink& sink) const {
    return give_one(sink, index, Places{});
  }

 private:
  static constexpr std::size_t kNotNeeded = sizeof...(Cs);
  static constexpr std::size_t kRequired = Asked::kRequired.count();

  template <class... Named>
  static constexpr Bits named(List<Named...>) {
    return Bits::of(number_of<ComponentOf<Named>, Cs...>()...);
  }

  // Number of a component -> place among the pools of the join.
  static constexpr std::array<std::size_t, sizeof...(Cs)> kPlaces = [] {
    std::array<std::size_t, sizeof...(Cs)> places{};
    places.fill(kNotNeeded);
    std::size_t next = 0;
    Asked::kRequired.for_each([&](std::size_t number) { places[number] = next++; });
    named(Places{}).for_each([&](std::size_t number) {
      if (places[number] == kNotNeeded) places[number] = next++;
    });
    return places;
  }();
  static constexpr std::size_t kPools = [] {
    std::size_t pools = 0;
    for (const std::size_t place : kPlaces) pools += place != kNotNeeded ? 1u : 0u;
    return pools;
  }();
  template <class Term>
  static constexpr std::size_t kPlace = kPlaces[number_of<ComponentOf<Term>, Cs...>()];

  template <class C>
  [[nodiscard]] const SparseSet<C>& set() const {
    return std::get<SparseSet<C>>(sets_);
  }

  [[nodiscard]] std::array<PoolRows, kPools> pools() const {
    std::array<PoolRows, kPools> rows;
    const auto note = [&]<class C>(const SparseSet<C>& held) {
      if constexpr (kPlace<C> != kNotNeeded) rows[kPlace<C>] = held.rows();
    };
    (note(set<Cs>()), ...);
    return rows;
  }

  [[nodiscard]] bool some_are_excluded() const {
    return ((Asked::kExcluded.test(number_of<Cs, Cs...>()) && set<Cs>().size() != 0) || ...);
  }

  // By reference: a join holds the rows of a block, and to move it would cost more than a small frame.
  template <class Sink, class Join>
  [[gnu::always_inline]] void join(Sink& sink, Join&& matches) {
    while (matches.next()) {
      if (!(matches.is_run() ? give_run(sink, matches, Places{}) : give_block(sink, matches, Places{}))) return;
    }
  }

  template <class Sink, class Join, class... Named>
  [[gnu::always_inline]] bool give_run(Sink& sink, const Join& matches, List<Named...>) {
    const Index* const indices = matches.indices(matches.first(0));
    const auto entity_at = [&](std::size_t i) { return pool_.handle(indices[i]); };
    return sink.run(matches.size(), entity_at, value<Named>(matches.first(kPlace<Named>))...);
  }

  template <class Sink, class Join, class... Named>
  [[gnu::always_inline]] bool give_block(Sink& sink, const Join& matches, List<Named...>) {
    const std::size_t size = matches.size();
    const typename Join::Rows rows = matches.rows();
    std::size_t run = 1;
    for (std::size_t i = 0; i < size; i += run) {
      const Index* const indices = matches.indices(rows.row(0, i));
      bool goes_on = true;
      if constexpr (Sink::kWantsRuns) {
        run = matches.run_from(i);
        const auto entity_at = [&](std::size_t m) { return pool_.handle(indices[m]); };
        goes_on = sink.run(run, entity_at, value<Named>(rows.row(kPlace<Named>, i))...);
      } else {
        goes_on = sink.one([&] { return pool_.handle(*indices); }, value<Named>(rows.row(kPlace<Named>, i))...);
      }
      if (!goes_on) return false;
    }
    return true;
  }

  template <class Sink, class... Named>
  [[nodiscard]] bool give_one(Sink& sink, Index index, List<Named...>) const {
    return sink.one([&] { return pool_.handle(index); }, value<Named>(set<ComponentOf<Named>>().row_of(index))...);
  }

  // What a term gets for a row: the value, or nullptr for an optional one that is absent.
  template <class Term>
  [[nodiscard]] PlaceOf<Term> value(Row row) const {
    if constexpr (!TermTraits<Term>::kRequired) {
      if (row == kNoRow) return nullptr;
    }
    const SparseSet<ComponentOf<Term>>& held = set<ComponentOf<Term>>();
    return TermTraits<Term>::place(held.place(row), held.marks(row), now_);
  }

  template <class Keep>
  [[nodiscard]] Keep keep() const {
    if constexpr (Keep::kDrops) {
      return {masks_.data(), Asked::kExcluded};
    } else {
      return {};
    }
  }

  template <class Sink, class... Named>
  void look_at_the_living(Sink& sink, RowRange range, List<Named...>) {
    for (std::size_t i = range.first; i < range.last; ++i) {
      const auto index = static_cast<Index>(i);
      if (!pool_.alive_at(index) || !Asked::matches(masks_[index])) continue;
      if (!sink.one([&] { return pool_.handle(index); }, set<ComponentOf<Named>>().find(index)...)) return;
    }
  }

  const EntityPool& pool_;
  const IndexArray<Bits>& masks_;
  const std::tuple<SparseSet<Cs>...>& sets_;
  Tick now_;  // what a Mut marks with
};

}  // namespace ecs
