// HashMapWorld: the first step of every tutorial. For each component a packed array, and a hash map from entity to slot.
//
//   Position  values_  [ p0 p1 p2 p3 p4 p5 ]     rows_  { 0:0  1:1  2:2  3:3  4:4  5:5 }
//             owners_  [ 0  1  2  3  4  5  ]
//   Velocity  values_  [ v0 v2 v4 ]              rows_  { 0:0  2:1  4:2 }
//             owners_  [ 0  2  4  ]
//
//   view<Position, const Velocity>    the shorter array leads (0 2 4); the other is asked for each of its owners, by hash
//   view<Position>                    one array from end to end
//
// What wants runs (each_chunk) gets those that happen to lie side by side in all arrays; each takes them one by one.
//
// Invariants (checked by consistent())
//   (1) the store of C has a row for an index exactly when the entity is alive and has C;
//   (2) each store is consistent in itself (hash_store.hpp), and so is the pool of handles.
// Cost        insert, remove, has, get: O(1), a hash each, and insert allocates a node; each: O(shortest) hashes for each
//             further component, filter and optional term.
// Memory      4 B + 16 B a node + about 8 B of buckets (and what the heap adds) for each component held, and its value.
// References  live until a component of the same type comes or goes.
// Cures       boxed.hpp: values lie packed, and a component comes and goes without a class for each combination.
// Shows       what a look-up by hash costs: it divides, then follows three pointers to somewhere. Shown by: move/scrambled,
//             get/shuffled. alive_scan.hpp asks no map: the index itself is the place.
// Not offered: sort (Sortable).
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/hand_over.hpp"
#include "strategies/hash_store.hpp"
#include "strategies/marks.hpp"
#include "strategies/mask.hpp"
#include "strategies/memory.hpp"
#include "strategies/query.hpp"
#include "strategies/strategy.hpp"
#include "strategies/world_over.hpp"

namespace ecs {

template <Component... Cs>
class HashMapStorage {
  using Bits = Mask<sizeof...(Cs)>;
  static constexpr std::size_t kNobody = sizeof...(Cs);  // no component has this number

 public:
  using Pool = EntityPool;
  static constexpr std::size_t kLongestRun = kMostEntities;

  void begin(Index) noexcept {}
  template <Component C>
  C* add(Index index, C&& value, Tick now) {
    return store<C>().add(index, std::move(value), now);
  }
  template <class C>
  void remove(Index index) noexcept {
    store<C>().remove(index);
  }
  void drop(Index index) noexcept { (store<Cs>().remove(index), ...); }

  template <class C>
  [[nodiscard]] bool has(Index index) const {
    return store<C>().row_of(index) != kNoRow;
  }
  template <class C>
  [[nodiscard]] C* find(Index index) const {
    const Row row = store<C>().row_of(index);
    return row == kNoRow ? nullptr : held_place(store<C>().place(row));
  }
  template <class C>
  [[nodiscard]] Marks* marks(Index index) const {
    return store<C>().marks(store<C>().row_of(index));
  }
  // The map of every component is asked.
  [[nodiscard]] Bits mask(Index index) const {
    Bits bits;
    ((has<Cs>(index) ? bits.set(number_of<Cs, Cs...>()) : void()), ...);
    return bits;
  }

  template <class... Given>
  void make_room(std::size_t, [[maybe_unused]] std::size_t n) {
    (store<Given>().make_room(n), ...);
  }
  template <class C>
  void remove_all() noexcept {
    store<C>().clear();
  }
  void clear() noexcept { (store<Cs>().clear(), ...); }
  void reserve(std::size_t n) { (store<Cs>().reserve(n), ...); }
  void shrink_to_fit(std::size_t) { (store<Cs>().shrink_to_fit(), ...); }

  [[nodiscard]] HashMapStorage clone() const {
    HashMapStorage copy;
    copy.stores_ = {store<Cs>().clone()...};
    return copy;
  }
  [[nodiscard]] MemoryUse memory() const {
    MemoryUse use;
    ((use += store<Cs>().memory()), ...);
    return use;
  }
  [[nodiscard]] bool consistent(const EntityPool& pool) const { return (store<Cs>().consistent(pool) && ...); }

  // The shortest array that a match must stand in is walked. Where it is the only one asked for, it is one run.
  template <class Asked, class Sink>
  [[gnu::always_inline]] void all(const EntityPool& pool, Sink& sink, Tick now) const {
    Found found{*this, pool, {}};
    found.rows.fill(kNoRow);
    const HandOver<Asked, Found, Sink> matches{sink, found, now};
    if constexpr (Asked::kRequired.empty()) {
      look_at_the_living<Asked>(found, matches);
    } else {
      const std::size_t lead = shortest<Asked>();
      const std::size_t rows = std::array{store<Cs>().size()...}[lead];
      found.owners = std::array{store<Cs>().owners()...}[lead];
      found.rows[lead] = row_at(0);
      if constexpr (kAsksForOne<Asked>) {
        static_cast<void>(rows != 0 && matches.run(0, rows));
      } else {
        follow<Asked, Sink::kWantsRuns>(found, matches, lead, rows);
      }
    }
  }

