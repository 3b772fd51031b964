// The pairs of a relation, without a world around them: lists from both ends, and who falls.
#include "strategies/pair_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/index_chain.hpp"
#include "strategies/pairs.hpp"
#include "strategies/relation.hpp"
#include "strategies/sparse_set.hpp"
#include "tests/support/relations.hpp"

namespace ecsbench::tests {
namespace {

using ecs::Index;

std::vector<Index> targets_in(const ecs::PairIndex& pairs, Index source) {
  std::vector<Index> found;
  pairs.each_target(source, [&](Index target) {
    found.push_back(target);
    return true;
  });
  return found;
}
std::vector<Index> sources_in(const ecs::PairIndex& pairs, Index target) {
  std::vector<Index> found;
  pairs.each_source(target, [&](Index source) {
    found.push_back(source);
    return true;
  });
  return found;
}
void add(ecs::PairIndex& pairs, Index source, Index target) {
  pairs.make_room(std::max(source, target) + std::size_t{1});
  pairs.add(source, target);
}

TEST(PairIndexTest, lists_keep_the_order_of_adding_when_any_of_them_goes) {
  for (const Index gone : {1u, 2u, 3u, 4u}) {
    ecs::PairIndex pairs;
    for (const Index source : {1u, 2u, 3u, 4u}) add(pairs, source, 0);
    pairs.remove(gone, 0);
    std::vector<Index> wanted{1, 2, 3, 4};
    std::erase(wanted, gone);
    EXPECT_EQ(sources_in(pairs, 0), wanted);
    add(pairs, gone, 0);
    wanted.push_back(gone);
    EXPECT_EQ(sources_in(pairs, 0), wanted);
    EXPECT_TRUE(pairs.consistent());
  }
}

TEST(PairIndexTest, nobody_has_pairs_beyond_the_highest_index) {
  ecs::PairIndex pairs;
  add(pairs, 2, 5);
  EXPECT_FALSE(pairs.has_target(1000));
  EXPECT_FALSE(pairs.has_source(1000));
  EXPECT_FALSE(pairs.has(2, 1000));
  EXPECT_EQ(pairs.first_target(5), ecs::PairIndex::kNobody);
}

TEST(PairIndexTest, takes_no_more_than_it_needs_once_shrunk) {
  ecs::PairIndex pairs;
  for (Index i = 0; i < 100; ++i) add(pairs, i, 200);
  for (Index i = 10; i < 100; ++i) pairs.remove(i, 200);
  pairs.remove(3, 200);
  add(pairs, 3, 4);
  pairs.shrink_to_fit();
  EXPECT_EQ(pairs.memory().slack_bytes, 0u);
  EXPECT_EQ(pairs.memory().index_bytes, 10 * 24u + 201 * 16u);
  while (pairs.has_source(200)) pairs.remove_first_source(200);
  pairs.shrink_to_fit();
  EXPECT_EQ(pairs.memory().total_bytes(), 24 + 5 * 16u);
  EXPECT_TRUE(pairs.consistent());
}

TEST(PairIndexTest, random_pairs_are_those_of_a_plain_list) {
  const unsigned seed = std::random_device{}();
  std::cout << "seed " << seed << '\n';
  std::mt19937 random{seed};
  const auto some = [&] { return static_cast<Index>(random() % 12); };
  ecs::PairIndex pairs;
  std::vector<std::pair<Index, Index>> plain;
  for (int step = 0; step < 5000; ++step) {
    const std::pair<Index, Index> pair{some(), some()};
    const auto found = std::find(plain.begin(), plain.end(), pair);
    ASSERT_EQ(pairs.has(pair.first, pair.second), found != plain.end());
    if (found == plain.end()) {
      add(pairs, pair.first, pair.second);
      plain.push_back(pair);
    } else {
      pairs.remove(pair.first, pair.second);
      plain.erase(found);
    }
    std::vector<Index> targets;
    std::vector<Index> sources;
    for (const auto& [source, target] : plain) {
      if (source == pair.first) targets.push_back(target);
      if (target == pair.second) sources.push_back(source);
    }
    ASSERT_EQ(targets_in(pairs, pair.first), targets);
    ASSERT_EQ(sources_in(pairs, pair.second), sources);
    ASSERT_TRUE(pairs.consistent());
  }
}

TEST(IndexChainTest, grows_at_the_end_and_behind_any_and_leaves_no_link) {
  ecs::IndexChain chain;
  chain.fit(6);
  chain.append(4);
  chain.append(2);
  chain.insert_after(4, 0);
  chain.insert_after(2, 5);
  std::vector<Index> order;
  for (Index i = chain.first(); i != ecs::IndexChain::kNone; i = chain.next(i)) order.push_back(i);
  EXPECT_EQ(order, (std::vector<Index>{4, 0, 2, 5}));
  EXPECT_FALSE(chain.has(1));
  EXPECT_FALSE(chain.has(100));
  EXPECT_TRUE(chain.consistent());
  chain.release();
  EXPECT_TRUE(chain.empty());
  for (Index i = 0; i < 6; ++i) EXPECT_FALSE(chain.has(i));
  EXPECT_TRUE(chain.consistent());
}

TEST(PairsTest, a_chain_of_a_million_falls_without_recursion) {
  ecs::SparseSetWorld<A, PartOf> world;
  const ecs::Entity root = world.spawn();
  ecs::Entity last = root;
  for (int i = 1; i < 1000000; ++i) {
    const ecs::Entity next = world.spawn();
    ASSERT_TRUE(world.relate<PartOf>(next, last));
    last = next;
  }
  EXPECT_FALSE(world.relate<PartOf>(root, last)) << "nor does the search for the circle recurse";
  EXPECT_TRUE(world.despawn(root));
  EXPECT_EQ(world.size(), 0u);
  EXPECT_TRUE(world.consistent());
}

TEST(PairsTest, a_world_without_relations_keeps_nothing_for_them) {
  EXPECT_TRUE((std::is_empty_v<ecs::Pairs<A, Frozen>>));
  EXPECT_FALSE((std::is_empty_v<ecs::Pairs<A, ChildOf>>));
}

}  // namespace
}  // namespace ecsbench::tests
