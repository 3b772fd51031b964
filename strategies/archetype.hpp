// ArchetypeWorld: one table for each set of components; an entity lives in a row of its set's table.
//
//   view<Position, const Velocity>    tables without Velocity are never looked at; in the others
//
//     table {Position, Velocity}            table {Position, Velocity, Frozen}
//       positions  [ p4 | p0 | p7 ]           positions  [ p3 | p8 ]
//       velocities [ v4 | v0 | v7 ]           velocities [ v3 | v8 ]
//
//   each is the plain loop over two columns: nothing is asked for an entity
//
//   archetype_table.hpp   one table: columns, and rows that move
//   archetype_graph.hpp   all tables: edges between them, and which of them a query walks
//   archetype_rows.hpp    who lives where: handles, places and tables in step
//   related_tables.hpp    with relations: pairs are part of what a table is, and siblings lie together
//   this file             the rules of the contract: stale handles, the lock, replacing in place, views
//
// Invariants  (1) a row moves or ends only while the lock is open; the rest is those of the parts.
// Cost        each: O(matching tables) + O(matches), sequential; get O(1), three dependent loads; insert, remove and
//             despawn O(components of the entity): its row moves, and another closes the gap.
// Memory      16 B + the components, an entity; reserve makes room for handles and places alone, since no one knows
//             yet which tables will grow.
// References  live until the next insert, remove, spawn or despawn, of any entity.
// Cures       sparse_set.hpp probes every further component, entity by entity. Shown by: move/scrambled.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "strategies/archetype_rows.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/lock.hpp"
#include "strategies/marks.hpp"
#include "strategies/pairs.hpp"
#include "strategies/query.hpp"
#include "strategies/related.hpp"
#include "strategies/related_tables.hpp"
#include "strategies/relation.hpp"
#include "strategies/split.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <Component... Cs>
class ArchetypeWorld : public RelatedTables<ArchetypeWorld<Cs...>, Cs...> {
  static_assert(DistinctComponents<Cs...>, "a world names each component once");

 public:
  using Components = List<Cs...>;
  using Bits = Mask<sizeof...(Cs)>;

  // --- entities ---

  template <class... Given>
    requires(OneOf<std::remove_cvref_t<Given>, Cs...> && ...)
  [[gnu::always_inline]] Entity spawn(Given&&... given) {
    static_assert(kNoRelations<Given...>, "spawn: a relation needs a target; say relate<R>(source, target) instead");
    lock_.require_open("spawn");
    return rows_.spawn(tick(), std::remove_cvref_t<Given>(std::forward<Given>(given))...);
  }

  // n entities with the components Given..., each filled by fill(i, Entity, Given&...). The world is locked meanwhile;
  // if fill throws, all n are undone.
  template <OneOf<Cs...>... Given, std::invocable<std::size_t, Entity, Given&...> Fill>
  void spawn_many(std::size_t n, Fill&& fill) {
    static_assert(kNoRelations<Given...>, "spawn_many: a relation needs a target; say relate<R>(source, target)");
    lock_.require_open("spawn_many");
    const LockGuard guard{lock_};
    rows_.template spawn_many<Given...>(n, fill, tick());
  }

  bool despawn(Entity entity) {
    lock_.require_open("despawn");
    if (!alive(entity)) return false;
    if (this->fell(entity) != 0) return true;
    rows_.despawn(entity);
    return true;
  }
  // Stale handles are passed over; gives how many died.
  std::size_t despawn_many(std::span<const Entity> entities) {
    lock_.require_open("despawn_many");
    const std::size_t before = size();
    this->fell(entities);
    rows_.despawn_many(entities);
    return before - size();
  }

  [[nodiscard]] bool alive(Entity entity) const { return rows_.pool().alive(entity); }
  [[nodiscard]] std::size_t size() const { return rows_.pool().size(); }
  // The permanent ids of its entities (entity_id.hpp).
  [[nodiscard]] auto ids() { return PoolIds{rows_.pool()}; }
  [[nodiscard]] auto ids() const { return PoolIds{std::as_const(rows_).pool()}; }

