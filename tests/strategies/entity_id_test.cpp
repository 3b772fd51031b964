// Ids as text, the two maps behind them, and who is drawn. What worlds do with them: conformance/laws_ids.hpp.
#include "strategies/entity_id.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "strategies/id_maps.hpp"
#include "strategies/memory.hpp"
#include "tests/support/failing_memory.hpp"

namespace ecsbench::tests {
namespace {

TEST(EntityId, is_written_as_32_digits_and_read_back) {
  EXPECT_EQ(to_string(ecs::EntityId{0x0123456789abcdef, 0xfedcba9876543210}), "0123456789abcdeffedcba9876543210");
  EXPECT_EQ(to_string(ecs::kNullId), std::string(32, '0'));
  for (const ecs::EntityId& id : {ecs::kNullId, ecs::EntityId{0, 1}, ecs::EntityId{1, 0}, ecs::EntityId{~0u, ~0ull}}) {
    EXPECT_EQ(ecs::parse_id(to_string(id)), id);
  }
}

struct BadText {
  std::string text;
  std::string_view why;
};

TEST(EntityId, a_text_that_is_none_is_refused_with_what_was_given_and_what_is_allowed) {
  const std::string good(32, 'a');
  for (const BadText& bad : {BadText{"", "it has 0 digits"}, BadText{good.substr(1), "it has 31 digits"},
                             BadText{good + "0", "it has 33 digits"}, BadText{" " + good, "character 1 is no digit"},
                             BadText{good.substr(0, 31) + "G", "character 32 is no digit"},
                             BadText{std::string(32, 'A'), "character 1 is no digit"}, BadText{"0x12", "character 2"},
                             BadText{good.substr(0, 16) + "-" + good.substr(0, 15), "character 17 is no digit"}}) {
    try {
      static_cast<void>(ecs::parse_id(bad.text));
      ADD_FAILURE() << "'" << bad.text << "' was taken";
    } catch (const std::invalid_argument& refused) {
      const std::string said = refused.what();
      EXPECT_NE(said.find("'" + bad.text.substr(0, 40) + "'"), std::string::npos) << said;
      EXPECT_NE(said.find(bad.why), std::string::npos) << said;
      EXPECT_NE(said.find("an id is 32 digits from 0 to 9 and a to f"), std::string::npos) << said;
    }
  }
}

TEST(EntityId, a_hundred_thousand_draws_differ_and_use_every_bit) {  // H125
  std::set<ecs::EntityId> drawn;
  int ones[128] = {};
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const ecs::EntityId id = ecs::draw_id();
    EXPECT_TRUE(drawn.insert(id).second);
    for (int bit = 0; bit < 64; ++bit) {
      ones[bit] += static_cast<int>(id.high >> bit & 1);
      ones[64 + bit] += static_cast<int>(id.low >> bit & 1);
    }
  }
  for (int bit = 0; bit < 128; ++bit) {  // 10 standard deviations: 1 run in 10^21 fails by chance
    EXPECT_NEAR(ones[bit], kDraws / 2, 1582) << "bit " << bit;
  }
}

TEST(IdMaps, follow_a_pair_of_plain_maps_wherever_they_go) {  // H126
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random{seed};
  ecs::IdMaps maps;
  std::map<ecs::Index, ecs::EntityId> owned;
  std::map<ecs::EntityId, ecs::Index> owner;
  for (int step = 0; step < 20'000; ++step) {
    const auto index = static_cast<ecs::Index>(random() % 300 << random() % 2 * 20);
    const ecs::EntityId id{random() % 20, random() % 20 + 1};
    const bool growing = step % 2'000 < 1'200;
    if (owned.contains(index) && !growing) {
      maps.erase(index);
      owner.erase(owned[index]);
      owned.erase(index);
    } else if (!owned.contains(index) && !owner.contains(id)) {
      maps.insert(index, id);
      owned[index] = id;
      owner[id] = index;
    }
    if (step % 3'000 == 2'999) maps.shrink_to_fit();
    ASSERT_EQ(maps.size(), owned.size());
    if (step % 50 == 0) {
      ASSERT_TRUE(maps.consistent()) << "step " << step;
    }
  }
  for (ecs::EntryNumber number = 0; number < maps.size(); ++number) {
    EXPECT_EQ(owned.at(maps.owner(number)), maps.id(number));
    EXPECT_EQ(owner.at(maps.id(number)), maps.owner(number));
  }
}

TEST(IdMaps, take_ids_that_differ_in_a_single_bit) {
  ecs::IdMaps maps;
  for (ecs::Index i = 0; i < 10'000; ++i) maps.insert(i, ecs::EntityId{0, i + std::uint64_t{1}});
  for (ecs::Index i = 0; i < 10'000; ++i) maps.insert(10'000 + i, ecs::EntityId{i + std::uint64_t{1}, 0});
  EXPECT_TRUE(maps.consistent());
  for (ecs::Index i = 0; i < 20'000; ++i) maps.erase(i);
  EXPECT_TRUE(maps.consistent() && maps.empty());
}

TEST(IdMaps, own_what_they_say_and_a_clone_owns_no_slack) {
  const std::uint64_t before = ecs::memory_count.live_bytes.load();
  const auto owned = [&] { return ecs::memory_count.live_bytes.load() - before; };
  ecs::IdMaps maps;
  EXPECT_EQ(owned(), 0u);
  for (ecs::Index i = 0; i < 1'000; ++i) {
    maps.insert(i, ecs::draw_id());
    ASSERT_EQ(maps.owned_bytes(), owned());
  }
  EXPECT_LT(maps.used_bytes(), maps.owned_bytes());
  ecs::IdMaps exact;
  exact.reserve(1'000);
  EXPECT_LE(exact.owned_bytes(), 31'000u);  // the head of the file says 31 B an entry
  ecs::IdMaps copy = maps.clone();
  EXPECT_EQ(copy.owned_bytes(), exact.owned_bytes());
  EXPECT_TRUE(copy.consistent());
  copy.erase(5);
  EXPECT_NE(maps.number_of(ecs::Index{5}), ecs::kNoEntry);
  maps.shrink_to_fit();
  EXPECT_EQ(maps.owned_bytes(), exact.owned_bytes());
}

TEST(IdMaps, memory_that_runs_out_changes_nothing) {
  ecs::IdMaps maps;
  for (ecs::Index i = 0; i < 16; ++i) maps.insert(i, ecs::EntityId{1, i});
  for (std::size_t allocations = 0; allocations < 4; ++allocations) {
    const MemoryRunsOut after{allocations};
    EXPECT_THROW(maps.insert(16, ecs::EntityId{1, 16}), std::bad_alloc) << allocations;
    EXPECT_EQ(maps.size(), 16u);
    EXPECT_TRUE(maps.consistent());
  }
  maps.insert(16, ecs::EntityId{1, 16});
  EXPECT_EQ(maps.size(), 17u);
}

TEST(IdMaps, moved_maps_leave_empty_ones_behind) {
  ecs::IdMaps maps;
  maps.insert(3, ecs::EntityId{1, 2});
  ecs::IdMaps taken = std::move(maps);
  EXPECT_TRUE(maps.empty() && maps.consistent());
  EXPECT_EQ(taken.number_of(ecs::EntityId{1, 2}), 0u);
  maps = std::move(taken);
  EXPECT_EQ(maps.size(), 1u);
  EXPECT_TRUE(taken.empty() && taken.consistent());
}

}  // namespace
}  // namespace ecsbench::tests
