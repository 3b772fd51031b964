// RelatedTables: relations of a world of tables: the pairs of an entity say which table it lives in, so siblings lie together.
//
//   b, c children of a      table {Position, ChildOf} of [ ChildOf a ]        positions [ pb | pc ]
//   d child of b            table {Position, ChildOf} of [ ChildOf b ]        positions [ pd ]
//
//   with<ChildOf>(a)        walks the tables that the pair has made (table_pairs.hpp), and no other
//   with<ChildOf>           is a bit of the mask, like any component
//   despawn(a)              where R cascades its tables fall with all who live there; elsewhere they move as a whole to the
//                           table without the pair; then the tables of a retire
//
// The world is the class that derives from it (related.hpp); it offers rows() (archetype_rows.hpp) besides.
//
// Invariant   (1) the pairs of a table are those of each entity in it, no more and no fewer (checked by the world).
// Cost        relate, unrelate: O(pairs + components of the entity), its row moves. A target costs a table for each set of
//             components and pairs among its sources: few sources each mean many small tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "strategies/archetype_rows.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/pairs.hpp"
#include "strategies/query.hpp"
#include "strategies/related.hpp"
#include "strategies/relation.hpp"
#include "strategies/table_pairs.hpp"

namespace ecs {

template <class World, Component... Cs>
class RelatedTables : public RelatesEntities<World, Cs...> {
 protected:
  static constexpr std::size_t kRelations = kRelationsAmong<Cs...>;

  // The named that have pairs die, and who falls with them; gives how many. The others are left alone. Throws bad_alloc if
  // there is no room for survivors where they must go; nobody has fallen then.
  std::size_t fell([[maybe_unused]] std::span<const Entity> named) {
    if constexpr (kRelations != 0) {
      auto& rows = self().rows();
      auto& pairs = self().pairs();
      const Doom doom{pairs, rows.pool(), named};
      auto moves = moves_of_survivors();
      rows.make_room(moves);
      const std::size_t before = rows.pool().size();
      pairs.for_each_doomed([&](Index index) {
        pairs.part(index);
        rows.despawn(rows.pool().handle(index));
      });
      rows.settle(moves);
      pairs.for_each_doomed([&](Index index) {
        for (std::size_t r = 0; r < kRelations; ++r) rows.retire_tables(r, index);
      });
      return before - rows.pool().size();
    } else {
      return 0;
    }
  }
  std::size_t fell(Entity entity) { return fell(std::span{&entity, 1}); }

  // All pairs of R end: who has any moves to the table without.
  template <class R>
  void end_all_pairs() {
    auto& rows = self().rows();
    std::vector<typename Rows::Move> moves;
    for (std::size_t t = 0, tables = rows.graph().size(); t < tables; ++t) {
      const auto& table = rows.graph()[static_cast<TableNumber>(t)];
      if (table.size() == 0 || !table.mask().test(number_of<R, Cs...>())) continue;
      moves.push_back(rows.without_pairs(static_cast<TableNumber>(t), is_of<R>));
    }
    rows.make_room(moves);
    rows.settle(moves);
    self().pairs().template of<R>().clear();
  }
  template <class R>
  void end_pairs_of(Index source) {
    const TableNumber target = self().rows().room_without_pairs(source, is_of<R>);
    self().pairs().template of<R>().remove_targets(source);
    self().rows().settle(source, target);
  }

  // Calls visit(table) for each table whose rows have all the pairs that the filters ask for, until it answers false.
  template <class... Filters, class Visit>
  void for_each_table_with_all(const std::tuple<Filters...>& filters, Visit visit) {
    const auto& graph = self().rows().graph();
    const auto asked = pair_of(std::get<kFirstTarget<Filters...>>(filters));
    for (TableNumber t = graph.pairs().first(asked.relation, asked.target); t != kNoTable;) {
      const TableNumber next = graph.pairs().next(t, asked);
      const bool all = std::apply([&](const Filters&... each) { return (has(t, each) && ...); }, filters);
      if (all && !visit(graph[t])) return;
      t = next;
    }
  }

