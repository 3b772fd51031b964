// WorldOver: the whole contract around a storage that knows nothing but indices.
//
//   WorldOver       handles, lock, time, undo          pool_   index -> generation
//      |                                               held_   everything else
//      '-- Storage  components by index                hash_map.hpp, alive_scan.hpp, block_list.hpp
//
// A storage Storage<Cs...> is default-constructible and movable (what is moved from is empty), and offers
//   Pool, kLongestRun                 who gives out its indices: EntityPool or SlotPool; rows side by side at most
//   begin(index)                      an entity comes, with nothing yet. May throw, and has changed nothing then
//   add<C>(index, C&&, now)           gives the place. May throw, and has changed nothing then
//   remove<C>(index), drop(index)     one component goes; all go, and the entity with them (also one that has gone)
//   has<C>, find<C>, marks<C>, mask   by index; has and find of any index, and true only of the living
//   make_room<Given...>(slots, n)     n entities with these are to come, slots indices in all
//   remove_all<C>, clear, reserve, shrink_to_fit, clone, memory, consistent, all(query, pool, sink, now)
//
// Invariants (checked by consistent())
//   (1) the storage holds something only for the living;
//   (2) an operation that throws has been undone: what was begun is dropped, and its index not taken.
// Cost        that of the storage, and of the pool: O(1).
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/lock.hpp"
#include "strategies/marks.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/query.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <template <class...> class Storage, Component... Cs>
class WorldOver {
  static_assert(DistinctComponents<Cs...>, "a world names each component once");
  using Held = Storage<Cs...>;
  using Pool = typename Held::Pool;

 public:
  using Components = List<Cs...>;
  using Bits = Mask<sizeof...(Cs)>;
  static constexpr std::size_t kLongestRun = Held::kLongestRun;

  WorldOver() = default;
  WorldOver(WorldOver&& other) noexcept = default;
  WorldOver& operator=(WorldOver&& other) noexcept {
    WorldOver taken{std::move(other)};  // what this world held ends here, not later in `other`
    std::swap(pool_, taken.pool_);
    std::swap(held_, taken.held_);
    std::swap(ticks_, taken.ticks_);
    return *this;
  }

  // --- entities ---

  template <class... Given>
    requires(OneOf<std::remove_cvref_t<Given>, Cs...> && ...) && DistinctComponents<std::remove_cvref_t<Given>...>
  Entity spawn(Given&&... given) {
    lock_.require_open("spawn");
    return spawn_values(std::remove_cvref_t<Given>(std::forward<Given>(given))...);
  }

  // fill(i, Entity, Given&...) may look things up; structural changes in it throw LockedStorage.
  template <OneOf<Cs...>... Given, std::invocable<std::size_t, Entity, Given&...> Fill>
    requires DistinctComponents<Given...>
  void spawn_many(std::size_t n, Fill&& fill) {
    lock_.require_open("spawn_many");
    pool_.reserve_more(n);
    held_.template make_room<Given...>(pool_.slots_after(n), n);
    const LockGuard guard{lock_};
    const auto mark = pool_.mark();
    try {
      for (std::size_t i = 0; i < n; ++i) {
        const Entity born = spawn_values(Given{}...);
        fill(i, born, *held_.template find<Given>(born.index)...);
      }
    } catch (...) {
      pool_.for_each_since(mark, [&](Index index) { held_.drop(index); });
      pool_.undo_spawns(mark);
      throw;
    }
  }

  bool despawn(Entity entity) {
    lock_.require_open("despawn");
    if (!pool_.alive(entity)) return false;
    held_.drop(entity.index);
    pool_.despawn(entity);
    return true;
  }
  // Stale handles are passed over; gives how many died. Lives end first: where nobody is left, all is cleared at once.
  std::size_t despawn_many(std::span<const Entity> entities) {
    lock_.require_open("despawn_many");
    const std::size_t died = pool_.despawn_many(entities);
    if (pool_.size() == 0) {
      held_.clear();
    } else {
      for (const Entity entity : entities) {
        if (entity.index < pool_.slots() && !pool_.alive_at(entity.index)) held_.drop(entity.index);
      }
    }
    return died;
  }

  [[nodiscard]] bool alive(Entity entity) const { return pool_.alive(entity); }
  [[nodiscard]] std::size_t size() const { return pool_.size(); }
  // The permanent ids of its entities (entity_id.hpp).
  [[nodiscard]] auto ids() { return PoolIds{pool_}; }
  [[nodiscard]] auto ids() const { return PoolIds{pool_}; }

