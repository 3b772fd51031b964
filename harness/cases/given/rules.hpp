// The rules that a given header must keep, sentence by sentence: what the first error of its build says.
//
//   OwnRules      the header has a global alias Own
//   NameRules     kName, and kUsage and kIds where there are any
//   WorldRules    the calls of strategies/strategy.hpp
//   StoreRules    those of strategies/lift.hpp
//
// Each is instantiated before anything is bound. The concepts Strategy and SingleStore ask the
// same, all at once; a test holds the two together.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "strategies/lift.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

// Found by the qualified name ::Own where a header declares none of its own.
namespace no_own {
template <class...>
struct Own;
}

template <template <class...> class Own>
inline constexpr bool kDeclared = true;
template <>
inline constexpr bool kDeclared<no_own::Own> = false;

// Own<A, B> is a world; an Own that takes one component alone is a store.
template <template <class...> class Own>
concept OwnIsWorld = requires { typename Own<ecs::ProbeA, ecs::ProbeB>; };

template <template <class...> class Own>
struct OwnRules {
  static_assert(kDeclared<Own>,
                "the given header declares no global alias Own. Add, after your class, one of:  "
                "template <class... Cs> using Own = YourWorld<Cs...>;  "
                "template <class C> using Own = YourStore<C>;");
};

// Letters, digits, '_', '-', '.': what needs no quotes on a command line and is no glob and no list.
[[nodiscard]] constexpr bool plain_name(std::string_view name) {
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-' && c != '.') return false;
  }
  return !name.empty();
}

template <class Named>
concept HasName = requires { std::string_view{Named::kName}; };

template <class Named>
struct NameRules {
  static_assert(HasName<Named>,
                "the given strategy has no name. Add to the public part of its class:  "
                "static constexpr const char* kName = \"my_store\";");

  [[nodiscard]] static constexpr bool good_name() {
    if constexpr (HasName<Named>) return plain_name(Named::kName);
    return true;
  }
  static_assert(good_name(), "kName must be made of letters, digits, '_', '-' and '.', and not be empty");

  [[nodiscard]] static constexpr bool good_usage() {
    if constexpr (requires { Named::kUsage; }) {
      const std::string_view usage = Named::kUsage;
      return usage == "plain" || usage == "tuned";
    }
    return true;
  }
  static_assert(good_usage(), "kUsage must be \"plain\" or \"tuned\"");

  [[nodiscard]] static constexpr bool good_ids() {
    if constexpr (requires { Named::kIds; }) {
      const std::string_view ids = Named::kIds;
      return ids == "compile-time" || ids == "run-time";
    }
    return true;
  }
  static_assert(good_ids(), "kIds must be \"compile-time\" or \"run-time\"");
};

template <class World, class C = ecs::ProbeA, class D = ecs::ProbeB>
struct WorldRules {
  using Entity = ecs::Entity;

  static_assert(std::default_initializable<World>, "the given world cannot be made without arguments: World world;");
  static_assert(std::movable<World>, "the given world cannot be moved: give it a move constructor and move assignment");
  static_assert(
      requires(World w) {
        { w.spawn() } -> std::same_as<Entity>;
      }, "the given world has no spawn: ecs::Entity spawn(), a living entity without components");
  static_assert(
      requires(World w) {
        { w.spawn(C{}, D{}) } -> std::same_as<Entity>;
      },
      "the given world has no spawn with values: template <class... Given> ecs::Entity "
      "spawn(Given&&...), for any subset of the components");
  static_assert(
      requires(World w, Entity e) {
        { w.despawn(e) } -> std::same_as<bool>;
      }, "the given world has no despawn: bool despawn(ecs::Entity), false for a stale handle");
  static_assert(
      requires(const World w, Entity e) {
        { w.alive(e) } -> std::same_as<bool>;
      }, "the given world has no alive: bool alive(ecs::Entity) const");
  static_assert(
      requires(const World w) {
        { w.size() } -> std::convertible_to<std::size_t>;
      }, "the given world has no size: std::size_t size() const, the number of living entities");
  static_assert(
      requires(World w, Entity e, C value) {
        { w.insert(e, value) } -> std::same_as<C*>;
      },
      "the given world has no insert: C* insert(ecs::Entity, C), which adds or replaces and gives "
      "nullptr for a stale handle");
  static_assert(
      requires(World w, Entity e) {
        { w.template remove<C>(e) } -> std::same_as<bool>;
      },
      "the given world has no remove: bool remove<C>(ecs::Entity), true if the component was "
      "there");
  static_assert(
      requires(const World w, Entity e) {
        { w.template has<C>(e) } -> std::same_as<bool>;
      }, "the given world has no has: bool has<C>(ecs::Entity) const");
  static_assert(
      requires(World w, Entity e) {
        { w.template try_get<C>(e) } -> std::same_as<C*>;
      }, "the given world has no try_get: C* try_get<C>(ecs::Entity), nullptr where there is none");
  static_assert(
      requires(const World w, Entity e) {
        { w.template try_get<C>(e) } -> std::same_as<const C*>;
      }, "the given world has no const try_get: const C* try_get<C>(ecs::Entity) const");
  static_assert(
      requires(World w) { w.template view<C>().each([](C&) {}); },
      "the given world has no view with each: view<A>().each([](A&) { ... })");
  static_assert(
      requires(World w) { w.template view<C, const D>().each([](C&, const D&) {}); },
      "the views of the given world take one component only: view<A, const B>().each([](A&, const "
      "B&) { ... }) must work");
  static_assert(
      requires(World w) { w.template view<C, const D>().each([](Entity, C&, const D&) {}); },
      "the views of the given world hand over no entity: view<A, const B>().each([](ecs::Entity, "
      "A&, "
      "const B&) { ... }) must work");
};

template <class Store, class C = ecs::ProbeA>
struct StoreRules {
  using Entity = ecs::Entity;

  static_assert(std::default_initializable<Store>, "the given store cannot be made without arguments: Store<C> store;");
  static_assert(std::movable<Store>, "the given store cannot be moved: give it a move constructor and move assignment");
  static_assert(
      requires(Store s, Entity e, C value) {
        { s.insert(e, std::move(value)) } -> std::same_as<C*>;
      }, "the given store has no insert: C* insert(ecs::Entity, C), which adds or replaces");
  static_assert(
      requires(Store s, Entity e) {
        { s.remove(e) } -> std::same_as<bool>;
      }, "the given store has no remove: bool remove(ecs::Entity), true if the value was there");
  static_assert(
      requires(Store s, Entity e) {
        { s.has(e) } -> std::same_as<bool>;
      }, "the given store has no has: bool has(ecs::Entity)");
  static_assert(
      requires(Store s, Entity e) {
        { s.try_get(e) } -> std::same_as<C*>;
      }, "the given store has no try_get: C* try_get(ecs::Entity), nullptr where there is none");
  static_assert(
      requires(Store s) { s.each([](Entity, C&) {}); },
      "the given store has no each: each(visitor), which calls visitor(ecs::Entity, C&) for every "
      "value");
};

}  // namespace ecsbench
