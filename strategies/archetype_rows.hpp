// ArchetypeRows: who lives where. Handles, places and tables, kept in step by every change.
//
//   table 0 {Position}         table 1 {Position, Velocity}     places_ (by entity index)
//     positions  [ p2 | p9 ]     positions  [ p4 | p0 | p7 ]      0: table 1, row 1
//     indices    [ 2  | 9  ]     velocities [ v4 | v0 | v7 ]      2: table 0, row 0
//                                indices    [ 4  | 0  | 7  ]      4: table 1, row 0   ...
//
//   add<Velocity>(entity 2)    its row moves along an edge to the end of table 1;
//                              9 fills the hole, and its place says so
//
// Invariants (checked by consistent())
//   (1) the place of a living entity names the row that holds its index;
//   (2) there are as many rows as living entities, so each row belongs to one;
//   (3) places_ has room for every index of the pool; the places of the dead mean nothing.
// What can throw (memory, a fill, a default) comes before the first effect or is undone.
//
// Cost        find: three dependent loads; add, take, despawn: O(columns), two rows move; in bulk: whole tables.
// Memory      16 B an entity: 4 generation, 8 place, 4 index. See archetype_graph.hpp for a table.
// References  live until a row of the same table comes or goes.
//
// A place is one record of 8 bytes, since a random look-up then waits for one cache line, not two: 12 to 25 % faster
// than two arrays of 4 (g++ 12 and clang 14, 1M entities); in order both are equal.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/archetype_graph.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/memory.hpp"
#include "strategies/relation.hpp"
#include "strategies/strategy.hpp"

namespace ecs {

template <Component... Cs>
class ArchetypeRows {
 public:
  using Graph = ArchetypeGraph<Cs...>;
  using Table = typename Graph::Table;
  using Bits = typename Graph::Bits;

  ArchetypeRows() = default;
  ArchetypeRows(ArchetypeRows&&) noexcept = default;  // leaves no entity and no table behind
  ArchetypeRows& operator=(ArchetypeRows&& other) noexcept {
    ArchetypeRows taken{std::move(other)};
    std::swap(pool_, taken.pool_);
    std::swap(places_, taken.places_);
    graph_ = std::move(taken.graph_);
    return *this;
  }

  // Throws bad_alloc, or what a copy throws.
  [[nodiscard]] ArchetypeRows clone() const {
    ArchetypeRows copy;
    copy.graph_ = graph_.clone();
    copy.pool_ = pool_.clone();
    copy.places_ = places_.copied(pool_.slots());
    return copy;
  }

  [[nodiscard]] EntityPool& pool() { return pool_; }
  [[nodiscard]] const EntityPool& pool() const { return pool_; }
  [[nodiscard]] Graph& graph() { return graph_; }

  // REQUIRES: the entity is alive, here and below
  [[nodiscard]] const Bits& mask(Entity entity) const { return graph_[place(entity).table].mask(); }

  // The component of an entity, or nullptr.
  template <OneOf<Cs...> C>
  [[nodiscard]] C* find(Entity entity) const {
    const Place at_home = place(entity);
    return graph_[at_home.table].template find<C>(at_home.row);
  }

  // The marks of a component, or nullptr.
  template <OneOf<Cs...> C>
  [[nodiscard]] Marks* marks(Entity entity) const {
    const Place at_home = place(entity);
    Marks* const first = graph_[at_home.table].template marks<C>();
    return first == nullptr ? nullptr : first + at(at_home.row);
  }

  // A tracked component is marked with `now`, here and below.
  template <class... Values>
  Entity spawn(Tick now, Values&&... values) {
    static_assert(DistinctComponents<Values...>, "an entity has each component once");
    const Index index = pool_.next_with_room();
    if (index >= places_.capacity()) [[unlikely]]
      grow_places(index + std::size_t{1});
    const TableNumber number = graph_.template start<Values...>();
    Table& table = graph_[number];
    table.make_room(1);  // the last that may throw
    places_[index] = {number, table.append(index, now, std::forward<Values>(values)...)};
    return pool_.take(index);
  }

  // One table, one reservation. If fill throws, all n are undone.
  template <class... Given, class Fill>
  void spawn_many(std::size_t n, Fill& fill, Tick now) {
    const TableNumber number = make_room_for<Given...>(n);
    Table& table = graph_[number];
    const std::size_t before = table.size();
    const SpawnMark mark = pool_.mark();
    try {
      for (std::size_t made = 0; made < n; made += kBatch) {
        const std::size_t batch = std::min(kBatch, n - made);
        table.template append_defaults<Given...>(batch, now);
        name_rows(number, before + made, batch);
        fill_rows(made, batch, fill, table.indices() + before + made,
                  table.template find<Given>(row_at(before + made))...);
      }
    } catch (...) {
      table.truncate(before);
      pool_.undo_spawns(mark);
      throw;
    }
  }

  void despawn(Entity entity) noexcept {
    const Place left = place(entity);
    pool_.despawn(entity);
    erase_row(graph_[left.table], left.row);
  }

