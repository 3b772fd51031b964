// EntityId: a name that outlives the program. 128 bits, given to an entity the first time somebody asks for it.
//
//   Entity    {2, 1}                                   where, in this world, in this run
//   EntityId  5f2c09d1a6b34e0790aa41c8d3e5f617         who, anywhere: what a file or another world may hold
//
//   id_of(world, e)        its id; minted now if it had none; null for a stale handle
//   known_id(world, e)     its id if it has one
//   find(world, id)        who has it, alive; kNull if nobody
//   assign(world, e, id)   gives it this one: false if somebody else has it, or e has another, or is dead, or id is null
//
// Invariants (kept by id_maps.hpp and id_pool.hpp)
//   (1) two living entities of a world never share an id, and an entity that has one keeps it until it dies;
//   (2) with its entity an id is forgotten, at once: who takes the slot has none, and the id may be assigned again;
//   (3) an id is drawn from the system's random source, all 128 bits of it. No seed of the program reaches it.
// Ids belong to a world as its values do: they move with it; a clone is equal to its original and so has the same ids; an
// entity spawned from the values of another gets its own.
// Cost        known_id and find: a look-up in a hash table; minting: 1.2 us, nearly all of it the random source.
//             Worlds whose ids nobody asks for pay one test a despawn.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

#include "strategies/entity.hpp"

namespace ecs {

struct EntityId {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend constexpr auto operator<=>(const EntityId&, const EntityId&) = default;
};

inline constexpr EntityId kNullId{};  // nobody's
inline constexpr std::size_t kIdDigits = 32;

namespace id_text {

inline constexpr std::string_view kDigits = "0123456789abcdef";

[[nodiscard]] inline std::string refusal(std::string_view given, const std::string& why) {
  return "'" + std::string{given.substr(0, 40)} + "' is no entity id: " + why +
         "; an id is 32 digits from 0 to 9 and a to f";
}

// REQUIRES: text is made of kDigits, at most 16
[[nodiscard]] constexpr std::uint64_t number(std::string_view text) {
  std::uint64_t bits = 0;
  for (const char digit : text) bits = bits << 4 | kDigits.find(digit);
  return bits;
}

}  // namespace id_text

// 32 digits, lower case.
[[nodiscard]] inline std::string to_string(const EntityId& id) {
  std::string text(kIdDigits, '0');
  for (std::size_t i = 0; i < kIdDigits; ++i) {
    const std::uint64_t half = i < kIdDigits / 2 ? id.high : id.low;
    text[i] = id_text::kDigits[half >> (60 - i % (kIdDigits / 2) * 4) & 15];
  }
  return text;
}

// What to_string wrote, and nothing else: an id has one spelling. Throws std::invalid_argument with what was given.
[[nodiscard]] inline EntityId parse_id(std::string_view text) {
  const std::size_t stranger = text.find_first_not_of(id_text::kDigits);
  if (stranger != std::string_view::npos) {
    throw std::invalid_argument{id_text::refusal(text, "character " + std::to_string(stranger + 1) + " is no digit")};
  }
  if (text.size() != kIdDigits) {
    throw std::invalid_argument{id_text::refusal(text, "it has " + std::to_string(text.size()) + " digits")};
  }
  return {id_text::number(text.substr(0, kIdDigits / 2)), id_text::number(text.substr(kIdDigits / 2))};
}

// A new one. Never null. Throws what std::random_device throws where the system has no random source.
[[nodiscard]] inline EntityId draw_id() {
  thread_local std::random_device source;
  const auto word = [] { return std::uint64_t{source()} << 32 | source(); };
  const EntityId drawn{word(), word()};
  return drawn == kNullId ? draw_id() : drawn;
}

// A world whose entities can have ids. Minting moves no row: it is allowed while a view runs.
template <class World>
concept Identified = requires(World world, const World seen, Entity entity, const EntityId& id) {
  { world.ids().of(entity) } -> std::same_as<EntityId>;
  { world.ids().assign(entity, id) } -> std::same_as<bool>;
  { seen.ids().known(entity) } -> std::same_as<EntityId>;
  { seen.ids().find(id) } -> std::same_as<Entity>;
};

// Throws bad_alloc, and as draw_id does; the world is as it was then. Here and in assign.
template <Identified World>
EntityId id_of(World& world, Entity entity) {
  return world.ids().of(entity);
}
template <Identified World>
[[nodiscard]] EntityId known_id(const World& world, Entity entity) {
  return world.ids().known(entity);
}
template <Identified World>
[[nodiscard]] Entity find(const World& world, const EntityId& id) {
  return world.ids().find(id);
}
template <Identified World>
bool assign(World& world, Entity entity, const EntityId& id) {
  return world.ids().assign(entity, id);
}

}  // namespace ecs
