// A world without remove: the first error of its build must say so.
#pragma once

#include <cstddef>

#include "strategies/entity.hpp"

template <class... Cs>
class ForgetfulWorld {
 public:
  static constexpr const char* kName = "forgetful";

  template <class... Given>
  ecs::Entity spawn(Given... given);
  bool despawn(ecs::Entity entity);
  bool alive(ecs::Entity entity) const;
  std::size_t size() const;

  template <class C>
  C* insert(ecs::Entity entity, C value);
  template <class C>
  bool has(ecs::Entity entity) const;
  template <class C>
  C* try_get(ecs::Entity entity);
  template <class C>
  const C* try_get(ecs::Entity entity) const;

  template <class... Terms>
  struct View {
    void each(auto&& visitor) const;
  };
  template <class... Terms>
  View<Terms...> view();
};

template <class... Cs>
using Own = ForgetfulWorld<Cs...>;