  // Stale handles are passed over. Many are first marked dead, then swept out of each table in one pass.
  void despawn_many(std::span<const Entity> entities) noexcept {
    if (entities.size() < pool_.size() / kSweepShare) {
      for (const Entity entity : entities) {
        if (pool_.alive(entity)) despawn(entity);
      }
      return;
    }
    pool_.despawn_many(entities);
    for (Table& table : graph_.tables()) pool_.size() == 0 ? table.clear() : sweep(table);
  }

  // Tables, their memory and what queries know of them stay.
  void clear() noexcept {
    for (Table& table : graph_.tables()) table.clear();
    retire_empty_tables();
    pool_.clear();
  }

  // The entity moves to the table that also has C. REQUIRES: it has no C
  template <OneOf<Cs...> C>
  C* add(Entity entity, C&& value, Tick now) {
    const TableNumber target = graph_.with(place(entity).table, kNumber<C>);
    const Row row = move_row(entity.index, target);
    return graph_[target].construct(row, std::move(value), now);
  }

  // REQUIRES: it has C
  template <OneOf<Cs...> C>
  void take(Entity entity) {
    move_row(entity.index, graph_.without(place(entity).table, kNumber<C>));
  }

  // --- rows with pairs ---

  // Room in the table where the entity with this index lives when a pair of R has come, or those have gone that
  // drop(pair) names; settle moves it there. Throws bad_alloc before any effect.
  template <RelationAmong<Cs...> R>
  [[nodiscard]] TableNumber room_with_pair(Index source, Index target) {
    const TablePair added{kRelation<R>, target};
    const auto leaves = [](const TablePair& pair) { return kExclusive<R> && pair.relation == kRelation<R>; };
    return room_in(graph_.with_pairs(places_[source].table, leaves, &added));
  }
  template <class Drop>
  [[nodiscard]] TableNumber room_without_pairs(Index source, Drop drop) {
    return room_in(graph_.with_pairs(places_[source].table, drop));
  }
  void settle(Index source, TableNumber target) noexcept { move_row(source, target); }