 private:
  template <class C>
  [[nodiscard]] HashStore<C>& store() {
    return std::get<HashStore<C>>(stores_);
  }
  template <class C>
  [[nodiscard]] const HashStore<C>& store() const {
    return std::get<HashStore<C>>(stores_);
  }

  // The rows of a match, for HandOver: place i is i rows further.
  struct Found {
    const HashMapStorage& storage;
    const EntityPool& pool;
    std::array<Row, sizeof...(Cs)> rows;
    const Index* owners = nullptr;

    template <class C>
    [[nodiscard]] Row row(std::size_t i) const {
      return row_at(at(rows[number_of<C, Cs...>()]) + i);
    }
    template <class C>
    [[nodiscard]] bool has(std::size_t) const {
      return rows[number_of<C, Cs...>()] != kNoRow;
    }
    template <class C>
    [[nodiscard]] C* place(std::size_t i) const {
      return storage.template store<C>().place(row<C>(i));
    }
    template <class C>
    [[nodiscard]] Marks* marks(std::size_t i) const {
      return storage.template store<C>().marks(row<C>(i));
    }
    [[nodiscard]] Entity entity(std::size_t i) const { return pool.handle(owners[i]); }
  };

  template <class... Named>
  static constexpr Bits named(List<Named...>) {
    return Bits::of(number_of<ComponentOf<Named>, Cs...>()...);
  }
  template <class Asked>
  static constexpr bool kAsksForOne =
      Asked::kRequired.count() == 1 && Asked::kExcluded.empty() && named(typename Asked::Places{}) == Asked::kRequired;

  // The number of the required component that the fewest have.
  template <class Asked>
  [[nodiscard]] std::size_t shortest() const {
    const std::array<std::size_t, sizeof...(Cs)> sizes{store<Cs>().size()...};
    std::size_t lead = kNobody;
    Asked::kRequired.for_each([&](std::size_t number) {
      if (lead == kNobody || sizes[number] < sizes[lead]) lead = number;
    });
    return lead;
  }

  // Does the owner of a row of the leader match? Finds its other rows on the way: a hash for each component asked about.
  template <class Asked>
  [[nodiscard]] [[gnu::always_inline]] bool look_up(Found& found, Index index, std::size_t lead) const {
    const auto asks = [&]<class C>(const HashStore<C>& held) {
      constexpr std::size_t kNumber = number_of<C, Cs...>();
      if constexpr (Asked::kExcluded.test(kNumber)) {
        return !Asked::kRequired.test(kNumber) && held.row_of(index) == kNoRow;
      } else if constexpr (Asked::kRequired.test(kNumber)) {
        if (kNumber != lead) found.rows[kNumber] = held.row_of(index);
        return found.rows[kNumber] != kNoRow;
      } else if constexpr (named(typename Asked::Places{}).test(kNumber)) {
        found.rows[kNumber] = held.row_of(index);
        return true;
      } else {
        return true;
      }
    };
    return (asks(store<Cs>()) && ...);
  }

  template <class Asked, class Matches>
  [[gnu::always_inline]] void look_at_the_living(Found& found, const Matches& matches) const {
    for (Index index = 0; index < found.pool.slots(); ++index) {
      found.owners = &index;
      if (found.pool.alive_at(index) && look_up<Asked>(found, index, kNobody) && !matches.one(0)) return;
    }
  }
  // Walks the rows of the leader and looks the others up.
  template <class Asked, bool kWantsRuns, class Matches>
  [[gnu::always_inline]] void follow(Found& found, const Matches& matches, std::size_t lead, std::size_t rows) const {
    for (std::size_t r = 0, run = 1; r < rows; r += run, found.owners += run) {
      run = 1;
      found.rows[lead] = row_at(r);
      if (!look_up<Asked>(found, *found.owners, lead)) continue;
      if constexpr (kWantsRuns) {
        run = run_from<Asked>(found, rows - r, lead);
        if (!matches.run(0, run)) return;
      } else {
        if (!matches.one(0)) return;
      }
    }
  }
  // From a match on, how many of the leader's next `most` rows match and lie side by side in every other array?
  template <class Asked>
  [[nodiscard]] std::size_t run_from(const Found& found, std::size_t most, std::size_t lead) const {
    Found next = found;
    const auto lies_behind = [&](std::size_t n) {
      for (std::size_t k = 0; k < sizeof...(Cs); ++k) {
        if (next.rows[k] != (found.rows[k] == kNoRow ? kNoRow : row_at(at(found.rows[k]) + n))) return false;
      }
      return true;
    };
    for (std::size_t n = 1; n < most; ++n) {
      next.rows[lead] = row_at(at(found.rows[lead]) + n);
      if (!look_up<Asked>(next, found.owners[n], lead) || !lies_behind(n)) return n;
    }
    return most;
  }

  std::tuple<HashStore<Cs>...> stores_;
};

template <Component... Cs>
using HashMapWorld = WorldOver<HashMapStorage, Cs...>;

static_assert(Complete<HashMapWorld>);

}  // namespace ecs
