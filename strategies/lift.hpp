// Lifted: a world made of classes that store one component type each.
//
//   Lifted<Store>::World<Position, Velocity>
//
//     pool_      which entities live                  [ 1  1  3  1 ]
//     stores_    one Store for each component         Store<Position>  Store<Velocity>
//
// A store is what one writes first: no entities, no queries, one type. This file adds the rest.
//
// What a store may rely on (tests/own holds the lifting to it)
//   (1) it is asked about living entities only, and hears remove() for what it holds before an
//       entity dies: it may look at entity.index alone and forget generations;
//   (2) insert() comes for absent and present ones: it adds or replaces, and gives the place;
//   (3) it is not changed while its each() runs;
//   (4) a const world calls the same functions: they need not be marked const.
// What it must keep
//   (5) the pointers of insert() and try_get() stay good until the next insert() or remove();
//   (6) try_get() gives nullptr for an entity it holds nothing for;
//   (7) each() calls its visitor once for every value held, in any order.
//
// Cost        spawn, insert, remove, has, try_get: the store's. A view leads with the smallest store (the first where
//             stores have no size()) and looks the others up: O(smallest) look-ups.
// Memory      the stores' + 4 B an entity. memory() where every store has one.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/lock.hpp"
#include "strategies/query.hpp"
#include "strategies/strategy.hpp"
#include "strategies/view.hpp"

namespace ecs {

// The required calls of a store, with a component of its own: the first error names the missing
// one.
template <class Store, class C>
concept StoresOne =
    std::default_initializable<Store> && std::movable<Store> && requires(Store store, Entity entity, C value) {
      { store.insert(entity, std::move(value)) } -> std::same_as<C*>;
      { store.remove(entity) } -> std::same_as<bool>;
      { store.has(entity) } -> std::same_as<bool>;
      { store.try_get(entity) } -> std::same_as<C*>;
      store.each([](Entity, C&) {});
    };

template <template <class...> class Store>
concept SingleStore = StoresOne<Store<ProbeA>, ProbeA> && StoresOne<Store<ProbeB>, ProbeB>;

// What a store may offer besides: size(), for the choice of the leader, and memory().
template <class Store>
concept SizedStore = requires(Store store) {
  { store.size() } -> std::convertible_to<std::size_t>;
};
template <class Store>
concept MeasuredStore = requires(Store store) {
  { store.memory() } -> std::same_as<MemoryUse>;
};

// The view of a lifted world: all but each_chunk, since nobody knows whether its rows lie side by side.
template <class World, class Asked>
class LiftedView : View<World, Asked> {
  static_assert(!Asked::kUsesMarks, "Mut, added and changed need a Tracked strategy: a lifted store keeps no marks");
  using Whole = View<World, Asked>;

 public:
  using Whole::begin;
  using Whole::contains;
  using Whole::count;
  using Whole::each;
  using Whole::end;
  using Whole::get;
  using Whole::Whole;
};

template <template <class...> class Store>
struct Lifted {
  template <Component... Cs>
  class World;
};

template <template <class...> class Store>
template <Component... Cs>
class Lifted<Store>::World {
  static_assert(DistinctComponents<Cs...>, "a world names each component once");

 public:
  using Components = List<Cs...>;
  using Bits = Mask<sizeof...(Cs)>;

  // --- entities ---

  template <class... Given>
    requires(OneOf<std::remove_cvref_t<Given>, Cs...> && ...) && DistinctComponents<std::remove_cvref_t<Given>...>
  Entity spawn(Given&&... given) {
    lock_.require_open("spawn");
    pool_.reserve_more(1);
    const Entity entity = pool_.spawn();
    try {
      (store<std::remove_cvref_t<Given>>().insert(entity, std::forward<Given>(given)), ...);
    } catch (...) {
      end_life(entity);
      throw;
    }
    return entity;
  }

  bool despawn(Entity entity) {
    lock_.require_open("despawn");
    if (!pool_.alive(entity)) return false;
    end_life(entity);
    return true;
  }

  [[nodiscard]] bool alive(Entity entity) const { return pool_.alive(entity); }
  [[nodiscard]] std::size_t size() const { return pool_.size(); }
  // The permanent ids of its entities (entity_id.hpp).
  [[nodiscard]] auto ids() { return PoolIds{pool_}; }
  [[nodiscard]] auto ids() const { return PoolIds{pool_}; }

  // --- components ---

  template <OneOf<Cs...> C>
  C* insert(Entity entity, C value) {
    if (!pool_.alive(entity)) return nullptr;
    if (C* const held = try_get<C>(entity)) return replace(held, std::move(value));  // (3): each() may be running
    lock_.require_open("insert");
    return store<C>().insert(entity, std::move(value));
  }

  template <OneOf<Cs...> C>
  bool remove(Entity entity) {
    if (!has<C>(entity)) return false;
    lock_.require_open("remove");
    return store<C>().remove(entity);
  }

  template <OneOf<Cs...> C>
  [[nodiscard]] bool has(Entity entity) const {
    return pool_.alive(entity) && store<C>().has(entity);
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] C* try_get(Entity entity) {
    return has<C>(entity) ? store<C>().try_get(entity) : nullptr;
  }
  template <OneOf<Cs...> C>
  [[nodiscard]] const C* try_get(Entity entity) const {
    return has<C>(entity) ? store<C>().try_get(entity) : nullptr;
  }

  // The set of components of a living entity, asked of every store. REQUIRES: alive(entity)
  [[nodiscard]] Bits mask(Entity entity) const {
    Bits bits;
    ((store<Cs>().has(entity) ? bits.set(number_of<Cs, Cs...>()) : void()), ...);
    return bits;
  }

  // --- views ---