  void clear() {
    lock_.require_open("clear");
    held_.clear();
    pool_.clear();
  }

  // --- components ---

  template <OneOf<Cs...> C>
  C* insert(Entity entity, C value) {
    if (!pool_.alive(entity)) return nullptr;
    if (C* const place = held_.template find<C>(entity.index)) {
      note_writing<C>(entity.index);
      return replace(place, std::move(value));
    }
    lock_.require_open("insert");
    return held_.add(entity.index, std::move(value), tick());
  }

  template <OneOf<Cs...> C>
  bool remove(Entity entity) {
    if (!has<C>(entity)) return false;
    lock_.require_open("remove");
    held_.template remove<C>(entity.index);
    return true;
  }

  template <OneOf<Cs...> C>
  void remove_all() {
    lock_.require_open("remove_all");
    held_.template remove_all<C>();
  }

  template <OneOf<Cs...> C>
  [[nodiscard]] bool has(Entity entity) const {
    return held_.template has<C>(entity.index) && pool_.is_handle_of_living(entity);  // (1)
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
    C* const place = find<C>(entity);
    if (place == nullptr) return false;
    note_writing<C>(entity.index);
    std::forward<Write>(write)(*place);
    return true;
  }

  [[nodiscard]] Tick tick() const { return ticks_.now(); }
  Tick advance() { return ticks_.advance(); }

  // The set of components of a living entity. REQUIRES: alive(entity)
  [[nodiscard]] Bits mask(Entity entity) const { return held_.mask(entity.index); }

  // --- views ---

  template <class... Terms, class... Filters>
  [[nodiscard]] auto view(Filters... filters) {
    return View<WorldOver, Query<Components, List<Terms...>, Filters...>>{*this, filters...};
  }
  // A const world gives views that only read.
  template <class... Terms, class... Filters>
    requires(Query<Components, List<Terms...>, Filters...>::kReadOnly)
  [[nodiscard]] auto view(Filters... filters) const {
    return const_cast<WorldOver&>(*this).template view<Terms...>(filters...);
  }

  // --- upkeep ---

  void reserve(std::size_t n) {
    lock_.require_open("reserve");
    pool_.reserve(n);
    held_.reserve(n);
  }
  void shrink_to_fit() {
    lock_.require_open("shrink_to_fit");
    pool_.shrink_to_fit();
    held_.shrink_to_fit(pool_.living_slots());
  }

  // Throws bad_alloc, or what a copy throws.
  [[nodiscard]] WorldOver clone() const
    requires(std::copy_constructible<Cs> && ...)
  {
    WorldOver copy;
    copy.pool_ = pool_.clone();
    copy.held_ = held_.clone();
    copy.ticks_ = ticks_;
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const {
    MemoryUse use = held_.memory();
    use += {0, pool_.used_bytes(), pool_.owned_bytes() - pool_.used_bytes()};
    return use;
  }

  [[nodiscard]] static Upkeep upkeep() { return upkeep_so_far(); }
  [[nodiscard]] bool consistent() const { return pool_.consistent() && held_.consistent(pool_); }

 private:
  friend struct ViewAccess;

  template <class... Values>
  Entity spawn_values(Values&&... values) {
    const Index index = pool_.next_with_room();
    held_.begin(index);
    try {
      (held_.add(index, std::move(values), tick()), ...);
    } catch (...) {  // (2)
      held_.drop(index);
      throw;
    }
    return pool_.take(index);
  }

  template <class C>
  [[nodiscard]] C* find(Entity entity) const {
    C* const place = held_.template find<C>(entity.index);
    return place != nullptr && pool_.is_handle_of_living(entity) ? place : nullptr;  // (1)
  }

  // REQUIRES: has<C>(entity)
  template <class C>
  [[nodiscard]] Marks* marks(Entity entity) const {
    return held_.template marks<C>(entity.index);
  }
  template <class C>
  void note_writing([[maybe_unused]] Index index) {
    if constexpr (kTracked<C>) held_.template marks<C>(index)->changed = tick();
  }

  template <class Asked, class Sink>
  [[gnu::always_inline]] void scan(const Asked&, Sink& sink) {
    held_.template all<Asked>(pool_, sink, tick());
  }

  Pool pool_;
  Held held_;
  TickCounter ticks_;
  mutable Lock lock_;
};

}  // namespace ecs
