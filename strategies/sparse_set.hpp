// SparseSetWorld: one packed set for each component, and a mask that says who has what.
//
//   pool_      index -> generation         [ 1  1  1  1  1  1 ]
//   masks_     index -> components held    [ PV P  PV P  PV P ]
//   sets_      Position, rows of entities    0  1  2  3  4  5
//              Velocity, rows of entities    0  2  4
//
//   view<Position, const Velocity>    the smaller set leads (0 2 4), the rows of the other are found (sparse_join.hpp)
//
// Invariants (checked by consistent())
//   (1) the set of C holds an index exactly when the entity is alive and bit C of its mask is set;
//   (2) the mask of a dead index is empty;
//   (3) each set is consistent in itself (sparse_set_storage.hpp), and so is the pool of handles.
// Cost        insert, remove, has, get: O(1); spawn, despawn: O(components given, held); each: O(smallest set required).
// Memory      4 B + mask for each entity, and for each component 4 B per index + (4 B + sizeof(C)) per holder.
// References  live until a component of the same type comes or goes.
// Cures       bitset.hpp keeps room for every entity in each component, and walks words of it to find a few. Shown by: move/ten-percent.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/index_array.hpp"
#include "strategies/index_list.hpp"
#include "strategies/lock.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/pairs.hpp"
#include "strategies/query.hpp"
#include "strategies/related_bits.hpp"
#include "strategies/relation.hpp"
#include "strategies/sparse_scan.hpp"
#include "strategies/sparse_set_storage.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <Component... Cs>
class SparseSetWorld : public RelatedBits<SparseSetWorld<Cs...>, Cs...> {
  static_assert(DistinctComponents<Cs...>, "a world names each component once");
  static constexpr std::size_t kComponents = sizeof...(Cs);

 public:
  using Components = List<Cs...>;
  using Bits = Mask<kComponents>;

  SparseSetWorld() = default;
  SparseSetWorld(SparseSetWorld&& other) noexcept
      : pool_{std::exchange(other.pool_, {})},
        masks_{std::exchange(other.masks_, {})},
        sets_{std::move(other.sets_)},
        ticks_{std::move(other.ticks_)},
        pairs_{std::exchange(other.pairs_, {})} {}
  SparseSetWorld& operator=(SparseSetWorld&& other) noexcept {
    SparseSetWorld taken{std::move(other)};
    std::swap(pool_, taken.pool_);
    std::swap(masks_, taken.masks_);
    std::swap(sets_, taken.sets_);
    std::swap(ticks_, taken.ticks_);
    std::swap(pairs_, taken.pairs_);
    return *this;
  }

  // --- entities ---

  template <class... Given>
    requires(OneOf<std::remove_cvref_t<Given>, Cs...> && ...) && DistinctComponents<std::remove_cvref_t<Given>...>
  Entity spawn(Given&&... given) {
    static_assert(kNoRelations<Given...>, "spawn: a relation needs a target; say relate<R>(source, target) instead");
    lock_.require_open("spawn");
    return spawn_values(std::remove_cvref_t<Given>(std::forward<Given>(given))...);
  }

  // fill(i, Entity, Given&...) may look things up; structural changes in it throw LockedStorage.
  template <class... Given, class Fill>
    requires(OneOf<Given, Cs...> && ...) && DistinctComponents<Given...>
  void spawn_many(std::size_t n, Fill&& fill) {
    static_assert(kNoRelations<Given...>, "spawn_many: a relation needs a target; say relate<R>(source, target)");
    lock_.require_open("spawn_many");
    make_room<Given...>(n);
    const LockGuard guard{lock_};
    const SpawnMark mark = pool_.mark();
    std::size_t made = 0;
    try {
      std::array<Index, kBirthsAtOnce<Given...>> batch;
      while (made < n) {
        const std::span<Index> born{batch.data(), std::min(batch.size(), n - made)};
        [[maybe_unused]] const std::tuple<Given*...> values = admit_many<Given...>(born);
        const std::size_t first = std::exchange(made, made + born.size());
        for (std::size_t i = 0; i < born.size(); ++i) {
          fill(first + i, pool_.handle(born[i]), SparseSet<Given>::nth(std::get<Given*>(values), i)...);
        }
      }
    } catch (...) {
      while (made-- > 0) purge(pool_.index_since(mark, made));  // newest first: each is a last row
      pool_.undo_spawns(mark);
      throw;
    }
  }

