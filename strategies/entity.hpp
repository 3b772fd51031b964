// Entity: a name that outlives its place. Row: a place in a dense array. Two types that cannot be confused.
//
//   Entity   | index (32 bits) | generation (32 bits) |     index says where, generation says which life
//
// Invariants
//   (1) Entity{} = {0, 0} is null: generation 0 is never issued;
//   (2) an issued handle has an odd generation; the slot it leaves behind has an even one (see entity_pool.hpp).
// Cost  8 bytes, passed in a register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace ecs {

using Index = std::uint32_t;
using Generation = std::uint32_t;

inline constexpr std::uint64_t kMostEntities = std::numeric_limits<Index>::max();  // of a world at a time

struct Entity {
  Index index = 0;
  Generation generation = 0;

  friend constexpr bool operator==(Entity, Entity) = default;
};

inline constexpr Entity kNull{};

// A row of a dense array. An Index does not convert to it, so an array of rows cannot be asked for an entity.
enum class Row : std::uint32_t {};

inline constexpr Row kNoRow{0xFFFFFFFFu};

[[nodiscard]] constexpr std::size_t at(Row row) {
  return static_cast<std::size_t>(row);
}
[[nodiscard]] constexpr Row row_at(std::size_t place) {
  return static_cast<Row>(place);
}

}  // namespace ecs

template <>
struct std::hash<ecs::Entity> {
  std::size_t operator()(ecs::Entity entity) const noexcept {
    const auto bits = (std::uint64_t{entity.generation} << 32) | entity.index;
    return std::hash<std::uint64_t>{}(bits);
  }
};
