#include "harness/machine/cache_geometry.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "harness/machine/machine.hpp"
#include "harness/machine/processor.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB;

TEST(CacheGeometry, is_the_machines_own_without_the_caches_of_instructions) {
  const auto levels = modelled_levels({{1, "Instruction", 32 * kKiB, 64, 8},
                                       {1, "Data", 48 * kKiB, 64, 12},
                                       {2, "Unified", 2 * kMiB, 64, 16},
                                       {3, "Unified", 36 * kMiB, 64, 12}});
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels[0].geometry.size_bytes, 48 * kKiB);
  EXPECT_EQ(levels[0].geometry.ways, 12U);
  EXPECT_EQ(levels[1].level, 2);
  EXPECT_EQ(levels[2].geometry.size_bytes, 36 * kMiB);
  for (const ModelledLevel& one : levels) EXPECT_FALSE(one.is_assumed);
}

TEST(CacheGeometry, ways_that_are_not_shown_are_assumed_and_said_to_be) {
  const auto levels = modelled_levels({{1, "Data", 32 * kKiB, 64, 8}, {2, "Unified", 512 * kKiB, 64, 0}});
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_FALSE(levels[0].is_assumed);
  EXPECT_TRUE(levels[1].is_assumed);
  EXPECT_EQ(levels[1].geometry.size_bytes, 512 * kKiB);
  EXPECT_EQ(levels[1].geometry.ways, 8U);
}

TEST(CacheGeometry, where_nothing_is_shown_all_of_it_is_assumed) {
  const auto levels = modelled_levels({});
  ASSERT_EQ(levels.size(), 3U);
  for (const ModelledLevel& one : levels) {
    EXPECT_TRUE(one.is_assumed);
    EXPECT_TRUE(can_be_modelled(one.geometry));
  }
}

TEST(CacheGeometry, a_missing_first_level_is_assumed) {
  const auto levels = modelled_levels({{2, "Unified", 4 * kMiB, 64, 16}});
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].level, 1);
  EXPECT_TRUE(levels[0].is_assumed);
  EXPECT_EQ(levels[1].level, 2);
}

TEST(CacheGeometry, lines_are_those_of_the_first_level_everywhere) {
  const auto levels = modelled_levels({{1, "Data", 64 * kKiB, 128, 4}, {2, "Unified", 4 * kMiB, 64, 16}});
  for (const ModelledLevel& one : levels) EXPECT_EQ(one.geometry.line_bytes, 128U);
}

// A number of ways or a line size that no cache has: strange files, not a strange model.
TEST(CacheGeometry, nonsense_is_replaced_by_what_is_usual) {
  const auto levels = modelled_levels({{1, "Data", 32 * kKiB, 60, 8}, {2, "Unified", kKiB, 64, 4096}});
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].geometry.line_bytes, 64U);
  EXPECT_TRUE(levels[1].is_assumed);
  for (const ModelledLevel& one : levels) EXPECT_TRUE(can_be_modelled(one.geometry));
}

TEST(CacheGeometry, of_this_machine_makes_a_model) {
  for (const ModelledLevel& one : modelled_levels(caches(this_machine()))) EXPECT_TRUE(can_be_modelled(one.geometry));
}

}  // namespace
}  // namespace ecsbench
