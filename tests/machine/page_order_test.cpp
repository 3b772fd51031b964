#include "harness/machine/page_order.hpp"

#include <gtest/gtest.h>

#include <cstdint>
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
