// NaiveWorld: the smallest store that meets the contract, and the example of an own strategy.
//
//   slots_   index -> { A or nothing, B or nothing, ... }      one row for each entity, a place for every component
//
// It offers the core of strategies/strategy.hpp and nothing else; what it lacks is derived or skipped, and said so.
//
// Invariants
//   (1) slots_ has a row for each index ever used;
//   (2) the row of a dead entity holds nothing.
// Cost        everything O(1), but each looks at every index ever used.
// Memory      every entity pays for every component, held or not.
// References  live until the next spawn, or until the component is removed.
#pragma once

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_pool.hpp"
#include "strategies/lock.hpp"
#include "strategies/query.hpp"
#include "strategies/strategy.hpp"

template <ecs::Component... Cs>
class NaiveWorld {
 public:
  static constexpr const char* kName = "naive";

  template <class... Given>
  ecs::Entity spawn(Given&&... given) {
    return spawn_values(std::remove_cvref_t<Given>(std::forward<Given>(given))...);
  }
  bool despawn(ecs::Entity entity) {
    lock_.require_open("despawn");
    if (!alive(entity)) return false;
    (held<Cs>(entity).reset(), ...);
    pool_.despawn(entity);
    return true;
  }
  bool alive(ecs::Entity entity) const { return pool_.alive(entity); }
  std::size_t size() const { return pool_.size(); }

  template <ecs::OneOf<Cs...> C>
  C* insert(ecs::Entity entity, C value) {
    if (!alive(entity)) return nullptr;
    if (!has<C>(entity)) lock_.require_open("insert");
    return &held<C>(entity).emplace(std::move(value));
  }
  template <ecs::OneOf<Cs...> C>
  bool remove(ecs::Entity entity) {
    if (!has<C>(entity)) return false;
    lock_.require_open("remove");
    held<C>(entity).reset();
    return true;
  }
  template <ecs::OneOf<Cs...> C>
  bool has(ecs::Entity entity) const {
    return try_get<C>(entity) != nullptr;
  }
  template <ecs::OneOf<Cs...> C>
  const C* try_get(ecs::Entity entity) const {
    if (!alive(entity)) return nullptr;
    const auto& place = std::get<std::optional<C>>(slots_[entity.index]);
    return place ? &*place : nullptr;
  }
  template <ecs::OneOf<Cs...> C>
  C* try_get(ecs::Entity entity) {
    return const_cast<C*>(std::as_const(*this).template try_get<C>(entity));
  }

  template <class... Terms>
  auto view() {
    return View<Terms...>{this};
  }

 private:
  template <ecs::OneOf<Cs...>... Given>
  ecs::Entity spawn_values(Given&&... given) {
    lock_.require_open("spawn");
    pool_.reserve_more(1);
    slots_.resize(pool_.slots_after(1));
    const ecs::Entity entity = pool_.spawn();
    (held<Given>(entity).emplace(std::move(given)), ...);
    return entity;
  }

  template <class... Terms>
  struct View {
    NaiveWorld* world;

    template <ecs::VisitorOf<Terms...> Visitor>
    void each(Visitor&& visitor) const {
      const ecs::LockGuard guard{world->lock_};
      for (ecs::Index index = 0; index < world->pool_.slots(); ++index) {
        if (!world->pool_.alive_at(index)) continue;
        const ecs::Entity entity = world->pool_.handle(index);
        if (!(world->template has<ecs::ComponentOf<Terms>>(entity) && ...)) continue;
        if (!ecs::call<Terms...>(
                visitor, [&] { return entity; }, world->template try_get<ecs::ComponentOf<Terms>>(entity)...)) {
          return;
        }
      }
    }
  };

  template <class C>
  std::optional<C>& held(ecs::Entity entity) {
    return std::get<std::optional<C>>(slots_[entity.index]);
  }

  ecs::EntityPool pool_;
  std::vector<std::tuple<std::optional<Cs>...>> slots_;
  ecs::Lock lock_;
};

static_assert(ecs::Strategy<NaiveWorld>);