  void clear() {
    lock_.require_open("clear");
    pairs_.clear();
    rows_.clear();
  }

  // --- components ---

  template <OneOf<Cs...> C>
  C* insert(Entity entity, C value) {
    static_assert(kNoRelations<C>, "insert: a relation needs a target; say relate<R>(source, target) instead");
    if (!alive(entity)) return nullptr;
    if (C* const held = rows_.template find<C>(entity)) {
      written<C>(entity);
      return replace(held, std::move(value));
    }
    lock_.require_open("insert");
    return rows_.add(entity, std::move(value), tick());
  }

  template <OneOf<Cs...> C>
  bool remove(Entity entity) {
    if (!has<C>(entity)) return false;
    lock_.require_open("remove");
    if constexpr (kIsRelation<C>) {
      this->template end_pairs_of<C>(entity.index);
    } else {
      rows_.template take<C>(entity);
    }
    return true;
  }

  template <OneOf<Cs...> C>
  void remove_all() {
    lock_.require_open("remove_all");
    if constexpr (kIsRelation<C>) {
      this->template end_all_pairs<C>();
    } else {
      rows_.template take_all<C>();
    }
  }

  template <OneOf<Cs...> C>
  [[nodiscard]] bool has(Entity entity) const {
    return alive(entity) && mask(entity).test(number_of<C, Cs...>());
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] C* try_get(Entity entity) {
    if (!alive(entity)) [[unlikely]]
      return nullptr;
    return rows_.template find<C>(entity);
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] const C* try_get(Entity entity) const {
    if (!alive(entity)) [[unlikely]]
      return nullptr;
    return rows_.template find<C>(entity);
  }

  // Calls write(C&) and marks. False, and no call, if the component is absent.
  template <OneOf<Cs...> C, std::invocable<C&> Write>
  bool patch(Entity entity, Write&& write) {
    if (!has<C>(entity)) return false;
    written<C>(entity);
    std::forward<Write>(write)(*rows_.template find<C>(entity));
    return true;
  }

  [[nodiscard]] Tick tick() const { return ticks_.now(); }
  Tick advance() { return ticks_.advance(); }

  // The set of components of a living entity. REQUIRES: alive(entity)
  [[nodiscard]] const Bits& mask(Entity entity) const { return rows_.mask(entity); }

  // --- views ---

  // The first view of its type finds the tables that it matches (which may throw bad_alloc); from then on they are
  // remembered, so that a view that exists only reads what the world knows of it.
  template <class... Terms, class... Filters>
  [[nodiscard]] auto view(Filters... filters) {
    using Asked = Query<Components, List<Terms...>, Filters...>;
    if constexpr (!Asked::kAsksForTargets) static_cast<void>(rows_.graph().template matches<Asked>());
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
    rows_.reserve(n);
  }
  void shrink_to_fit() {
    lock_.require_open("shrink_to_fit");
    rows_.shrink_to_fit();
    pairs_.shrink_to_fit();
  }

