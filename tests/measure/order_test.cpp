// Williams squares are balanced, and one seed gives one order.
#include "harness/measure/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace ecsbench {
namespace {

using Counts = std::map<std::pair<std::size_t, std::size_t>, std::size_t>;

// How often a contestant stands in a position.
Counts positions(const std::vector<Turns>& rows) {
  Counts counts;
  for (const Turns& row : rows) {
    for (std::size_t at = 0; at < row.size(); ++at) ++counts[{row[at], at}];
  }
  return counts;
}

// How often one contestant directly follows another.
Counts followers(const std::vector<Turns>& rows) {
  Counts counts;
  for (const Turns& row : rows) {
    for (std::size_t at = 1; at < row.size(); ++at) ++counts[{row[at - 1], row[at]}];
  }
  return counts;
}

bool all_are(const Counts& counts, std::size_t expected) {
  return std::all_of(counts.begin(), counts.end(), [&](const auto& count) { return count.second == expected; });
}

TEST(Order, an_even_number_needs_as_many_rows_and_an_odd_one_twice_as_many) {
  EXPECT_EQ(williams_square(4).size(), 4u);
  EXPECT_EQ(williams_square(5).size(), 10u);
  EXPECT_EQ(rows_of_square(12), 12u);
  EXPECT_EQ(rows_of_square(9), 18u);
}

TEST(Order, one_contestant_runs_alone) {
  EXPECT_EQ(williams_square(1), (std::vector<Turns>{{0}}));
}

TEST(Order, every_contestant_stands_equally_often_in_every_position) {
  for (std::size_t contestants = 1; contestants <= 13; ++contestants) {
    const Counts counts = positions(williams_square(contestants));
    EXPECT_EQ(counts.size(), contestants * contestants);
    EXPECT_TRUE(all_are(counts, rows_of_square(contestants) / contestants)) << contestants;
  }
}

TEST(Order, every_contestant_follows_every_other_equally_often) {
  for (std::size_t contestants = 2; contestants <= 13; ++contestants) {
    const Counts counts = followers(williams_square(contestants));
    EXPECT_EQ(counts.size(), contestants * (contestants - 1));
    EXPECT_TRUE(all_are(counts, rows_of_square(contestants) / contestants)) << contestants;
  }
}

TEST(Order, shuffling_keeps_the_rows) {
  std::mt19937_64 random(42);
  std::vector<Turns> shuffled = shuffled_square(7, random);
  std::vector<Turns> plain = williams_square(7);
  EXPECT_NE(shuffled, plain);
  std::sort(shuffled.begin(), shuffled.end());
  std::sort(plain.begin(), plain.end());
  EXPECT_EQ(shuffled, plain);
}

TEST(Order, one_seed_gives_one_order_on_every_standard_library) {
  std::mt19937_64 random(42);
  // The generator's first numbers are 2 modulo 4, 2 modulo 3 and 0 modulo 2: two swaps.
  const std::vector<Turns> expected{{1, 2, 0, 3}, {0, 1, 3, 2}, {3, 0, 2, 1}, {2, 3, 1, 0}};
  EXPECT_EQ(shuffled_square(4, random), expected);
}

TEST(Order, another_seed_gives_another_order) {
  std::mt19937_64 one(1), two(2);
  EXPECT_NE(shuffled_square(9, one), shuffled_square(9, two));
}

TEST(Order, rounds_are_raised_to_whole_squares) {
  EXPECT_EQ(up_to_whole_squares(24, 9), 36u);
  EXPECT_EQ(up_to_whole_squares(24, 12), 24u);
  EXPECT_EQ(up_to_whole_squares(1, 2), 2u);
}

}  // namespace
}  // namespace ecsbench
