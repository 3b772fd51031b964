// ArchetypeWorld: one table for each set of components; an entity lives in a row of its set's
// table.
//
//   table {Position}             table {Position, Velocity}        entity 4: table 1, row 0
//     positions  [ p2 | p9 ]       positions  [ p4 | p0 | p7 ]     places_ [ 1,1  .  0,0  .  1,0
//     ... ] indices    [ 2  | 9  ]       velocities [ v4 | v0 | v7 ]
//                                  indices    [ 4  | 0  | 7  ]
//
//   insert<Velocity>(entity 2)     its row moves along an edge of the graph; 9 fills the hole
//   behind it
//
// A view knows its tables before it starts (archetype_graph.hpp): each is a plain loop over
// columns, and nothing is asked for an entity. In exchange, insert and remove move the whole row.
//
// Invariants (checked by consistent())
//   (1) the place of a living entity names the row that holds its index;
//   (2) there are as many rows as living entities: each row belongs to one;
//   (3) places_ has room for every index of the pool; the places of the dead mean nothing.
// Cost        each: O(matching tables) + O(matches), sequential; insert, remove, despawn:
// O(columns),
//             moves a row and closes the gap with another; get O(1), three dependent loads.
// Memory      16 B (generation, place, index) + the components, an entity; see archetype_graph.hpp
// for
//             a table. reserve makes room for handles and places alone: no one knows the tables
//             yet.
// References  live until the next insert, remove, spawn or despawn, of any entity.
// Cures       sparse_set.hpp looks every further component up, entity by entity. Shown by:
//             move/scrambled, and any query over many components.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "strategies/archetype_graph.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/lock.hpp"
#include "strategies/memory.hpp"
#include "strategies/query.hpp"
#include "strategies/strategy.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <Component... Cs>
class ArchetypeWorld {
  static_assert(DistinctComponents<Cs...>, "a world names each component once");
  static constexpr std::size_t kComponents = sizeof...(Cs);

 public:
  using Components = List<Cs...>;
  using Bits = Mask<kComponents>;

  ArchetypeWorld() = default;
  ArchetypeWorld(ArchetypeWorld&& other) noexcept
      : pool_{std::exchange(other.pool_, {})}, places_{std::move(other.places_)}, graph_{std::move(other.graph_)} {}
  ArchetypeWorld& operator=(ArchetypeWorld&& other) noexcept {
    ArchetypeWorld taken{std::move(other)};
    std::swap(pool_, taken.pool_);
    std::swap(places_, taken.places_);
    std::swap(graph_, taken.graph_);
    return *this;
  }

  // --- entities ---

  template <class... Given>
    requires(OneOf<std::remove_cvref_t<Given>, Cs...> && ...)
  Entity spawn(Given&&... given) {
    lock_.require_open("spawn");
    return spawn_values(std::remove_cvref_t<Given>(std::forward<Given>(given))...);
  }

  // n entities with the components Given..., each filled by fill(i, Entity, Given&...): one table,
  // one reservation. The world is locked meanwhile; if fill throws, all n are undone.
  template <OneOf<Cs...>... Given, std::invocable<std::size_t, Entity, Given&...> Fill>
  void spawn_many(std::size_t n, Fill&& fill) {
    lock_.require_open("spawn_many");
    const TableNumber number = make_room_for<Given...>(n);
    const LockGuard guard{lock_};
    Table& table = graph_[number];
    const std::size_t before = table.size();
    try {
      for (std::size_t made = 0; made < n; made += kBatch) {
        const std::size_t batch = std::min(kBatch, n - made);
        table.template append_defaults<Given...>(batch);
        name_rows(number, before + made, batch);
        fill_rows(made, batch, fill, table.indices() + before + made,
                  table.template find<Given>(row_at(before + made))...);
      }
    } catch (...) {
      while (table.size() > before) end_last(table);
      throw;
    }
  }

  bool despawn(Entity entity) {
    lock_.require_open("despawn");
    if (!pool_.alive(entity)) return false;
    const Place place = places_[entity.index];
    pool_.despawn(entity);
    erase_row(graph_[place.table], place.row);
    return true;
  }

  // Stale handles are passed over; gives how many died. Many are first marked dead, then swept out
  // of each table in one pass.
  std::size_t despawn_many(std::span<const Entity> entities) {
    lock_.require_open("despawn_many");
    const std::size_t before = size();
    if (entities.size() < before / kSweepShare) {
      for (const Entity entity : entities) despawn(entity);
    } else {
      for (const Entity entity : entities) {
        if (pool_.alive(entity)) pool_.despawn(entity);
      }
      for (Table& table : graph_.tables()) sweep(table);
    }
    return before - size();
  }

  [[nodiscard]] bool alive(Entity entity) const { return pool_.alive(entity); }
  [[nodiscard]] std::size_t size() const { return pool_.size(); }