  // Throws bad_alloc, or what a copy throws.
  [[nodiscard]] ArchetypeWorld clone() const
    requires(std::copy_constructible<Cs> && ...)
  {
    ArchetypeWorld copy;
    copy.rows_ = rows_.clone();
    copy.pairs_ = pairs_;
    copy.ticks_ = ticks_;
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const { return rows_.memory() += pairs_.memory(); }
  [[nodiscard]] static Upkeep upkeep() { return upkeep_so_far(); }
  [[nodiscard]] bool consistent() const {
    return rows_.consistent() && this->tables_tell_of_pairs() && this->pairs_are_right();
  }

 private:
  friend struct ViewAccess;
  friend class RelatesEntities<ArchetypeWorld, Cs...>;
  friend class RelatedTables<ArchetypeWorld, Cs...>;

  [[nodiscard]] const EntityPool& pool() const { return rows_.pool(); }
  [[nodiscard]] ArchetypeRows<Cs...>& rows() const { return rows_; }
  [[nodiscard]] Pairs<Cs...>& pairs() { return pairs_; }
  [[nodiscard]] const Pairs<Cs...>& pairs() const { return pairs_; }

  // REQUIRES: has<C>(entity), here and below
  template <class C>
  [[nodiscard]] Marks* marks(Entity entity) const {
    return rows_.template marks<C>(entity);
  }
  template <class C>
  void written([[maybe_unused]] Entity entity) {
    if constexpr (kTracked<C>) marks<C>(entity)->changed = tick();
  }

  template <class Asked, class Sink>
  [[gnu::always_inline]] void scan([[maybe_unused]] const Asked& query, Sink& sink) {
    if constexpr (Asked::kAsksForTargets) {
      if (!all_targets_live(query.filters, pool())) return;
      this->for_each_table_with_all(query.filters, [&](const auto& table) {
        return table.size() == 0 || !Asked::matches(table.mask()) || give_table(sink, table, typename Asked::Places{});
      });
    } else {
      auto& graph = rows_.graph();
      for (const TableNumber number : graph.template matches<Asked>()) {
        const auto& table = graph[number];
        if (table.size() != 0 && !give_table(sink, table, typename Asked::Places{})) return;
      }
    }
  }

  // The matching tables one behind the other (split.hpp).
  template <class Asked>
  struct Line {
    ArchetypeWorld& world;

    [[nodiscard]] std::size_t rows() const {
      auto& graph = world.rows_.graph();
      std::size_t rows = 0;
      for (const TableNumber number : graph.template matches<Asked>()) rows += room_of(graph[number].size());
      return rows;
    }
    template <class Sink>
    void part(Sink& sink, RowRange range) const {
      auto& graph = world.rows_.graph();
      std::size_t begin = 0;  // of the table, on the line
      for (const TableNumber number : graph.template matches<Asked>()) {
        if (begin >= range.last) return;
        const auto& table = graph[number];
        const std::size_t first = std::max(range.first, begin) - begin;
        const std::size_t last = std::min(range.last - begin, table.size());
        if (first < last && !world.give_rows(sink, table, {first, last}, typename Asked::Places{})) return;
        begin += room_of(table.size());
      }
    }
    [[nodiscard]] static std::size_t room_of(std::size_t rows) { return rows == 0 ? 0 : Split::whole(rows); }
  };
  template <class Asked>
  [[nodiscard]] Line<Asked> line(const Asked&) {
    return {*this};
  }

  [[nodiscard]] auto handles_of(const Index* indices) const {
    return [generations = rows_.pool().generations(), indices](std::size_t row) {
      return Entity{indices[row], generations[indices[row]]};
    };
  }

  template <class Sink, class Table, class... Named>
  bool give_rows(Sink& sink, const Table& table, RowRange rows, List<Named...>) {
    return sink.run(rows.last - rows.first, handles_of(table.indices() + rows.first),
                    rows_later<Named>(TermTraits<Named>::place(table.template column<ComponentOf<Named>>(),
                                                               table.template marks<ComponentOf<Named>>(), tick()),
                                      rows.first)...);
  }

  template <class Sink, class Table, class... Named>
  [[gnu::always_inline]] bool give_table(Sink& sink, const Table& table, List<Named...>) {
    return sink.run(table.size(), handles_of(table.indices()),
                    TermTraits<Named>::place(table.template column<ComponentOf<Named>>(),
                                             table.template marks<ComponentOf<Named>>(), tick())...);
  }

  mutable ArchetypeRows<Cs...> rows_;  // a view of a const world may be the first of its query, and is remembered
  TickCounter ticks_;
  [[no_unique_address]] Pairs<Cs...> pairs_;
  mutable Lock lock_;
};

static_assert(Complete<ArchetypeWorld> && Parallel<ArchetypeWorld<ProbeA, ProbeB>> &&
              Related<ArchetypeWorld<ProbeA, ChildOf>, ChildOf>);

}  // namespace ecs
