// What is no snapshot, or no longer one: refused in a sentence that tells the place, and the world stays empty.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "strategies/bitset.hpp"
#include "strategies/entity_id.hpp"
#include "strategies/memory.hpp"
#include "strategies/snapshot.hpp"
#include "tests/support/components.hpp"
#include "tests/support/saved_components.hpp"
#include "tests/support/snapshots.hpp"

namespace ecsbench::tests {
namespace {

using World = ecs::BitsetWorld<Position, Text, Follows, Frozen, Everything>;

// Three entities, in the order of the file: 1 {Position}, 3 {Follows}, 2 {Position, Text, Frozen}.
template <class Format>
[[nodiscard]] std::string small_file() {
  World world;
  ecs::assign(world, world.spawn(Position{1, 2}), {0, 1});
  const ecs::Entity leader = world.spawn(Position{3, 4.5F}, Text{1}, Frozen{});
  ecs::assign(world, leader, {0, 2});
  ecs::assign(world, world.spawn(Follows{leader, {}}), {0, 3});
  return saved_as<Format>(world);
}
[[nodiscard]] std::string id(int number) {
  return std::string(31, '0') + std::to_string(number);
}

template <class Format>
class SnapshotDamage : public ::testing::Test {};
struct FormatName {
  template <class Format>
  static std::string GetName(int) {
    return Format::kName;
  }
};
using Formats = ::testing::Types<Json, Cbor>;
TYPED_TEST_SUITE(SnapshotDamage, Formats, FormatName);

TYPED_TEST(SnapshotDamage, a_file_cut_at_any_byte_is_refused) {
  const std::string whole = small_file<TypeParam>();
  EXPECT_EQ((refusal_of<TypeParam, World>(whole)), "");
  const std::size_t end = whole.find_last_not_of('\n');  // JSON ends with a line
  for (std::size_t length = 0; length <= end; ++length) {
    const std::string said = refusal_of<TypeParam, World>(whole.substr(0, length));
    EXPECT_NE(said.find("byte "), std::string::npos) << "cut at " << length << ": " << said;
  }
}

TYPED_TEST(SnapshotDamage, what_follows_behind_the_end_is_refused) {
  for (const char* const more : {"1", "{}", "x"}) {
    EXPECT_NE((refusal_of<TypeParam, World>(small_file<TypeParam>() + more)), "") << more;
  }
}

TYPED_TEST(SnapshotDamage, a_byte_that_changed_breaks_no_world) {
  const std::string whole = small_file<TypeParam>();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int flip : {0x01, 0x04, 0x20, 0x80, 0xFF}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      refused += refusal_of<TypeParam, World>(damaged).empty() ? 0u : 1u;
    }
  }
  EXPECT_GT(refused, whole.size() * 3);  // most bytes are structure, names or ids; some hold another value now
}

TYPED_TEST(SnapshotDamage, random_bytes_are_refused) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random{seed};
  for (int i = 0; i < 2'000; ++i) {
    std::string bytes(random() % 60, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    EXPECT_NE((refusal_of<TypeParam, World>(bytes)), "");
  }
}

TYPED_TEST(SnapshotDamage, a_stream_that_cannot_be_read_is_refused) {
  World world;
  std::ifstream missing{"no/such/file"};
  EXPECT_THROW(TypeParam::load(world, missing), ecs::SnapshotError);
}

struct Damage {
  std::string from;  // of the small file, as JSON
  std::string to;
  std::vector<std::string> said;
};

[[nodiscard]] std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

void expect_refused(const std::vector<Damage>& table) {
  for (const Damage& damage : table) {
    const std::string said = refusal_of<Json, World>(replaced(small_file<Json>(), damage.from, damage.to));
    for (const std::string& words : damage.said) {
      EXPECT_NE(said.find(words), std::string::npos) << damage.from << " -> " << damage.to << ": '" << said << "'";
    }
  }
}

TEST(SnapshotDamage, another_format_or_version_is_named) {
  expect_refused({
      {"ecsbench snapshot",
       "holiday photos",
       {"format: 'holiday photos' is no format of ours", "'ecsbench snapshot' is"}},
      {"\"version\": 1", "\"version\": 2", {"version 2 is newer than this program, which reads version 1"}},
      {"\"version\": 1", "\"version\": 18446744073709551615", {"version 18446744073709551615 is newer"}},
      {"\"version\": 1", "\"version\": 0", {"0 is no version", "reads version 1"}},
      {"\"version\": 1", "\"version\": \"1\"", {"version: an uint64 is wanted, and the text '1' is given"}},
      {"\"version\": 1", "\"version\": 1.0", {"version: an uint64 is wanted, and 1.0 is given"}},
  });
  EXPECT_NE((refusal_of<Json, World>("[]").find("a map is wanted, and a list is given")), std::string::npos);
  EXPECT_NE((refusal_of<Json, World>("{}").find("the key 'format' is missing")), std::string::npos);
  EXPECT_NE((refusal_of<Json, World>("3").find("at its beginning: a map is wanted, and 3 is given")),
            std::string::npos);
}

