// BitsetWorld: one array per component, indexed by entity, holes allowed; bitmaps say who has what. Nothing ever moves.
//
//   index        0    1    2    3    4    5           entities 0, 2, 4 have a Velocity
//   positions_ [ p0 | p1 | p2 | p3 | p4 | p5 ]
//   velocities [ v0 |    | v2 |    | v4 |    ]
//   bits         1    0    1    0    1    0   ...     one word for 64 entities
//   summary      1                                    one bit for 64 words: is any bit of the word set?
//
// A query ANDs words: a zero word skips 64 entities, a zero summary word 4,096; a full word is 64 rows side by side and
// becomes a plain loop, and full words that follow each other become one.
//
// Invariants (checked by consistent())
//   (1) bit i of a component's bitmap is set exactly when entity i is alive and has it: the bitmaps are the mask;
//   (2) bit w of a summary is set exactly when word w of its bitmap is not 0;
//   (3) value i is a living object exactly when bit i is set (the lifetimes of values show it); tags have no values;
//   (4) every array has room for indices below room_, a multiple of 64, and no living index is at or above it.
// Cost        insert, remove, has, get: O(1), nothing moves; each: O(N / 64) words + O(matches).
// Memory      sized to the highest index: sizeof(C) + 1/8 B for each index ever used and each component, held or not.
// References  live until the component is removed or the arrays grow (spawn beyond capacity).
// Cures       boxed.hpp chases a pointer and calls a virtual function for each object. Shown by: move/scattered-heap.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>

#include "strategies/bitmap.hpp"
#include "strategies/bitset_scan.hpp"
#include "strategies/bitset_store.hpp"
#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/index_list.hpp"
#include "strategies/lock.hpp"
#include "strategies/marks.hpp"
#include "strategies/memory.hpp"
#include "strategies/pairs.hpp"
#include "strategies/query.hpp"
#include "strategies/related_bits.hpp"
#include "strategies/relation.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"
#include "strategies/view.hpp"

namespace ecs {

template <Component... Cs>
class BitsetWorld : public RelatedBits<BitsetWorld<Cs...>, Cs...> {
  static_assert(DistinctComponents<Cs...>, "a world names each component once");
  static constexpr std::size_t kComponents = sizeof...(Cs);

 public:
  using Components = List<Cs...>;
  using Bits = Mask<kComponents>;