  // Tables, their memory and what views know of them stay.
  void clear() {
    lock_.require_open("clear");
    for (Table& table : graph_.tables()) table.clear();
    pool_.clear();
  }

  // --- components ---

  template <OneOf<Cs...> C>
  C* insert(Entity entity, C value) {
    if (!pool_.alive(entity)) return nullptr;
    const Place place = places_[entity.index];
    if (C* const held = graph_[place.table].template find<C>(place.row)) {
      return replace(held, std::move(value));
    }
    lock_.require_open("insert");
    const TableNumber target = graph_.with(place.table, number_of<C, Cs...>());
    const Row row = move_row(entity.index, place, target);
    return graph_[target].construct(row, std::move(value));
  }

  template <OneOf<Cs...> C>
  bool remove(Entity entity) {
    if (!has<C>(entity)) return false;
    lock_.require_open("remove");
    const Place place = places_[entity.index];
    move_row(entity.index, place, graph_.without(place.table, number_of<C, Cs...>()));
    return true;
  }

  // Moves whole tables. No two have the same target, so that all room is made before any row moves.
  template <OneOf<Cs...> C>
  void remove_all() {
    lock_.require_open("remove_all");
    const std::size_t tables = graph_.size();
    for (std::size_t t = 0; t < tables; ++t) make_room_without<C>(static_cast<TableNumber>(t));
    for (std::size_t t = 0; t < tables; ++t) move_all_without<C>(static_cast<TableNumber>(t));
  }

  template <OneOf<Cs...> C>
  [[nodiscard]] bool has(Entity entity) const {
    return pool_.alive(entity) && mask(entity).test(number_of<C, Cs...>());
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] C* try_get(Entity entity) {
    return find<C>(entity);
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] const C* try_get(Entity entity) const {
    return find<C>(entity);
  }

  // The set of components of a living entity. REQUIRES: alive(entity)
  [[nodiscard]] const Bits& mask(Entity entity) const {
    assert(pool_.alive(entity));
    return graph_[places_[entity.index].table].mask();
  }

  // --- views ---

  // The first view of its type finds the tables that it matches (which may throw bad_alloc); from
  // then on they are remembered, so that a view that exists only reads what the world knows of it.
  template <class... Terms, class... Filters>
  [[nodiscard]] auto view(Filters... filters) {
    using Asked = Query<Components, List<Terms...>, Filters...>;
    graph_.template learn<Asked>();
    return View<ArchetypeWorld, Asked>{*this, filters...};
  }
  // A const world gives views that only read.
  template <class... Terms, class... Filters>
    requires(Query<Components, List<Terms...>, Filters...>::kReadOnly)
  [[nodiscard]] auto view(Filters... filters) const {
    return const_cast<ArchetypeWorld&>(*this).template view<Terms...>(filters...);
  }

  // --- upkeep ---

  void reserve(std::size_t n) {
    lock_.require_open("reserve");
    pool_.reserve(n);
    if (n > places_.capacity()) places_.resize(n, pool_.slots());
  }
  void shrink_to_fit() {
    lock_.require_open("shrink_to_fit");
    pool_.shrink_to_fit();
    if (places_.capacity() > pool_.slots()) places_.resize(pool_.slots(), pool_.slots());
    for (Table& table : graph_.tables()) table.shrink_to_fit();
  }