TEST(SnapshotDamage, keys_that_are_missing_unknown_doubled_or_out_of_order_are_named) {
  expect_refused({
      {"\"version\": 1,", "", {"the key 'version' is wanted, and the key 'components' is given"}},
      {"\"version\": 1,", "\"version\": 1, \"version\": 1,", {"the key 'components' is wanted", "'version' is given"}},
      {"\"entities\"", "\"colour\"", {"the key 'entities' is wanted, and the key 'colour' is given"}},
      {"\"rows\": 1", "\"rows\": 1, \"rows\": 1", {"blocks[0].rows: the key 'columns' is wanted"}},
      {"]}]}", "]}], \"relations\": []}", {"the key 'relations' comes behind the last that is known"}},
      {"\"rows\": 1,", "", {"blocks[0].has: the key 'rows' is wanted"}},
  });
}

TEST(SnapshotDamage, components_must_be_known_and_have_the_same_fields) {
  expect_refused({
      {"[\"Text\"", "[\"Taste\"", {"components: this world has no component 'Taste'; it has 'Position', 'Text'"}},
      {"[\"Text\"", "[\"Position\"", {"component 'Position' comes twice"}},
      {"{x float32, y float32}",
       "{x float32, z float32}",
       {"component 'Position' is {x float32, y float32} here, and {x float32, z float32} in the file"}},
      {"[\"Text\"", "[1", {"a text is wanted, and 1 is given"}},
      {"\"has\": [0]", "\"has\": [9]", {"blocks[0].has: component 9 of 5 is named"}},
      {"\"has\": [0]", "\"has\": [0,0]", {"components of a block ascend"}},
      {"\"has\": [0]", "\"has\": [-1]", {"an uint64 is wanted, and -1 is given"}},
      {"\"has\": [0]", "\"has\": 0", {"a list is wanted, and 0 is given"}},
  });
}

TEST(SnapshotDamage, ids_must_be_ids_and_everybody_has_another) {
  expect_refused({
      {id(3), id(1), {"ids[1]: the id " + id(1) + " comes twice"}},
      {id(3), id(0), {"ids[1]: the null id is nobody's"}},
      {id(3), "me", {"ids[1]: 'me' is no entity id", "32 digits"}},
      {"\"" + id(1) + "\"", "null", {"ids[0]: an entity id is wanted, and null is given"}},
      {"\"" + id(1) + "\"", "[]", {"an entity id is wanted, and a list is given"}},
      {"\"entities\": 3", "\"entities\": 2", {"ids[2]: more ids than the 2 announced"}},
      {"\"entities\": 3", "\"entities\": 4", {"4 ids are announced, and 3 come"}},
      {"\"entities\": 3", "\"entities\": 4294967295", {"4294967295 ids are announced, and 3 come"}},
      {"\"entities\": 3", "\"entities\": 4294967296", {"more than a world can hold"}},
      {"\"entities\": 3", "\"entities\": -3", {"an uint64 is wanted, and -3 is given"}},
  });
}

TEST(SnapshotDamage, values_of_another_kind_are_refused_with_row_and_field) {
  expect_refused({
      {"[[1,2]]", "[[1,\"two\"]]", {"blocks[0].columns[0][0] (Position): y: a float32", "the text 'two' is given"}},
      {"[[1,2]]", "[[1,null]]", {"y: a float32", "null is given"}},
      {"[[1,2]]", "[[1]]", {"a longer list is wanted than the 1 that are given"}},
      {"[[1,2]]", "[[1,2,3]]", {"a list of 2 is wanted, and a longer one is given"}},
      {"[[1,2]]", "[1]", {"a list is wanted, and 1 is given"}},
      {"[[1,2]]", "[{\"x\":1}]", {"a list is wanted, and a map is given"}},
      {"[[1,2]]", "[[1,1e39]]", {"y: a float32", "1e39 is given"}},
      {"[[1,2]]", "[[1,1e999]]", {"byte "}},
      {"[[1,2]]", "[[1,\"nan:7f800000\"]]", {"y: a float32"}},
      {"[[1,2]]", "[[1,\"nan:\"]]", {"y: a float32"}},
      {"[[1,2]]", "[[1,\"Infinity\"]]", {"y: a float32"}},
      {"[[1,2]]", "[[1,true]]", {"y: a float32", "true is given"}},
      {"[[1,2]]", "[]", {"1 values are wanted, and 0 come"}},
      {"[[1,2]]", "[[1,2],[1,2]]", {"more values than the 1 rows of the block"}},
      {"[[[1,2]]]", "[]", {"the column of Position is missing"}},
      {"[[[1,2]]]", "[[[1,2]],[[1,2]]]", {"more columns than the block has components that are no tags"}},
      {"[[[1,2]]]", "7", {"blocks[0].columns: a list is wanted, and 7 is given"}},
  });
}

