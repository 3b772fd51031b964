// Snapshots as strings, and what is said when one is refused.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>

#include "strategies/snapshot.hpp"
#include "strategies/snapshot_cbor.hpp"
#include "strategies/snapshot_json.hpp"

namespace ecsbench::tests {

struct Json {
  static constexpr const char* kName = "json";
  static void save(auto& world, std::ostream& stream) { ecs::save_json(world, stream); }
  static void load(auto& world, std::istream& stream) { ecs::load_json(world, stream); }
};
struct Cbor {
  static constexpr const char* kName = "cbor";
  static void save(auto& world, std::ostream& stream) { ecs::save_cbor(world, stream); }
  static void load(auto& world, std::istream& stream) { ecs::load_cbor(world, stream); }
};

template <class Format, class World>
[[nodiscard]] std::string saved_as(World& world) {
  std::ostringstream stream;
  Format::save(world, stream);
  return stream.str();
}
template <class Format, class World>
void load_as(World& world, const std::string& file) {
  std::istringstream stream{file};
  Format::load(world, stream);
}

// What is said when this file is refused; "" if it is loaded. Refused or not, the world stands, and refused it is empty.
template <class Format, class World>
[[nodiscard]] std::string refusal_of(const std::string& file) {
  World world;
  try {
    load_as<Format>(world, file);
  } catch (const ecs::SnapshotError& refused) {
    EXPECT_EQ(world.size(), 0u) << refused.what();
    EXPECT_EQ(world.ids().size(), 0u) << refused.what();
    EXPECT_TRUE(world.consistent()) << refused.what();
    EXPECT_EQ(std::string{refused.what()}.rfind("snapshot: ", 0), 0u) << refused.what();
    return refused.what();
  }
  EXPECT_TRUE(world.consistent());
  return "";
}

}  // namespace ecsbench::tests
