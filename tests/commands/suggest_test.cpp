#include "harness/commands/options/suggest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ecsbench {
namespace {

const std::vector<std::string> kStrategies = {"boxed",     "boxed_scattered", "bitset", "sparse_set",
                                              "archetype", "reactive",        "limit",  "gather"};

TEST(EditDistance, counts_insertions_deletions_replacements_and_swaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", "ab"), 1U);
  EXPECT_EQ(edit_distance("abc", "abd"), 1U);
  EXPECT_EQ(edit_distance("abc", "acb"), 1U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // no place is edited twice
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Suggestion, is_the_closest_name) {
  EXPECT_EQ(unknown_name("strategy", "sparseset", kStrategies),
            "no strategy is called 'sparseset'. Did you mean 'sparse_set'?");
  EXPECT_EQ(closest("archtype", kStrategies), "archetype");
  EXPECT_EQ(closest("biset", kStrategies), "bitset");
  EXPECT_EQ(closest("boxde", kStrategies), "boxed");
}

TEST(Suggestion, takes_capitals_for_small_letters) {
  EXPECT_EQ(closest("Archetype", kStrategies), "archetype");
  EXPECT_EQ(closest("SPARSE_SET", kStrategies), "sparse_set");
  EXPECT_EQ(closest("l3", {"ab", "L3"}), "L3");
}

TEST(Suggestion, is_not_made_where_nothing_is_close) {
  EXPECT_EQ(unknown_name("strategy", "quadtree", kStrategies), "no strategy is called 'quadtree'.");
  EXPECT_EQ(closest("", kStrategies), std::nullopt);
  EXPECT_EQ(closest("x", {"ab"}), std::nullopt);
}

}  // namespace
}  // namespace ecsbench
