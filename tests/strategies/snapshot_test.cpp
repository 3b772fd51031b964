// Snapshots as files: values that are exact, and bytes that only one program writes. Exchange between strategies:
// conformance/laws_snapshot.hpp; damage: snapshot_damage_test.cpp.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "strategies/archetype.hpp"
#include "strategies/bitset.hpp"
#include "strategies/entity.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/snapshot.hpp"
#include "strategies/snapshot_equal.hpp"
#include "tests/support/components.hpp"
#include "tests/support/saved_components.hpp"
#include "tests/support/snapshots.hpp"

namespace ecsbench::tests {
namespace {

using Numbers = ecs::BitsetWorld<Everything>;

template <class Format>
class SnapshotFormat : public ::testing::Test {};
struct FormatName {
  template <class Format>
  static std::string GetName(int) {
    return Format::kName;
  }
};
using Formats = ::testing::Types<Json, Cbor>;
TYPED_TEST_SUITE(SnapshotFormat, Formats, FormatName);

// One entity with this value, saved and loaded.
template <class Format>
[[nodiscard]] Everything through(Everything value) {
  Numbers world, loaded;
  const ecs::Entity e = world.spawn(std::move(value));
  load_as<Format>(loaded, saved_as<Format>(world));
  EXPECT_TRUE(ecs::equal(world, loaded));
  return *loaded.template try_get<Everything>(ecs::find(loaded, ecs::known_id(world, e)));
}

template <class Format, class Float>
[[nodiscard]] Float through(Float value, Float Everything::*member) {
  Everything all;
  all.*member = value;
  return through<Format>(std::move(all)).*member;
}

TYPED_TEST(SnapshotFormat, floats_come_back_bit_by_bit) {
  using F = std::numeric_limits<float>;
  for (const float value : {0.0F,
                            -0.0F,
                            0.1F,
                            1.0F,
                            -1.0F,
                            16777216.0F,
                            16777217.0F,
                            3e10F,
                            F::min(),
                            F::max(),
                            F::lowest(),
                            F::denorm_min(),
                            -F::denorm_min(),
                            F::min() - F::denorm_min(),
                            F::infinity(),
                            -F::infinity(),
                            F::quiet_NaN(),
                            -F::quiet_NaN(),
                            F::signaling_NaN(),
                            std::bit_cast<float>(0x7FC12345u)}) {
    const float back = through<TypeParam>(value, &Everything::single);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(back), std::bit_cast<std::uint32_t>(value)) << value;
  }
}

TYPED_TEST(SnapshotFormat, doubles_come_back_bit_by_bit) {
  using D = std::numeric_limits<double>;
  for (const double value : {0.0, -0.0, 0.1, 1e22, 1e23, 9007199254740993.0, 5e-324, -5e-324, D::min(), D::max(),
                             D::lowest(), D::min() - D::denorm_min(), D::infinity(), -D::infinity(), D::quiet_NaN(),
                             D::signaling_NaN(), std::bit_cast<double>(std::uint64_t{0xFFF8'0000'DEAD'BEEF})}) {
    const double back = through<TypeParam>(value, &Everything::precise);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << value;
  }
}

TYPED_TEST(SnapshotFormat, random_bits_come_back_as_floats_and_doubles) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random{seed};
  Numbers world, loaded;
  for (int i = 0; i < 3'000; ++i) {
    Everything all;
    all.single = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    all.precise = std::bit_cast<double>(random());
    all.large = random() >> random() % 64;
    all.negative = static_cast<std::int64_t>(random()) >> random() % 64;
    world.spawn(std::move(all));
  }
  load_as<TypeParam>(loaded, saved_as<TypeParam>(world));
  EXPECT_TRUE(ecs::equal(world, loaded));
}

TYPED_TEST(SnapshotFormat, integers_keep_their_value_beyond_2_to_the_53) {
  for (const std::uint64_t value :
       {std::uint64_t{0}, (std::uint64_t{1} << 53) + 1, ~std::uint64_t{0}, std::uint64_t{23}, std::uint64_t{24},
        std::uint64_t{255}, std::uint64_t{256}, std::uint64_t{65536}}) {
    EXPECT_EQ((through<TypeParam>(value, &Everything::large)), value);
  }
  using I = std::numeric_limits<std::int64_t>;
  for (const std::int64_t value :
       {I::min(), I::max(), std::int64_t{-1}, -(std::int64_t{1} << 53) - 1, std::int64_t{-25}}) {
    EXPECT_EQ((through<TypeParam>(value, &Everything::negative)), value);
  }
}

TYPED_TEST(SnapshotFormat, every_kind_of_field_comes_back) {
  Everything all;
  all.yes = true;
  all.small = -128;
  all.mood = Mood::kSad;
  all.letter = '\x7F';
  all.text = std::string{"a\"\\\n\0\x1F z\xC3\xA4\xE2\x82\xAC\xF0\x9F\x99\x82", 17};
  all.three = {-1, 0, 32767};
  all.bits = {true, false, true};
  all.nested = {{}, {{1, 2}, {3, 4}}, {{5, 6}}};
  all.id = {1, 2};
  const Everything back = through<TypeParam>(all);
  EXPECT_TRUE(back.yes);
  EXPECT_EQ(back.small, -128);
  EXPECT_EQ(back.mood, Mood::kSad);
  EXPECT_EQ(back.letter, '\x7F');
  EXPECT_EQ(back.text, all.text);
  EXPECT_EQ(back.three, all.three);
  EXPECT_EQ(back.bits, all.bits);
  EXPECT_EQ(back.nested, all.nested);
  EXPECT_EQ(back.id, all.id);
}

TYPED_TEST(SnapshotFormat, what_cannot_be_copied_or_assigned_goes_through_what_stands_in) {
  ecs::ArchetypeWorld<MoveOnly, ConstMember, Aligned256> world, loaded;
  const ecs::Entity e = world.spawn(MoveOnly{7}, ConstMember{8}, Aligned256{9});
  load_as<TypeParam>(loaded, saved_as<TypeParam>(world));
  const ecs::Entity there = ecs::find(loaded, ecs::known_id(world, e));
  EXPECT_EQ(value_of(*loaded.try_get<MoveOnly>(there)), 7);
  EXPECT_EQ(value_of(*loaded.try_get<ConstMember>(there)), 8);
  EXPECT_EQ(value_of(*loaded.try_get<Aligned256>(there)), 9);
}

TYPED_TEST(SnapshotFormat, a_world_with_more_components_in_another_order_loads) {
  ecs::BitsetWorld<A, Frozen> world;
  const ecs::Entity e = world.spawn(A{5}, Frozen{});
  ecs::ArchetypeWorld<Frozen, Position, A> larger;
  load_as<TypeParam>(larger, saved_as<TypeParam>(world));
  const ecs::Entity there = ecs::find(larger, ecs::known_id(world, e));
  EXPECT_EQ(value_of(*larger.try_get<A>(there)), 5);
  EXPECT_TRUE(larger.has<Frozen>(there));
  EXPECT_FALSE(larger.has<Position>(there));
  ecs::ArchetypeWorld<Frozen, A> same;
  load_as<TypeParam>(same, saved_as<TypeParam>(world));
  EXPECT_TRUE(ecs::equal(world, same));
}

TYPED_TEST(SnapshotFormat, saving_again_gives_the_same_bytes_and_the_same_ids) {
  ecs::BitsetWorld<A, B> world;
  for (int i = 0; i < 100; ++i) i % 2 == 0 ? world.spawn(A{i}) : world.spawn(A{i}, B{i});
  const std::string first = saved_as<TypeParam>(world);
  EXPECT_EQ(saved_as<TypeParam>(world), first);
}

TYPED_TEST(SnapshotFormat, bytes_that_are_no_text_are_not_saved_and_the_sentence_says_whose) {
  for (const char* const bytes :
       {"\xFF", "a\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80", "\xE2\x82"}) {
    ecs::BitsetWorld<Text> world;
    Text text;
    text.text = bytes;
    const ecs::Entity e = world.spawn(std::move(text));
    std::ostringstream stream;
    try {
      TypeParam::save(world, stream);
      ADD_FAILURE() << "saved";
    } catch (const ecs::SnapshotError& refused) {
      const std::string said = refused.what();
      EXPECT_NE(said.find("entity " + to_string(ecs::known_id(world, e)) + " (Text)"), std::string::npos) << said;
      EXPECT_NE(said.find("is no UTF-8"), std::string::npos) << said;
    }
  }
}

TYPED_TEST(SnapshotFormat, a_stream_that_takes_no_more_is_reported) {
  ecs::BitsetWorld<A> world;
  world.spawn(A{1});
  std::ostringstream closed;
  closed.setstate(std::ios::badbit);
  EXPECT_THROW(TypeParam::save(world, closed), ecs::SnapshotError);
}

TEST(SnapshotJson, is_the_file_that_is_drawn) {
  ecs::BitsetWorld<Position, Velocity> world;
  ecs::assign(world, world.spawn(Position{0, 3}, Velocity{1, -0.0F}), {0, 0x72});
  ecs::assign(world, world.spawn(Position{9, 9}), {0, 0x1f});
  ecs::assign(world, world.spawn(Position{0, 0.1F}, Velocity{1, INFINITY}), {0, 0x70});
  EXPECT_EQ(saved_as<Json>(world), R"({
"format": "ecsbench snapshot",
"version": 1,
"components": [["Position","{x float32, y float32}"],["Velocity","{dx float32, dy float32}"]],
"entities": 3,
"ids": ["0000000000000000000000000000001f","00000000000000000000000000000070","00000000000000000000000000000072"],
"blocks": [{
"has": [0],
"rows": 1,
"columns": [[[9,9]]]},{
"has": [0,1],
"rows": 2,
"columns": [[[0,0.1],[0,3]],[[1,"inf"],[1,-0.0]]]}]}
)");
}

}  // namespace
}  // namespace ecsbench::tests