  BitsetWorld() = default;
  BitsetWorld(BitsetWorld&& other) noexcept
      : pool_{std::exchange(other.pool_, {})},
        room_{std::exchange(other.room_, 0)},
        stores_{std::move(other.stores_)},
        ticks_{std::move(other.ticks_)},
        pairs_{std::exchange(other.pairs_, {})} {}
  BitsetWorld& operator=(BitsetWorld&& other) noexcept {
    BitsetWorld taken{std::move(other)};  // what this world held ends here, not later in `other`
    std::swap(pool_, taken.pool_);
    std::swap(room_, taken.room_);
    std::swap(stores_, taken.stores_);
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

  // n entities with the components Given..., each filled by fill(i, Entity, Given&...). If fill throws, all are undone.
  template <OneOf<Cs...>... Given, std::invocable<std::size_t, Entity, Given&...> Fill>
    requires DistinctComponents<Given...>
  void spawn_many(std::size_t n, Fill&& fill) {
    static_assert(kNoRelations<Given...>, "spawn_many: a relation needs a target; say relate<R>(source, target)");
    lock_.require_open("spawn_many");
    pool_.reserve_more(n);
    const std::size_t slots = pool_.slots_after(n);
    if (slots > room_) fit(grown_by(room_, slots, n));
    const LockGuard guard{lock_};
    const SpawnMark mark = pool_.mark();
    std::size_t made = 0;
    try {
      while (made < n) {
        std::array<Index, kBirthsAtOnce<Given...>> batch;
        const std::span<Index> born{batch.data(), std::min(batch.size(), n - made)};
        admit_many<Given...>(born);
        const std::size_t first = std::exchange(made, made + born.size());
        for (std::size_t i = 0; i < born.size(); ++i) {
          fill(first + i, pool_.handle(born[i]), *store<Given>().place(born[i])...);
        }
      }
    } catch (...) {
      while (made-- > 0) drop_components(pool_.index_since(mark, made));
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
  // Stale handles are passed over; gives how many died. Lives end first: where nobody is left, whole arrays are cleared.
  std::size_t despawn_many(std::span<const Entity> entities) {
    lock_.require_open("despawn_many");
    const std::size_t fell = this->fell(entities);
    const std::size_t died = pool_.despawn_many(entities);
    if (pool_.size() == 0) {
      clear_components();
    } else {
      const std::size_t indices = std::min(room_, pool_.slots());  // who died before a shrink_to_fit may have no room
      for (const Entity entity : entities) {
        if (entity.index < indices && !pool_.alive_at(entity.index)) drop_components(entity.index);
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
    clear_components();
    pairs_.clear();
    pool_.clear();
  }

  // --- components ---

  template <OneOf<Cs...> C>
  C* insert(Entity entity, C value) {
    static_assert(kNoRelations<C>, "insert: a relation needs a target; say relate<R>(source, target) instead");
    if (!pool_.alive(entity)) return nullptr;
    Store<C>& held = store<C>();
    if (!held.has(entity.index)) {
      lock_.require_open("insert");
      return held.add(entity.index, std::move(value), tick());
    }
    return held.replace(entity.index, std::move(value), tick());
  }

  template <OneOf<Cs...> C>
  bool remove(Entity entity) {
    if (!has<C>(entity)) return false;
    lock_.require_open("remove");
    if constexpr (kIsRelation<C>) this->template end_targets<C>(entity.index);
    store<C>().remove(entity.index);
    return true;
  }

  template <OneOf<Cs...> C>
  void remove_all() {
    lock_.require_open("remove_all");
    store<C>().clear();
    if constexpr (kIsRelation<C>) pairs_.template of<C>().clear();
  }

  template <OneOf<Cs...> C>
  [[nodiscard]] bool has(Entity entity) const {
    return store<C>().bits().test_any(entity.index) && pool_.is_handle_of_living(entity);  // bits are of the living (1)
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
    store<C>().written(entity.index, tick());
    std::forward<Write>(write)(*store<C>().place(entity.index));
    return true;
  }

  [[nodiscard]] Tick tick() const { return ticks_.now(); }
  Tick advance() { return ticks_.advance(); }

  // The set of components of a living entity, gathered from the bitmaps. REQUIRES: alive(entity)
  [[nodiscard]] Bits mask(Entity entity) const {
    Bits bits;
    ((store<Cs>().has(entity.index) ? bits.set(number_of<Cs, Cs...>()) : void()), ...);
    return bits;
  }

  // --- views ---

  template <class... Terms, class... Filters>
  [[nodiscard]] auto view(Filters... filters) {
    return View<BitsetWorld, Query<Components, List<Terms...>, Filters...>>{*this, filters...};
  }
  // A const world gives views that only read.
  template <class... Terms, class... Filters>
    requires(Query<Components, List<Terms...>, Filters...>::kReadOnly)
  [[nodiscard]] auto view(Filters... filters) const {
    return const_cast<BitsetWorld&>(*this).template view<Terms...>(filters...);
  }

  // --- upkeep ---

  void reserve(std::size_t n) {
    lock_.require_open("reserve");
    pool_.reserve(n);
    if (n > room_) fit(n);
  }
  void shrink_to_fit() {
    lock_.require_open("shrink_to_fit");
    pool_.shrink_to_fit();
    room_ = Bitmap::whole_words(pool_.living_slots());  // first: memory may be short for any of the smaller arrays
    (store<Cs>().resize(room_), ...);
    pairs_.shrink_to_fit();
  }

  // Throws bad_alloc, or what a copy throws.
  [[nodiscard]] BitsetWorld clone() const
    requires(std::copy_constructible<Cs> && ...)
  {
    BitsetWorld copy;
    copy.pool_ = pool_.clone();
    copy.stores_ = {store<Cs>().clone()...};
    copy.room_ = room_;
    copy.ticks_ = ticks_;
    copy.pairs_ = pairs_;
    return copy;
  }

  [[nodiscard]] MemoryUse memory() const {
    const std::size_t held = (store<Cs>().value_bytes_held() + ...);
    const std::size_t owned = (store<Cs>().value_bytes_owned() + ...);
    const std::size_t bitmaps = (store<Cs>().bits().owned_bytes() + ...);
    const std::size_t marks = (store<Cs>().mark_bytes() + ...);
    MemoryUse use{held, pool_.used_bytes() + bitmaps + marks, owned - held + pool_.owned_bytes() - pool_.used_bytes()};
    return use += pairs_.memory();
  }
  [[nodiscard]] static Upkeep upkeep() { return upkeep_so_far(); }

  [[nodiscard]] bool consistent() const {
    return pool_.consistent() && room_ % Bitmap::kWordBits == 0 && pool_.living_slots() <= room_ &&
           (held_by_the_living(store<Cs>().bits()) && ...) && this->pairs_are_right();
  }

 private:
  friend struct ViewAccess;
  friend class RelatesEntities<BitsetWorld, Cs...>;
  friend class RelatedBits<BitsetWorld, Cs...>;

  template <class C>
  using Store = BitsetStore<C>;

  template <class C>
  [[nodiscard]] Store<C>& store() {
    return std::get<Store<C>>(stores_);
  }
  template <class C>
  [[nodiscard]] const Store<C>& store() const {
    return std::get<Store<C>>(stores_);
  }

  template <class C>
  [[nodiscard]] C* find(Entity entity) const {
    if (!has<C>(entity)) [[unlikely]]
      return nullptr;
    return held_place(store<C>().place(entity.index));
  }

  // REQUIRES: has<C>(entity)
  template <class C>
  [[nodiscard]] Marks* marks(Entity entity) const {
    return store<C>().marks(entity.index);
  }

  // Room in every array for indices below n. Throws bad_alloc before anything that a caller could see has changed.
  void fit(std::size_t n) {
    const std::size_t room = Bitmap::whole_words(n);
    (store<Cs>().resize(room), ...);
    if (room > room_) note_growth();
    room_ = room;
  }

  template <class... Values>
  Entity spawn_values(Values&&... values) {
    const Index index = pool_.next();
    if (!pool_.has_room_for(index) || index >= room_) [[unlikely]]
      return spawn_growing<Values...>(std::move(values)...);
    return admit(index, std::move(values)...);
  }
  // The same where there is no room: called instead, not within. A call in the middle would make the compiler keep
  // values and counters on the stack across it, in each spawn (6.3 -> 4.7 ns).
  template <class... Values>
  [[gnu::cold]] [[gnu::noinline]] Entity spawn_growing(Values... values) {
    const Index index = pool_.next_with_room();
    if (index >= room_) fit(grown(room_, index + std::size_t{1}));
    return admit(index, std::move(values)...);
  }
  // What a spawn does last. REQUIRES: index is the next, and there is room for it
  template <class... Values>
  [[gnu::always_inline]] Entity admit(Index index, Values&&... values) noexcept {
    (store<Values>().add(index, std::move(values), tick()), ...);
    return pool_.take(index);
  }

  // Makes an entity with default values for each place of `born`, and writes its index there. A word of the bitmaps is
  // written once for all that share it: 2.5 times as fast as one by one. REQUIRES: room for them
  template <class... Given>
  void admit_many(std::span<Index> born) {
    if constexpr (kBirthsAtOnce<Given...> == 1) {
      born[0] = spawn_values(Given{}...).index;
    } else {
      pool_.spawn_many(born.size(), born.data());
      (store<Given>().construct_many(born, tick()), ...);
      Bitmap::for_each_word(born, [&]([[maybe_unused]] std::size_t word, [[maybe_unused]] Bitmap::Word mask) {
        (store<Given>().mark_in_word(word, mask), ...);
      });
    }
  }

  void end(Entity entity) {
    drop_components(entity.index);
    pool_.despawn(entity);
  }
  void drop_components(Index index) { (store<Cs>().remove_if_present(index), ...); }
  void clear_components() { (store<Cs>().clear(), ...); }

  [[nodiscard]] bool held_by_the_living(const Bitmap& bits) const {
    if (!bits.consistent() || bits.capacity() < room_) return false;
    for (std::size_t w = 0; w < bits.word_count(); ++w) {
      if ((bits.words()[w] & ~pool_.living_word(w)) != 0) return false;
    }
    return true;
  }

  template <class R>
  void put_bit(Index index) noexcept {
    store<R>().add(index, R{}, tick());
  }

  template <class Asked, class Sink>
  [[gnu::always_inline]] void scan(const Asked& query, Sink& sink) {
    this->scan_with_pairs(query, BitsetScan<Asked, Cs...>{pool_, room_, stores_, tick()}, sink);
  }
  template <class Asked>
  [[nodiscard]] auto line(const Asked&) const {
    return BitsetScan<Asked, Cs...>{pool_, room_, stores_, tick()};
  }
  // Visits exactly the entities of a list, all of which match: for a world that keeps such lists (reactive.hpp).
  template <class Asked, class Sink>
  [[gnu::always_inline]] void scan_listed(const Asked&, const IndexList& list, Sink& sink) {
    BitsetScan<Asked, Cs...>{pool_, room_, stores_, tick()}.along(list, sink);
  }

  EntityPool pool_;
  std::size_t room_ = 0;
  std::tuple<Store<Cs>...> stores_;
  TickCounter ticks_;
  [[no_unique_address]] Pairs<Cs...> pairs_;
  mutable Lock lock_;
};

static_assert(Complete<BitsetWorld> && Parallel<BitsetWorld<ProbeA, ProbeB>> &&
              Related<BitsetWorld<ProbeA, ChildOf>, ChildOf>);

}  // namespace ecs
