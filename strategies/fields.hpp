// Fields: how a component is taken apart for a file, and put together again. Said once, by whoever owns the type.
//
//   template <> struct ecs::Fields<Position> {                      its members:
//     static constexpr auto kName = "Position";
//     static constexpr auto kList = std::tuple{ecs::field("x", &Position::x), ecs::field("y", &Position::y)};
//   };
//   template <> struct ecs::Fields<Frozen> { static constexpr auto kName = "Frozen"; };       a tag: its name
//   template <> struct ecs::Fields<Secret> {                        what cannot be named or assigned: something to stand in
//     static constexpr auto kName = "Secret";
//     static int stand_in(const Secret& secret) { return secret.number(); }
//     static Secret restore(int number) { return Secret{number}; }
//   };
//
// A field is bool, an integer, float, double, an enum, std::string, ecs::Entity, ecs::EntityId, an std::array or
// std::vector of these, or a type with Fields of its own. Names and their order are part of what is saved: shape_of<C>()
// writes them down, and a file that tells another shape is refused.
//
//   shape_of<Position>()      "{x float32, y float32}"
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/component.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"

namespace ecs {

template <class C>
struct Fields {};

template <class C, class Value>
struct FieldOf {
  std::string_view name;
  Value C::*member;
};

template <class C, class Value>
[[nodiscard]] constexpr FieldOf<C, Value> field(std::string_view name, Value C::*member) {
  return {name, member};
}

template <class C>
concept HasFields = requires {
  { std::string_view{Fields<C>::kName} };
};
// Its members are listed, or something stands in for it.
template <class C>
concept ListsFields = HasFields<C> && requires { Fields<C>::kList; };
template <class C>
concept HasStandIn = HasFields<C> && requires(const C& value) {
  { Fields<C>::restore(Fields<C>::stand_in(value)) } -> std::same_as<C>;
};

template <HasStandIn C>
using StandIn = std::remove_cvref_t<decltype(Fields<C>::stand_in(std::declval<const C&>()))>;

namespace fields {

template <class T>
inline constexpr bool kIsArray = false;
template <class T, std::size_t kSize>
inline constexpr bool kIsArray<std::array<T, kSize>> = true;
template <class T>
inline constexpr bool kIsVector = false;
template <class T, class Allocator>
inline constexpr bool kIsVector<std::vector<T, Allocator>> = true;

template <class T>
concept SavedNumber = std::is_arithmetic_v<T> && !std::same_as<T, bool> && !std::same_as<T, long double>;

template <class T>
inline constexpr bool kUnsaved = false;  // names the type in the message below

// Refuses what has no fields, with a sentence. Use: require_fields<C>();
template <class T>
consteval void require_fields() {
  static_assert(
      HasFields<T> || kUnsaved<T>,
      "this type has no Fields, so it cannot be saved: specialise ecs::Fields for it (strategies/fields.hpp)");
  if constexpr (HasFields<T>) {
    static_assert(ListsFields<T> || HasStandIn<T> || std::is_empty_v<T>,
                  "Fields of a type that is no tag need kList, or stand_in and restore (strategies/fields.hpp)");
  }
}

template <HasFields... Cs>
[[nodiscard]] consteval bool names_differ() {
  const std::array<std::string_view, sizeof...(Cs)> names{std::string_view{Fields<Cs>::kName}...};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (names[i] == names[k]) return false;
    }
  }
  return true;
}
// The same for all components of a world.
template <class... Cs>
consteval void require_all() {
  (require_fields<Cs>(), ...);
  if constexpr ((HasFields<Cs> && ...)) {
    static_assert(names_differ<Cs...>(),
                  "two components of this world have the same Fields<C>::kName: a file could not "
                  "tell them apart");
  }
}

// A type that holds itself has no shape that ends.
inline constexpr std::size_t kDeepest = 16;

template <class T, std::size_t kDepth = 0>
[[nodiscard]] std::string shape();

template <class T, std::size_t kDepth>
[[nodiscard]] std::string shape_of_list() {
  std::string text;
  const auto add = [&]<class Value>(const FieldOf<T, Value>& one) {
    text += text.empty() ? "{" : ", ";
    text.append(one.name) += ' ';
    text += shape<Value, kDepth + 1>();
  };
  std::apply([&](const auto&... listed) { (add(listed), ...); }, Fields<T>::kList);
  return text.empty() ? "{}" : text + "}";
}

template <SavedNumber T>
[[nodiscard]] std::string shape_of_number() {
  const char* const kind = std::is_floating_point_v<T> ? "float" : std::is_signed_v<T> ? "int" : "uint";
  return kind + std::to_string(sizeof(T) * 8);
}

template <class T, std::size_t kDepth>
[[nodiscard]] std::string shape() {
  if constexpr (kDepth >= kDeepest) {
    static_assert(kUnsaved<T>, "the fields of this type hold one another without end, or more than 16 deep");
    return {};
  } else if constexpr (std::same_as<T, bool>) {
    return "bool";
  } else if constexpr (SavedNumber<T>) {
    return shape_of_number<T>();
  } else if constexpr (std::is_enum_v<T>) {
    return shape<std::underlying_type_t<T>, kDepth>();
  } else if constexpr (std::same_as<T, std::string>) {
    return "text";
  } else if constexpr (std::same_as<T, Entity> || std::same_as<T, EntityId>) {
    return "entity";
  } else if constexpr (kIsArray<T>) {
    return "[" + std::to_string(std::tuple_size_v<T>) + "] " + shape<typename T::value_type, kDepth + 1>();
  } else if constexpr (kIsVector<T>) {
    return "[] " + shape<typename T::value_type, kDepth + 1>();
  } else {
    require_fields<T>();
    if constexpr (HasStandIn<T>) {
      return shape<StandIn<T>, kDepth + 1>();
    } else if constexpr (ListsFields<T>) {
      return shape_of_list<T, kDepth>();
    } else {
      return "{}";
    }
  }
}

}  // namespace fields

// What a file says of a component: names, order and kinds of its fields.
template <class C>
[[nodiscard]] std::string shape_of() {
  fields::require_fields<C>();
  return fields::shape<C>();
}

template <HasFields C>
[[nodiscard]] constexpr std::string_view name_of() {
  return Fields<C>::kName;
}

}  // namespace ecs