  // All rows of a table that are to move to another. Several may have the same target: room is made for all, then they move.
  struct Move {
    TableNumber from;
    TableNumber to;
  };
  template <class Drop>
  [[nodiscard]] Move without_pairs(TableNumber from, Drop drop) {
    return {from, graph_.with_pairs(from, drop)};
  }
  // Throws bad_alloc before any effect.
  void make_room(std::vector<Move>& moves) {
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return at(a.to) < at(b.to); });
    for (std::size_t m = 0, rows = 0; m < moves.size(); ++m) {
      rows += graph_[moves[m].from].size();
      if (m + 1 < moves.size() && moves[m + 1].to == moves[m].to) continue;
      graph_[moves[m].to].make_room(std::exchange(rows, 0));
    }
  }
  void settle(const std::vector<Move>& moves) noexcept {
    for (const Move& move : moves) move_all(move.from, move.to);
  }
  // REQUIRES: nobody lives there
  void retire_tables(std::size_t relation, Index target) noexcept {
    for (TableNumber t; (t = graph_.pairs().first(relation, target)) != kNoTable;) graph_.retire(t);
  }

  // Moves whole tables. No two have the same target, so that all room is made before any row moves.
  template <OneOf<Cs...> C>
  void take_all() {
    const std::size_t tables = graph_.size();
    for (std::size_t t = 0; t < tables; ++t) make_room_without<C>(static_cast<TableNumber>(t));
    for (std::size_t t = 0; t < tables; ++t) move_all_without<C>(static_cast<TableNumber>(t));
  }

  void reserve(std::size_t n) {
    pool_.reserve(n);
    if (n > places_.capacity()) places_.resize(n, pool_.slots());
  }
  void shrink_to_fit() {
    pool_.shrink_to_fit();
    if (places_.capacity() > pool_.slots()) places_.resize(pool_.slots(), pool_.slots());
    for (Table& table : graph_.tables()) table.shrink_to_fit();
    retire_empty_tables();
    graph_.shrink_pairs();
  }

  [[nodiscard]] MemoryUse memory() const {
    std::size_t payload = 0;
    std::size_t index = pool_.used_bytes() + pool_.slots() * sizeof(Place) + graph_.index_bytes();
    std::size_t owned = pool_.owned_bytes() + places_.bytes() + graph_.owned_bytes();
    for (const Table& table : graph_.tables()) {
      payload += table.payload_bytes();
      index += table.index_bytes();
    }
    return {payload, index, owned - payload - index};
  }

  [[nodiscard]] bool consistent() const {
    if (!pool_.consistent() || !graph_.consistent() || places_.capacity() < pool_.slots()) {
      return false;
    }
    std::size_t rows = 0;
    for (const Table& table : graph_.tables()) rows += table.size();
    for (std::size_t i = 0; i < pool_.slots(); ++i) {
      if (pool_.alive_at(static_cast<Index>(i)) && !placed_right(static_cast<Index>(i))) return false;
    }
    return rows == pool_.size();
  }

 private:
  // Where an entity lives.
  struct Place {
    TableNumber table;
    Row row;
  };

  template <class C>
  static constexpr std::size_t kNumber = number_of<C, Cs...>();
  template <class R>
  static constexpr std::uint32_t kRelation = relation_number_of<R, Cs...>();
  // spawn_many makes so many rows, then fills them while they are in the cache.
  static constexpr std::size_t kBatch = 1024;
  // despawn_many sweeps when at least one entity in so many is to die.
  static constexpr std::size_t kSweepShare = 4;

  [[nodiscard]] Place place(Entity entity) const {
    assert(pool_.alive(entity));
    return places_[entity.index];
  }

  // The table of the given components, with room everywhere for n more of them. Throws bad_alloc, or length_error at
  // the end of the index range, before anything that a caller could see has changed.
  template <class... Given>
  TableNumber make_room_for(std::size_t n) {
    static_assert(DistinctComponents<Given...>, "an entity has each component once");
    pool_.reserve_more(n);
    const std::size_t slots = pool_.slots_after(n);
    if (slots > places_.capacity()) [[unlikely]]
      grow_places(slots);
    const TableNumber number = graph_.template start<Given...>();
    graph_[number].make_room(n);
    return number;
  }

  [[gnu::cold]] [[gnu::noinline]] void grow_places(std::size_t slots) {
    places_.resize(grown(places_.capacity(), slots), pool_.slots());
  }

  // New entities for the rows [first, first + n) of a table.
  void name_rows(TableNumber number, std::size_t first, std::size_t n) noexcept {
    Index* const indices = graph_[number].indices() + first;
    pool_.spawn_many(n, indices);
    for (std::size_t i = 0; i < n; ++i) places_[indices[i]] = {number, row_at(first + i)};
  }

  template <class Fill, class... Given>
  void fill_rows(std::size_t ordinal, std::size_t n, Fill& fill, const Index* indices, Given*... first) {
    for (std::size_t i = 0; i < n; ++i) {
      fill(ordinal + i, pool_.handle(indices[i]), (std::is_empty_v<Given> ? *first : first[i])...);
    }
  }

  // The row leaves the table: the last one fills the hole, and its place is told.
  void erase_row(Table& table, Row row) noexcept {
    places_[table.indices()[table.size() - 1]].row = row;
    table.erase_row(row);
  }

  // From the end: first the dead that nobody need replace, then, with the living behind, each dead row
  // costs one move.
  void sweep(Table& table) noexcept {
    const auto dead = [&](std::size_t row) { return !pool_.alive_at(table.indices()[row]); };
    std::size_t row = table.size();
    while (row > 0 && dead(row - 1)) --row;
    table.truncate(row);
    while (row-- > 0) {
      if (dead(row)) erase_row(table, row_at(row));
    }
  }

  TableNumber room_in(TableNumber number) {
    graph_[number].make_room(1);
    return number;
  }

  // Of the tables with pairs: others stay as they are.
  void retire_empty_tables() noexcept {
    if constexpr (kRelationsAmong<Cs...> != 0) {
      for (std::size_t t = 0; t < graph_.size(); ++t) {
        const auto number = static_cast<TableNumber>(t);
        if (graph_[number].size() == 0 && !graph_.pairs().of(number).empty()) graph_.retire(number);
      }
    }
  }

  // Throws bad_alloc before any effect.
  Row move_row(Index index, TableNumber target) {
    const Place left = places_[index];
    Table& source = graph_[left.table];
    Table& destination = graph_[target];
    destination.make_room(1);
    const Index last = source.indices()[source.size() - 1];
    const Row row = source.move_row(left.row, destination);
    places_[last].row = left.row;    // the last row filled the hole;
    places_[index] = {target, row};  // this comes second, so that index == last is right too.
    return row;
  }

  template <class C>
  [[nodiscard]] bool has_rows_with(TableNumber number) const {
    return graph_[number].size() != 0 && graph_[number].mask().test(kNumber<C>);
  }
  template <class C>
  void make_room_without(TableNumber source) {
    if (!has_rows_with<C>(source)) return;
    const TableNumber target = graph_.without(source, kNumber<C>);
    graph_[target].make_room(graph_[source].size());
  }
  template <class C>
  void move_all_without(TableNumber source) {
    if (!has_rows_with<C>(source)) return;
    move_all(source, graph_.without(source, kNumber<C>));
  }
  void move_all(TableNumber source, TableNumber target) noexcept {
    Table& destination = graph_[target];
    const std::size_t before = destination.size();
    graph_[source].move_all_rows(destination);
    for (std::size_t row = before; row < destination.size(); ++row) {
      places_[destination.indices()[row]] = {target, row_at(row)};
    }
  }

  [[nodiscard]] bool placed_right(Index index) const {
    const Place place = places_[index];
    if (at(place.table) >= graph_.size()) return false;
    const Table& table = graph_[place.table];
    return at(place.row) < table.size() && table.indices()[at(place.row)] == index;
  }

  EntityPool pool_;
  Buffer<Place> places_;  // by entity index
  Graph graph_;
};

}  // namespace ecs