  [[nodiscard]] MemoryUse memory() const {
    std::size_t payload = 0;
    std::size_t index = pool_.used_bytes() + pool_.slots() * sizeof(Place) + graph_.index_bytes();
    std::size_t owned = pool_.owned_bytes() + places_.bytes() + graph_.owned_bytes();
    for (const Table& table : graph_.tables()) {
      payload += table.payload_bytes();
      index += table.index_bytes();
      owned += table.owned_bytes();
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
  friend struct ViewAccess;

  using Table = ArchetypeTable<Cs...>;

  // Where an entity lives. One record, so that a look-up touches one cache line for it, not two.
  struct Place {
    TableNumber table;
    Row row;
  };

  // spawn_many makes so many rows, then fills them while they are in the cache.
  static constexpr std::size_t kBatch = 1024;
  // despawn_many sweeps when at least one entity in so many is to die.
  static constexpr std::size_t kSweepShare = 4;

  template <OneOf<Cs...> C>
  [[nodiscard]] C* find(Entity entity) const {
    if (!pool_.alive(entity)) return nullptr;
    const Place place = places_[entity.index];
    return graph_[place.table].template find<C>(place.row);
  }

  template <class... Values>
  Entity spawn_values(Values&&... values) {
    return append(make_room_for<Values...>(1), std::move(values)...);
  }

  // The table of the given components, with room everywhere for n more of them. Throws bad_alloc,
  // or length_error at the end of the index range, before anything that a caller could see has
  // changed.
  template <class... Given>
  TableNumber make_room_for(std::size_t n) {
    pool_.reserve_more(n);
    const std::size_t slots = pool_.slots_after(n);
    if (slots > places_.capacity()) [[unlikely]] {
      places_.resize(grown(places_.capacity(), slots), pool_.slots());
    }
    const TableNumber number = graph_.template start<Given...>();
    graph_[number].make_room(n);
    return number;
  }

  // REQUIRES: make_room_for these values
  template <class... Values>
  Entity append(TableNumber number, Values&&... values) {
    const Entity entity = pool_.spawn();
    places_[entity.index] = {number, graph_[number].append(entity.index, std::move(values)...)};
    return entity;
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

  // Ends the entity of a table's last row.
  void end_last(Table& table) noexcept {
    const Row last = row_at(table.size() - 1);
    pool_.despawn(pool_.handle(table.indices()[at(last)]));
    table.erase_row(last);
  }

  // The row leaves the table: the last one fills the hole, and its place is told.
  void erase_row(Table& table, Row row) noexcept {
    places_[table.indices()[table.size() - 1]].row = row;
    table.erase_row(row);
  }

  // From the end: what lies behind a row is alive by then, so a dead row costs at most one move.
  void sweep(Table& table) noexcept {
    for (std::size_t row = table.size(); row-- > 0;) {
      if (!pool_.alive_at(table.indices()[row])) erase_row(table, row_at(row));
    }
  }

  // Throws bad_alloc before any effect.
  Row move_row(Index index, Place from, TableNumber target) {
    Table& source = graph_[from.table];
    Table& destination = graph_[target];
    destination.make_room(1);
    const Index last = source.indices()[source.size() - 1];
    const Row row = source.move_row(from.row, destination);
    places_[last].row = from.row;    // the last row filled the hole;
    places_[index] = {target, row};  // this comes second, so that index == last is right too.
    return row;
  }

  template <class C>
  [[nodiscard]] bool has_rows_with(TableNumber number) const {
    return graph_[number].size() != 0 && graph_[number].mask().test(number_of<C, Cs...>());
  }
  template <class C>
  void make_room_without(TableNumber source) {
    if (!has_rows_with<C>(source)) return;
    const TableNumber target = graph_.without(source, number_of<C, Cs...>());
    graph_[target].make_room(graph_[source].size());
  }
  template <class C>
  void move_all_without(TableNumber source) {
    if (!has_rows_with<C>(source)) return;
    const TableNumber target = graph_.without(source, number_of<C, Cs...>());
    Table& destination = graph_[target];
    const std::size_t before = destination.size();
    graph_[source].move_all_rows(destination);
    for (std::size_t row = before; row < destination.size(); ++row) {
      places_[destination.indices()[row]] = {target, row_at(row)};
    }
  }

  // Not by assignment: members may be const.
  template <class C>
  static C* replace(C* held, C&& value) noexcept {
    if constexpr (std::is_empty_v<C>) {
      return held;
    } else {
      std::destroy_at(held);
      return std::construct_at(held, std::move(value));
    }
  }

  [[nodiscard]] bool placed_right(Index index) const {
    const Place place = places_[index];
    if (at(place.table) >= graph_.size()) return false;
    const Table& table = graph_[place.table];
    return at(place.row) < table.size() && table.indices()[at(place.row)] == index;
  }

  template <class... Terms, class... Filters, class Sink>
  [[gnu::always_inline]] void scan(const Query<Components, List<Terms...>, Filters...>&, Sink& sink) {
    using Asked = Query<Components, List<Terms...>, Filters...>;
    const Generation* const generations = pool_.generations();
    for (const TableNumber number : graph_.template matches<Asked>()) {
      const Table& table = graph_[number];
      if (table.size() == 0) continue;
      const auto entity_at = [generations, indices = table.indices()](std::size_t row) {
        return Entity{indices[row], generations[indices[row]]};
      };
      if (!sink.run(table.size(), entity_at, table.template column<ComponentOf<Terms>>()...)) return;
    }
  }

  EntityPool pool_;
  Buffer<Place> places_;  // by entity index
  ArchetypeGraph<Cs...> graph_;
  Lock lock_;
};

static_assert(Strategy<ArchetypeWorld>);
static_assert(Filtered<ArchetypeWorld<ProbeA, ProbeB>> && Chunked<ArchetypeWorld<ProbeA, ProbeB>> &&
              Bulk<ArchetypeWorld<ProbeA, ProbeB>> && Managed<ArchetypeWorld<ProbeA, ProbeB>> &&
              Checked<ArchetypeWorld<ProbeA, ProbeB>> && Measured<ArchetypeWorld<ProbeA, ProbeB>>);

}  // namespace ecs
