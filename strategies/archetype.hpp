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
#include "strategies/query.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <Component... Cs>
class ArchetypeWorld {
  static_assert(DistinctComponents<Cs...>, "a world names each component once");

 public:
  using Components = List<Cs...>;
  using Bits = Mask<sizeof...(Cs)>;

  // --- entities ---

  template <class... Given>
    requires(OneOf<std::remove_cvref_t<Given>, Cs...> && ...)
  [[gnu::always_inline]] Entity spawn(Given&&... given) {
    lock_.require_open("spawn");
    return rows_.spawn(tick(), std::remove_cvref_t<Given>(std::forward<Given>(given))...);
  }

  // n entities with the components Given..., each filled by fill(i, Entity, Given&...). The world is locked meanwhile;
  // if fill throws, all n are undone.
  template <OneOf<Cs...>... Given, std::invocable<std::size_t, Entity, Given&...> Fill>
  void spawn_many(std::size_t n, Fill&& fill) {
    lock_.require_open("spawn_many");
    const LockGuard guard{lock_};
    rows_.template spawn_many<Given...>(n, fill, tick());
  }

  bool despawn(Entity entity) {
    lock_.require_open("despawn");
    if (!alive(entity)) return false;
    rows_.despawn(entity);
    return true;
  }
  // Stale handles are passed over; gives how many died.
  std::size_t despawn_many(std::span<const Entity> entities) {
    lock_.require_open("despawn_many");
    const std::size_t before = size();
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
    rows_.clear();
  }

  // --- components ---

  template <OneOf<Cs...> C>
  C* insert(Entity entity, C value) {
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
    rows_.template take<C>(entity);
    return true;
  }

  template <OneOf<Cs...> C>
  void remove_all() {
    lock_.require_open("remove_all");
    rows_.template take_all<C>();
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
    static_cast<void>(rows_.graph().template matches<Asked>());
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
  }

  // Throws bad_alloc, or what a copy throws.
  [[nodiscard]] ArchetypeWorld clone() const
    requires(std::copy_constructible<Cs> && ...)
  {
    ArchetypeWorld copy;
    copy.rows_ = rows_.clone();
    copy.ticks_ = ticks_;
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const { return rows_.memory(); }
  [[nodiscard]] static Upkeep upkeep() { return upkeep_so_far(); }
  [[nodiscard]] bool consistent() const { return rows_.consistent(); }

 private:
  friend struct ViewAccess;

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
  [[gnu::always_inline]] void scan(const Asked&, Sink& sink) {
    auto& graph = rows_.graph();
    for (const TableNumber number : graph.template matches<Asked>()) {
      const auto& table = graph[number];
      if (table.size() != 0 && !give_table(sink, table, typename Asked::Places{})) return;
    }
  }

  template <class Sink, class Table, class... Named>
  [[gnu::always_inline]] bool give_table(Sink& sink, const Table& table, List<Named...>) {
    const Generation* const generations = rows_.pool().generations();
    const auto entity_at = [generations, indices = table.indices()](std::size_t row) {
      return Entity{indices[row], generations[indices[row]]};
    };
    return sink.run(table.size(), entity_at,
                    TermTraits<Named>::place(table.template column<ComponentOf<Named>>(),
                                             table.template marks<ComponentOf<Named>>(), tick())...);
  }

  mutable ArchetypeRows<Cs...> rows_;  // a view of a const world may be the first of its query, and is remembered
  TickCounter ticks_;
  mutable Lock lock_;
};

static_assert(Strategy<ArchetypeWorld>);
static_assert(Filtered<ArchetypeWorld<ProbeA, ProbeB>> && Chunked<ArchetypeWorld<ProbeA, ProbeB>> &&
              Bulk<ArchetypeWorld<ProbeA, ProbeB>> && Managed<ArchetypeWorld<ProbeA, ProbeB>> &&
              Checked<ArchetypeWorld<ProbeA, ProbeB>> && Measured<ArchetypeWorld<ProbeA, ProbeB>> &&
              Tallied<ArchetypeWorld<ProbeA, ProbeB>>);
static_assert(Tracked<ArchetypeWorld<ProbeA, ProbeTracked>> && Cloneable<ArchetypeWorld<ProbeA, ProbeB>>);

}  // namespace ecs