  // (1)
  [[nodiscard]] bool tables_tell_of_pairs() const {
    if constexpr (kRelations != 0) {
      const auto& graph = self().rows().graph();
      for (std::size_t t = 0; t < graph.size(); ++t) {
        const auto set = graph.pairs().of(static_cast<TableNumber>(t));
        const auto& table = graph[static_cast<TableNumber>(t)];
        for (std::size_t row = 0; row < table.size(); ++row) {
          if (!has_just(table.indices()[row], set)) return false;
        }
      }
    }
    return true;
  }

 private:
  friend World;
  friend class RelatesEntities<World, Cs...>;
  using Rows = ArchetypeRows<Cs...>;

  template <class R>
  static constexpr auto kRelation = static_cast<std::uint32_t>(relation_number_of<R, Cs...>());
  template <class R>
  static constexpr bool is_of(const TablePair& pair) {
    return pair.relation == kRelation<R>;
  }

  template <class R>
  void make_pair(Index source, Index target) {
    const TableNumber table = self().rows().template room_with_pair<R>(source, target);
    self().pairs().template make_room<R>(source, target);
    self().pairs().template relate<R>(source, target);
    self().rows().settle(source, table);
  }
  template <class R>
  void end_pair(Index source, Index target) {
    const TablePair ended{kRelation<R>, target};
    const TableNumber table =
        self().rows().room_without_pairs(source, [&](const TablePair& pair) { return pair == ended; });
    self().pairs().template of<R>().remove(source, target);
    self().rows().settle(source, table);
  }

  // Where whole tables go whose rows lose pairs with the doomed, but live on. Throws bad_alloc.
  [[nodiscard]] std::vector<typename Rows::Move> moves_of_survivors() {
    auto& rows = self().rows();
    const auto dies = [&](const TablePair& pair) { return self().pairs().is_doomed(pair.target); };
    const auto falls = [&](const TablePair& pair) { return self().pairs().cascades(pair.relation) && dies(pair); };
    std::vector<typename Rows::Move> moves;
    for_each_table_of_the_doomed([&](TableNumber table, const TablePair& pair) {
      const auto set = rows.graph().pairs().of(table);
      const bool seen_before = *std::find_if(set.begin(), set.end(), dies) != pair;
      if (rows.graph()[table].size() == 0 || seen_before || std::any_of(set.begin(), set.end(), falls)) return;
      moves.push_back(rows.without_pairs(table, dies));
    });
    return moves;
  }
  template <class Visit>
  void for_each_table_of_the_doomed(Visit visit) {
    const auto& tables = self().rows().graph().pairs();
    self().pairs().for_each_doomed([&](Index target) {
      for (std::uint32_t r = 0; r < kRelations; ++r) {
        const TablePair pair{r, target};
        for (TableNumber t = tables.first(r, target); t != kNoTable; t = tables.next(t, pair)) visit(t, pair);
      }
    });
  }

  template <class R>
  [[nodiscard]] static TablePair pair_of(const WithTarget<R>& filter) {
    return {kRelation<R>, filter.target.index};
  }
  template <class Filter>
  [[nodiscard]] bool has([[maybe_unused]] TableNumber table, [[maybe_unused]] const Filter& filter) {
    if constexpr (kAsksTarget<Filter>) {
      return self().rows().graph().pairs().has(table, pair_of(filter));
    } else {
      return true;
    }
  }
  [[nodiscard]] bool has_just(Index index, std::span<const TablePair> set) const {
    return self().pairs().targets(index) == set.size() &&
           std::all_of(set.begin(), set.end(),
                       [&](const TablePair& pair) { return self().pairs().has(pair.relation, index, pair.target); });
  }

  [[nodiscard]] World& self() { return static_cast<World&>(*this); }
  [[nodiscard]] const World& self() const { return static_cast<const World&>(*this); }
};

}  // namespace ecs
