// A whole strategy: one row for each entity, with a place for every component.
#pragma once

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "strategies/entity_pool.hpp"
#include "strategies/lock.hpp"
#include "strategies/query.hpp"

template <ecs::Component... Cs>
struct NaiveWorld {
  static constexpr const char* kName = "naive";

  ecs::Entity spawn(auto... given) {
    lock.require_open("spawn");
    rows.resize(pool.slots_after(1));
    const ecs::Entity entity = pool.spawn();
    (place<decltype(given)>(entity).emplace(std::move(given)), ...);
    return entity;
  }
  bool despawn(ecs::Entity entity) {
    lock.require_open("despawn");
    if (!alive(entity)) return false;
    (place<Cs>(entity).reset(), ...);
    pool.despawn(entity);
    return true;
  }
  bool alive(ecs::Entity entity) const { return pool.alive(entity); }
  std::size_t size() const { return pool.size(); }

  template <class C>
  C* insert(ecs::Entity entity, C value) {
    if (!alive(entity)) return nullptr;
    if (!has<C>(entity)) lock.require_open("insert");
    return &place<C>(entity).emplace(std::move(value));
  }
  template <class C>
  bool remove(ecs::Entity entity) {
    if (!has<C>(entity)) return false;
    lock.require_open("remove");
    place<C>(entity).reset();
    return true;
  }
  template <class C>
  bool has(ecs::Entity entity) const {
    return alive(entity) && place<C>(entity);
  }
  template <class C>
  C* try_get(ecs::Entity entity) {
    return has<C>(entity) ? &*place<C>(entity) : nullptr;
  }
  template <class C>
  const C* try_get(ecs::Entity entity) const {
    return has<C>(entity) ? &*place<C>(entity) : nullptr;
  }

  template <class... Terms>
  struct View {
    NaiveWorld& world;
    void each(auto&& visitor) const {
      const ecs::LockGuard guard{world.lock};
      for (std::size_t i = 0; i < world.rows.size(); ++i) {
        const ecs::Entity entity = world.pool.handle(static_cast<ecs::Index>(i));
        if (!(world.template has<ecs::ComponentOf<Terms>>(entity) && ...)) continue;
        const auto handle = [entity] { return entity; };
        if (!ecs::call<Terms...>(visitor, handle, &*world.template place<ecs::ComponentOf<Terms>>(entity)...)) return;
      }
    }
  };
  template <class... Terms>
  View<Terms...> view() {
    return {*this};
  }

  template <class C>
  auto& place(ecs::Entity entity) const {
    return std::get<std::optional<C>>(rows[entity.index]);
  }

  ecs::EntityPool pool;
  mutable std::vector<std::tuple<std::optional<Cs>...>> rows;
  ecs::Lock lock;
};

template <class... Cs>
using Own = NaiveWorld<Cs...>;
