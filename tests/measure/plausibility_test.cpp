// What is too quick to be true.
#include "harness/measure/plausibility.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ecsbench {
namespace {

TEST(Plausibility, sixteen_megabytes_in_a_millisecond_are_sixteen_gigabytes_a_second) {
  const auto judged = judge_plausibility(16e6, 1e6, 20);
  ASSERT_TRUE(judged);
  EXPECT_DOUBLE_EQ(judged->claimed_gb_per_s, 16);
  EXPECT_DOUBLE_EQ(judged->share_of_ceiling, 0.8);
  EXPECT_FALSE(judged->impossible);
}

TEST(Plausibility, up_to_1_3_times_the_ceiling_is_believed_and_more_is_not) {
  EXPECT_FALSE(judge_plausibility(12.9e6, 1e6, 10)->impossible);
  EXPECT_TRUE(judge_plausibility(13.1e6, 1e6, 10)->impossible);
}

TEST(Plausibility, without_a_measured_bandwidth_nothing_is_judged) {
  EXPECT_FALSE(judge_plausibility(16e6, 1e6, 0));
  EXPECT_FALSE(judge_plausibility(16e6, 0, 10));
  EXPECT_FALSE(judge_plausibility(0, 1e6, 10));
  EXPECT_FALSE(judge_plausibility(16e6, 1e6, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(judge_plausibility(16e6, std::numeric_limits<double>::infinity(), 10));
}

}  // namespace
}  // namespace ecsbench