  bool despawn(Entity entity) {
    lock_.require_open("despawn");
    if (!pool_.alive(entity)) return false;
    if (this->fell(entity) != 0) return true;
    end(entity);
    return true;
  }

  // Lives end first and rows are purged after, so that nothing is moved about when nobody is left.
  std::size_t despawn_many(std::span<const Entity> entities) {
    lock_.require_open("despawn_many");
    const std::size_t fell = this->fell(entities);
    const std::size_t died = pool_.despawn_many(entities);
    if (pool_.size() == 0) {
      drop_components();
    } else {
      for (const Entity entity : entities) {
        if (entity.index < pool_.slots() && !pool_.alive_at(entity.index)) purge(entity.index);
      }
    }
    return fell + died;
  }

  [[nodiscard]] bool alive(Entity entity) const { return pool_.alive(entity); }
  [[nodiscard]] std::size_t size() const { return pool_.size(); }
  // The permanent ids of its entities (entity_id.hpp).
  [[nodiscard]] auto ids() { return PoolIds{pool_}; }
  [[nodiscard]] auto ids() const { return PoolIds{pool_}; }

  void clear() {
    lock_.require_open("clear");
    drop_components();
    pairs_.clear();
    pool_.clear();
  }

  // --- components ---

  template <OneOf<Cs...> C>
  C* insert(Entity entity, C value) {
    static_assert(kNoRelations<C>, "insert: a relation needs a target; say relate<R>(source, target) instead");
    if (!pool_.alive(entity)) return nullptr;
    SparseSet<C>& held = set<C>();
    if (held.has(entity.index)) return held.replace(entity.index, std::move(value), tick());
    lock_.require_open("insert");
    if (!held.has_room(entity.index)) [[unlikely]]
      return insert_growing(entity.index, std::move(value));
    return admit(entity.index, std::move(value));
  }

  template <OneOf<Cs...> C>
  bool remove(Entity entity) {
    if (!has<C>(entity)) return false;
    lock_.require_open("remove");
    if constexpr (kIsRelation<C>) this->template end_targets<C>(entity.index);
    masks_[entity.index].reset(number_of<C, Cs...>());
    set<C>().remove(entity.index);
    return true;
  }

  template <OneOf<Cs...> C>
  void remove_all() {
    lock_.require_open("remove_all");
    SparseSet<C>& held = set<C>();
    for (std::size_t r = 0; r < held.size(); ++r) masks_[held.indices()[r]].reset(number_of<C, Cs...>());
    held.clear();
    if constexpr (kIsRelation<C>) pairs_.template of<C>().clear();
  }

  template <OneOf<Cs...> C>
  [[nodiscard]] bool has(Entity entity) const {
    return set<C>().has(entity.index) && pool_.is_handle_of_living(entity);  // only the living stand in a set (1)
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] C* try_get(Entity entity) {
    return find<C>(entity);
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] const C* try_get(Entity entity) const {
    return find<C>(entity);
  }

  // Calls write(C&) and marks. False, and no call, if the component is absent.
  template <OneOf<Cs...> C, std::invocable<C&> Write>
  bool patch(Entity entity, Write&& write) {
    if (!has<C>(entity)) return false;
    set<C>().written(entity.index, tick());
    std::forward<Write>(write)(*set<C>().find(entity.index));
    return true;
  }