TEST(SnapshotDamage, a_reference_to_nobody_is_refused) {
  expect_refused({{"[[\"" + id(2), "[[\"" + id(7), {"(Follows): leader: no entity of this file has the id " + id(7)}}});
}

TEST(SnapshotDamage, rows_must_cover_the_entities_and_counts_are_not_believed) {
  expect_refused({
      {"\"rows\": 1", "\"rows\": 0", {"blocks[0].rows: 0 rows in a block; 1 to 4096 may be"}},
      {"\"rows\": 1",
       "\"rows\": 18446744073709551615",
       {"18446744073709551615 rows in a block", "3 entities are left"}},
      {"\"rows\": 1", "\"rows\": 4", {"4 rows in a block", "3 entities are left"}},
      {"\"blocks\": [{", "\"blocks\": [], \"more\": [{", {"blocks hold 0 rows, and there are 3 entities"}},
  });
}

TEST(SnapshotDamage, lists_within_lists_end_somewhere) {
  const std::string deep(100'000, '[');
  expect_refused({{"[[[1,2]]]", "[[" + deep, {"lists lie deeper than 64 in each other"}},
                  {"\"" + id(1) + "\"", deep, {"lists lie deeper than 64"}},
                  {"\"version\": 1", "\"version\": " + deep, {"lists lie deeper than 64"}}});
  EXPECT_NE((refusal_of<Json, World>(deep)), "");
  for (const char opening : {'\x81', '\xA1', '\x7F', '\x5F', '\x9F', '\xBF', '\xC0', '\x9B', '\x7B'}) {
    EXPECT_NE((refusal_of<Cbor, World>(std::string(1'000'000, opening))), "") << int{opening};
  }
}

TEST(SnapshotDamage, numbers_of_the_wrong_size_are_refused) {
  const auto with = [](const std::string& field) {
    Everything all;
    World world;
    world.spawn(std::move(all));
    return refusal_of<Json, World>(replaced(saved_as<Json>(world), "[[false,0,0,0", "[[" + field));
  };
  EXPECT_EQ(with("true,-128,18446744073709551615,-9223372036854775808"), "");
  for (const std::string bad :
       {"0,0,0,0", "false,128,0,0", "false,-129,0,0", "false,0,-1,0", "false,0,18446744073709551616,0",
        "false,0,0,9223372036854775808", "false,0,0,1.5", "false,0,0,1e3", "false,\"0\",0,0"}) {
    EXPECT_NE(with(bad).find("(Everything): "), std::string::npos) << bad << ": " << with(bad);
  }
}

TEST(SnapshotDamage, text_that_is_no_utf8_is_refused) {
  EXPECT_NE((refusal_of<Json, World>(replaced(small_file<Json>(), "Position", "Pos\xFFtion")).find("byte ")),
            std::string::npos);
  const std::string whole = small_file<Cbor>();
  for (const std::string bad : {"\xC0\x80", "\xED\xA0\x80", "\xFF\xFF", "a\xC3"}) {
    std::string text(40, 'x');
    World world;
    Text value;
    value.text = text;
    world.spawn(std::move(value));
    const std::string said =
        refusal_of<Cbor, World>(replaced(saved_as<Cbor>(world), text, text.substr(bad.size()) + bad));
    EXPECT_NE(said.find("is no UTF-8"), std::string::npos) << said;
  }
}

TEST(SnapshotDamage, announced_sizes_take_no_memory) {
  const std::uint64_t before = ecs::memory_count.live_bytes.load();
  ecs::memory_count.peak_bytes = before;
  expect_refused({{"\"entities\": 3", "\"entities\": 4294967295", {"announced"}}});
  EXPECT_LT(ecs::memory_count.peak_bytes.load() - before, std::uint64_t{64} << 20);
}

}  // namespace
}  // namespace ecsbench::tests
