// Components of the tests that can be saved, of each kind that has fields.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/fields.hpp"
#include "tests/support/components.hpp"

namespace ecsbench::tests {

enum class Mood : std::int8_t { kSad = -1, kPlain = 0, kGlad = 1 };

// Every kind of field.
struct Everything {
  bool yes = false;
  std::int8_t small = 0;
  std::uint64_t large = 0;
  std::int64_t negative = 0;
  float single = 0;
  double precise = 0;
  Mood mood = Mood::kPlain;
  char letter = 'a';
  std::string text;
  std::array<std::int16_t, 3> three{};
  std::vector<bool> bits;
  std::vector<std::vector<Position>> nested;
  ecs::EntityId id;
};

struct Follows {
  ecs::Entity leader;
  std::vector<ecs::Entity> friends;
};

}  // namespace ecsbench::tests

template <>
struct ecs::Fields<ecsbench::tests::A> {
  static constexpr std::string_view kName = "A";
  static constexpr auto kList = std::tuple{ecs::field("value", &ecsbench::tests::A::value)};
};
template <>
struct ecs::Fields<ecsbench::tests::B> {
  static constexpr std::string_view kName = "B";
  static constexpr auto kList = std::tuple{ecs::field("value", &ecsbench::tests::B::value)};
};
template <>
struct ecs::Fields<ecsbench::tests::Aligned256> {
  static constexpr std::string_view kName = "Aligned256";
  static constexpr auto kList = std::tuple{ecs::field("value", &ecsbench::tests::Aligned256::value)};
};
template <>
struct ecs::Fields<ecsbench::tests::Position> {
  static constexpr std::string_view kName = "Position";
  static constexpr auto kList =
      std::tuple{ecs::field("x", &ecsbench::tests::Position::x), ecs::field("y", &ecsbench::tests::Position::y)};
};
template <>
struct ecs::Fields<ecsbench::tests::Velocity> {
  static constexpr std::string_view kName = "Velocity";
  static constexpr auto kList =
      std::tuple{ecs::field("dx", &ecsbench::tests::Velocity::dx), ecs::field("dy", &ecsbench::tests::Velocity::dy)};
};
template <>
struct ecs::Fields<ecsbench::tests::Text> {
  static constexpr std::string_view kName = "Text";
  static constexpr auto kList = std::tuple{ecs::field("text", &ecsbench::tests::Text::text)};
};
template <>
struct ecs::Fields<ecsbench::tests::Health> {
  static constexpr std::string_view kName = "Health";
  static constexpr auto kList = std::tuple{ecs::field("value", &ecsbench::tests::Health::value)};
};
template <>
struct ecs::Fields<ecsbench::tests::Frozen> {
  static constexpr std::string_view kName = "Frozen";
};
template <>
struct ecs::Fields<ecsbench::tests::Player> {
  static constexpr std::string_view kName = "Player";
};
// A number stands in for what only one object can own, and for what cannot be assigned.
template <>
struct ecs::Fields<ecsbench::tests::MoveOnly> {
  static constexpr std::string_view kName = "MoveOnly";
  static int stand_in(const ecsbench::tests::MoveOnly& value) { return value.read(); }
  static ecsbench::tests::MoveOnly restore(int number) { return ecsbench::tests::MoveOnly{number}; }
};
template <>
struct ecs::Fields<ecsbench::tests::ConstMember> {
  static constexpr std::string_view kName = "ConstMember";
  static int stand_in(const ecsbench::tests::ConstMember& value) { return value.value; }
  static ecsbench::tests::ConstMember restore(int number) { return ecsbench::tests::ConstMember{number}; }
};
template <>
struct ecs::Fields<ecsbench::tests::Follows> {
  static constexpr std::string_view kName = "Follows";
  static constexpr auto kList = std::tuple{ecs::field("leader", &ecsbench::tests::Follows::leader),
                                           ecs::field("friends", &ecsbench::tests::Follows::friends)};
};
template <>
struct ecs::Fields<ecsbench::tests::Everything> {
  using Of = ecsbench::tests::Everything;
  static constexpr std::string_view kName = "Everything";
  static constexpr auto kList = std::tuple{ecs::field("yes", &Of::yes),       ecs::field("small", &Of::small),
                                           ecs::field("large", &Of::large),   ecs::field("negative", &Of::negative),
                                           ecs::field("single", &Of::single), ecs::field("precise", &Of::precise),
                                           ecs::field("mood", &Of::mood),     ecs::field("letter", &Of::letter),
                                           ecs::field("text", &Of::text),     ecs::field("three", &Of::three),
                                           ecs::field("bits", &Of::bits),     ecs::field("nested", &Of::nested),
                                           ecs::field("id", &Of::id)};
};