  [[nodiscard]] Tick tick() const { return ticks_.now(); }
  Tick advance() { return ticks_.advance(); }

  // The set of components of a living entity. REQUIRES: alive(entity)
  [[nodiscard]] Bits mask(Entity entity) const {
    assert(alive(entity));
    return masks_[entity.index];
  }

  // --- views ---

  template <class... Terms, class... Filters>
  [[nodiscard]] auto view(Filters... filters) {
    return View<SparseSetWorld, Query<Components, List<Terms...>, Filters...>>{*this, filters...};
  }
  // A const world gives views that only read.
  template <class... Terms, class... Filters>
    requires(Query<Components, List<Terms...>, Filters...>::kReadOnly)
  [[nodiscard]] auto view(Filters... filters) const {
    return const_cast<SparseSetWorld&>(*this).template view<Terms...>(filters...);
  }

  // --- upkeep ---

  // Afterwards n entities in all, with any components, fit without allocation.
  void reserve(std::size_t n) {
    lock_.require_open("reserve");
    pool_.reserve(n);
    if (n > masks_.room()) masks_.resize(n);
    (set<Cs>().reserve(n), ...);
  }
  void shrink_to_fit() {
    lock_.require_open("shrink_to_fit");
    pool_.shrink_to_fit();
    masks_.resize(pool_.slots());
    (set<Cs>().shrink_to_fit(), ...);
    pairs_.shrink_to_fit();
  }