  template <class... Terms, class... Filters>
  [[nodiscard]] auto view(Filters... filters) {
    return LiftedView<World, Query<Components, List<Terms...>, Filters...>>{*this, filters...};
  }
  // A const world gives views that only read.
  template <class... Terms, class... Filters>
    requires(Query<Components, List<Terms...>, Filters...>::kReadOnly)
  [[nodiscard]] auto view(Filters... filters) const {
    return const_cast<World&>(*this).template view<Terms...>(filters...);
  }

  [[nodiscard]] MemoryUse memory() const
    requires(MeasuredStore<Store<Cs>> && ...)
  {
    MemoryUse all{0, pool_.used_bytes(), pool_.owned_bytes() - pool_.used_bytes()};
    ((all += store<Cs>().memory()), ...);
    return all;
  }

 private:
  friend struct ViewAccess;

  template <class C>
  [[nodiscard]] Store<C>& store() const {  // (4)
    return std::get<number_of<C, Cs...>()>(stores_);
  }

  void end_life(Entity entity) {
    ((store<Cs>().has(entity) ? void(store<Cs>().remove(entity)) : void()), ...);
    pool_.despawn(entity);
  }

  template <class... Terms, class... Filters, class Sink>
  [[gnu::always_inline]] void scan(const Query<Components, List<Terms...>, Filters...>&, Sink& sink) {
    using Asked = Query<Components, List<Terms...>, Filters...>;
    if constexpr (Asked::kRequired.empty()) {
      visit_all<Asked, Terms...>(sink);
    } else {
      const std::size_t leader = smallest<Asked>();
      const auto lead = [&]<class C>(std::type_identity<C>) {
        if constexpr (Asked::kRequired.test(number_of<C, Cs...>())) {
          if (leader == number_of<C, Cs...>()) follow<Asked, C, Terms...>(sink);
        }
      };
      (lead(std::type_identity<Cs>{}), ...);
    }
  }

  // The number of the required component with the fewest values; without sizes, of the first.
  template <class Asked>
  [[nodiscard]] std::size_t smallest() const {
    constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
    const auto size_of = [&]<class C>(std::type_identity<C>) -> std::size_t {
      if constexpr (!Asked::kRequired.test(number_of<C, Cs...>())) {
        return kNever;
      } else if constexpr (requires(Store<C>& one) { one.size(); }) {
        return store<C>().size();
      } else {
        return kNever - 1;
      }
    };
    const std::array<std::size_t, sizeof...(Cs)> sizes{size_of(std::type_identity<Cs>{})...};
    std::size_t least = 0;
    for (std::size_t i = 1; i < sizes.size(); ++i) {
      if (sizes[i] < sizes[least]) least = i;
    }
    return least;
  }

  // Walks the store of Leader and looks the other terms up. A store's each() cannot be stopped:
  // once the visitor has asked to, the rest of the walk does nothing.
  template <class Asked, class Leader, class... Terms, class Sink>
  [[gnu::always_inline]] void follow(Sink& sink) {
    bool going = true;
    store<Leader>().each([&](Entity entity, Leader& led) {
      if (going && passes<Asked, Leader, Terms...>(entity))
        going = hand_over<Terms...>(sink, entity, place<ComponentOf<Terms>, Leader>(entity, led)...);
    });
  }

  template <class Asked, class... Terms, class Sink>
  void visit_all(Sink& sink) {
    for (Index index = 0; index < pool_.slots(); ++index) {
      if (!pool_.alive_at(index)) continue;
      const Entity entity = pool_.handle(index);
      if (!passes<Asked, void, Terms...>(entity)) continue;
      if (!hand_over<Terms...>(sink, entity, found<ComponentOf<Terms>>(entity)...)) return;
    }
  }

  // False to stop. A match lacks none of its required terms: passes() saw those that no term looks
  // up.
  template <class... Terms, class Sink>
  [[gnu::always_inline]] static bool hand_over(Sink& sink, Entity entity, ComponentOf<Terms>*... places) {
    if (!((!TermTraits<Terms>::kRequired || places != nullptr) && ...)) return true;
    return sink.one([entity] { return entity; }, places...);
  }

  // What the look-ups of the terms do not find out: with<> and without<>.
  template <class Asked, class Leader, class... Terms>
  [[nodiscard]] [[gnu::always_inline]] bool passes(Entity entity) const {
    const auto one = [&]<class C>(std::type_identity<C>) {
      constexpr std::size_t kNumber = number_of<C, Cs...>();
      constexpr bool kLookedUp =
          std::is_same_v<C, Leader> || ((TermTraits<Terms>::kRequired && std::is_same_v<C, ComponentOf<Terms>>) || ...);
      constexpr bool kExcluded = Asked::kExcluded.test(kNumber);
      constexpr bool kRequired = Asked::kRequired.test(kNumber);
      if constexpr (kExcluded && kRequired) {
        return false;
      } else if constexpr (kExcluded) {
        return !store<C>().has(entity);
      } else if constexpr (kRequired && !kLookedUp) {
        return bool{store<C>().has(entity)};
      } else {
        return true;
      }
    };
    return (one(std::type_identity<Cs>{}) && ...);
  }

  template <class C, class Leader>
  [[nodiscard]] [[gnu::always_inline]] C* place(Entity entity, Leader& led) const {
    if constexpr (std::is_same_v<C, Leader>) {
      return &led;
    } else {
      return found<C>(entity);
    }
  }
  template <class C>
  [[nodiscard]] [[gnu::always_inline]] C* found(Entity entity) const {
    return store<C>().try_get(entity);
  }

  EntityPool pool_;
  mutable std::tuple<Store<Cs>...> stores_;
  mutable Lock lock_;
};

}  // namespace ecs
