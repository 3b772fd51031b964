// Claims about the recorder: how accesses become those of single pages, and where it stops counting.
#include "harness/traced/recorder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace ecsbench {
namespace {

class RecorderTest : public testing::Test {
 protected:
  const std::array<CacheGeometry, 1> cache_{{{32768, 64, 8}}};
  CacheModel model_{cache_};
  PageOrder pages_{64};
  Recorder recorder_{model_, pages_, 3};  // accesses, and no more
};

TEST_F(RecorderTest, records_as_many_as_it_may_and_is_full_at_the_next) {
  for (std::uint64_t at = 0; at < 3; ++at) recorder_.touch(64 * at, 8);
  EXPECT_FALSE(recorder_.is_full()) << "as many as were allowed are no fault";
  recorder_.touch(64 * 3, 8);
  EXPECT_TRUE(recorder_.is_full());
  EXPECT_EQ(model_.counts().accesses, 3U);
  EXPECT_EQ(pages_.lines(), 3U);
}

TEST_F(RecorderTest, counts_anew_have_the_whole_allowance_again) {
  for (int frame = 0; frame < 5; ++frame) {
    recorder_.count_anew();
    for (std::uint64_t at = 0; at < 3; ++at) recorder_.touch(64 * at, 8);
  }
  EXPECT_FALSE(recorder_.is_full());
}

TEST_F(RecorderTest, what_lies_across_two_pages_is_two_accesses) {
  recorder_.touch(PageOrder::rest_of_page(0) - 4, 8);
  EXPECT_EQ(model_.counts().accesses, 2U);
  EXPECT_EQ(pages_.pages(), 2U);
}

}  // namespace
}  // namespace ecsbench