  // Throws bad_alloc, or what a copy throws.
  [[nodiscard]] SparseSetWorld clone() const
    requires(std::copy_constructible<Cs> && ...)
  {
    SparseSetWorld copy;
    copy.pool_ = pool_.clone();
    copy.masks_ = masks_.clone();
    copy.sets_ = {set<Cs>().clone()...};
    copy.ticks_ = ticks_;
    copy.pairs_ = pairs_;
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const {
    const std::size_t mask_bytes = pool_.slots() * sizeof(Bits);
    const std::size_t used_bytes = pool_.used_bytes() + mask_bytes;
    const std::size_t owned_bytes = pool_.owned_bytes() + masks_.room() * sizeof(Bits);
    MemoryUse use{0, used_bytes, owned_bytes - used_bytes};
    ((use += set<Cs>().memory(pool_.slots())), ...);
    return use += pairs_.memory();
  }
  [[nodiscard]] static Upkeep upkeep() { return upkeep_so_far(); }

  [[nodiscard]] bool consistent() const {
    return pool_.consistent() && (set<Cs>().consistent() && ...) && masks_tell() && this->pairs_are_right();
  }

 private:
  friend struct ViewAccess;
  friend class RelatesEntities<SparseSetWorld, Cs...>;
  friend class RelatedBits<SparseSetWorld, Cs...>;

  template <class C>
  [[nodiscard]] SparseSet<C>& set() {
    return std::get<SparseSet<C>>(sets_);
  }
  template <class C>
  [[nodiscard]] const SparseSet<C>& set() const {
    return std::get<SparseSet<C>>(sets_);
  }

  template <class C>
  [[nodiscard]] C* find(Entity entity) const {
    C* const held = set<C>().find(entity.index);
    return held != nullptr && pool_.is_handle_of_living(entity) ? held : nullptr;  // only the living stand in a set (1)
  }

  // REQUIRES: has<C>(entity)
  template <class C>
  [[nodiscard]] Marks* marks(Entity entity) const {
    return set<C>().marks(set<C>().row_of(entity.index));
  }

  // Everything that n more entities with these components need.
  template <class... Given>
  void make_room(std::size_t n) {
    pool_.reserve_more(n);
    const std::size_t slots = pool_.slots_after(n);
    masks_.fit(slots, n);
    (set<Given>().make_room(n, slots), ...);
  }

  // What an insert does last. REQUIRES: room for it
  template <class C>
  [[gnu::always_inline]] C* admit(Index index, C&& value) noexcept {
    masks_[index].set(number_of<C, Cs...>());
    return set<C>().append(index, std::move(value), tick());
  }
  // The same where there is no room: called instead, not within, see BitsetWorld::spawn_growing (3.9 -> 3.5 ns).
  template <class C>
  [[gnu::cold]] [[gnu::noinline]] C* insert_growing(Index index, C value) {
    set<C>().make_room(1, index + std::size_t{1});
    return admit(index, std::move(value));
  }

  template <class... Values>
  Entity spawn_values(Values&&... values) {
    const Index index = pool_.next_with_room();
    masks_.fit(index + std::size_t{1});
    (set<Values>().make_room(1, index + std::size_t{1}), ...);  // the last that may throw
    (set<Values>().append(index, std::move(values), tick()), ...);
    masks_[index] = Bits::of(number_of<Values, Cs...>()...);
    return pool_.take(index);
  }

  // Makes an entity for each place of `born`, and writes its index there; returns where their values begin.
  // REQUIRES: room for them
  template <class... Given>
  std::tuple<Given*...> admit_many(std::span<Index> born) {
    if constexpr (kBirthsAtOnce<Given...> == 1) {
      born[0] = spawn_values(Given{}...).index;
      return {set<Given>().find(born[0])...};
    } else {
      pool_.spawn_many(born.size(), born.data());
      for (const Index index : born) masks_[index] = Bits::of(number_of<Given, Cs...>()...);
      return {set<Given>().append_many(born, tick())...};
    }
  }

  void end(Entity entity) noexcept {
    purge(entity.index);
    pool_.despawn(entity);
  }

  // The mask says which sets to ask.
  void purge(Index index) noexcept {
    [[maybe_unused]] const Bits held = std::exchange(masks_[index], Bits{});
    ((held.test(number_of<Cs, Cs...>()) ? set<Cs>().remove(index) : void()), ...);
  }

  void drop_components() noexcept {
    (set<Cs>().clear(), ...);
    masks_.blank_all();
  }

  [[nodiscard]] bool masks_tell() const {
    if (masks_.room() < pool_.slots()) return false;
    for (std::size_t i = 0; i < masks_.room(); ++i) {
      const auto index = static_cast<Index>(i);
      const bool lives = i < pool_.slots() && pool_.alive_at(index);
      if (!lives && !masks_[index].empty()) return false;
      if (((masks_[index].test(number_of<Cs, Cs...>()) != set<Cs>().has(index)) || ...)) return false;
    }
    return ((set<Cs>().size() <= pool_.size()) && ...);
  }

  template <class R>
  void put_bit(Index index) {
    insert_growing(index, R{});
  }

  template <class Asked, class Sink>
  [[gnu::always_inline]] void scan(const Asked& query, Sink& sink) {
    this->scan_with_pairs(query, SparseScan<Asked, Cs...>{pool_, masks_, sets_, tick()}, sink);
  }
  template <class Asked>
  [[nodiscard]] auto line(const Asked&) const {
    return SparseScan<Asked, Cs...>{pool_, masks_, sets_, tick()};
  }
  // Visits exactly the entities of a list, all of which match: for a world that keeps such lists (reactive.hpp).
  template <class Asked, class Sink>
  [[gnu::always_inline]] void scan_listed(const Asked&, const IndexList& list, Sink& sink) {
    SparseScan<Asked, Cs...>{pool_, masks_, sets_, tick()}.along(list, sink);
  }

  EntityPool pool_;
  IndexArray<Bits> masks_;
  std::tuple<SparseSet<Cs>...> sets_;
  TickCounter ticks_;
  [[no_unique_address]] Pairs<Cs...> pairs_;
  mutable Lock lock_;
};

static_assert(Complete<SparseSetWorld> && Parallel<SparseSetWorld<ProbeA, ProbeB>> &&
              Related<SparseSetWorld<ProbeA, ChildOf>, ChildOf>);

}  // namespace ecs
