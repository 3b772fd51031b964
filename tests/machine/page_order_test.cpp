#include "harness/machine/page_order.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ecsbench {
namespace {

constexpr std::uint64_t kPage = 4096;

TEST(PageOrder, pages_are_numbered_as_they_are_touched_and_offsets_stay) {
  PageOrder pages(64);
  EXPECT_EQ(pages.place(0x7f3a'1c42'9040, 8), 0x0040U);
  EXPECT_EQ(pages.place(0x5581'07e0'3048, 8), 0x1048U);
  EXPECT_EQ(pages.place(0x7f3a'1c42'a000, 8), 0x2000U);
  EXPECT_EQ(pages.place(0x7f3a'1c42'9ff8, 8), 0x0ff8U);
  EXPECT_EQ(pages.pages(), 3U);
}

TEST(PageOrder, two_runs_that_differ_in_where_blocks_lie_agree) {
  const auto run = [](std::uint64_t first_block, std::uint64_t second_block) {
    PageOrder pages(64);
    std::vector<std::uint64_t> placed;
    for (std::uint64_t at = 0; at < 20; ++at) {
      placed.push_back(pages.place(first_block + at * 1000 / 8 * 8, 8));
      placed.push_back(pages.place(second_block + at * 600 / 8 * 8, 8));
    }
    return placed;
  };
  EXPECT_EQ(run(0x10000, 0x90000), run(0x7fff'0000'0000, 0x5555'0000'0000));
}

TEST(PageOrder, a_line_is_counted_once_a_count) {
  PageOrder pages(64);
  for (int again = 0; again < 3; ++again) {
    for (std::uint64_t at = 0; at < kPage; at += 8) pages.place(kPage + at, 8);
  }
  EXPECT_EQ(pages.lines(), 64U);
  pages.place(10 * kPage + 60, 8);
  EXPECT_EQ(pages.lines(), 66U);
  pages.count_anew();
  EXPECT_EQ(pages.lines(), 0U);
  pages.place(kPage, 64);
  EXPECT_EQ(pages.lines(), 1U);
}

TEST(PageOrder, a_page_that_was_given_back_is_another_when_it_is_touched_again) {
  PageOrder pages(64);
  for (std::uint64_t page = 1; page <= 4; ++page) pages.place(page * kPage, 8);
  pages.forget(2 * kPage + 100, kPage);  // pages 2 and 3
  EXPECT_EQ(pages.place(2 * kPage, 8) / kPage, 4U);
  EXPECT_EQ(pages.place(3 * kPage, 8) / kPage, 5U);
  EXPECT_EQ(pages.place(1 * kPage, 8) / kPage, 0U);
  EXPECT_EQ(pages.place(4 * kPage, 8) / kPage, 3U);
  EXPECT_EQ(pages.lines(), 6U);
  pages.forget(1'000'000 * kPage, 1);  // never touched: nothing to forget
}

TEST(PageOrder, pages_all_over_the_address_space_keep_their_numbers) {
  PageOrder pages(64);
  constexpr std::uint64_t kFar = 513 * kPage, kMany = 5'000;  // more runs than there is room for at first
  for (std::uint64_t at = 0; at < kMany; ++at) ASSERT_EQ(pages.place(at * kFar, 1) / kPage, at);
  for (std::uint64_t at = 0; at < kMany; ++at) ASSERT_EQ(pages.place(at * kFar, 1) / kPage, at);
  EXPECT_EQ(pages.lines(), kMany);
}

TEST(PageOrder, stays_consistent_whatever_is_touched_and_given_back) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto below = [&random](std::uint64_t bound) { return std::uint64_t{random()} % bound; };
  PageOrder pages(64);
  for (int step = 0; step < 20'000; ++step) {
    const std::uint64_t address = below(40) * 512 * kPage + below(600) * kPage + below(kPage);
    if (below(50) == 0) {
      pages.forget(address, 1 + below(5 * kPage));
    } else if (below(500) == 0) {
      pages.count_anew();
    } else {
      pages.place(address, 1 + below(PageOrder::rest_of_page(address)));
    }
    if (step % 500 == 0) {
      ASSERT_TRUE(pages.consistent()) << "after step " << step;
    }
  }
  EXPECT_TRUE(pages.consistent());
}

TEST(PageOrder, lines_may_be_longer_than_64_bytes) {
  PageOrder pages(128);
  pages.place(0, kPage);
  EXPECT_EQ(pages.lines(), 32U);
}

TEST(PageOrder, the_rest_of_a_page_ends_where_the_next_begins) {
  EXPECT_EQ(PageOrder::rest_of_page(5 * kPage), kPage);
  EXPECT_EQ(PageOrder::rest_of_page(5 * kPage + 4095), 1U);
}

}  // namespace
}  // namespace ecsbench
