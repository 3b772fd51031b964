// What is too quick to be true.
#include "harness/measure/plausibility.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

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

TEST(Plausibility, a_disturbed_probe_is_repeated_before_it_accuses) {
  double ceiling_gb_per_s = 5;
  int probes = 0;
  const auto undisturbed_from_the_third_on = [&probes] { return ++probes < 3 ? 6.0 : 15.0; };
  const auto judged = judge_after_hearings(16e6, 1e6, ceiling_gb_per_s, undisturbed_from_the_third_on);
  EXPECT_FALSE(judged->impossible);
  EXPECT_EQ(probes, 3);
  EXPECT_EQ(ceiling_gb_per_s, 15);
}

TEST(Plausibility, what_no_probe_reaches_is_impossible_in_the_end) {  // H028
  double ceiling_gb_per_s = 10;
  int probes = 0;
  const auto judged =
      judge_after_hearings(16e6, 1e6, ceiling_gb_per_s, [&probes] { return ++probes == 2 ? 11.0 : 9.0; });
  EXPECT_TRUE(judged->impossible);
  EXPECT_EQ(probes, kHearings);
  EXPECT_DOUBLE_EQ(judged->share_of_ceiling, 16.0 / 11);
}

TEST(Plausibility, what_is_possible_costs_no_probe) {
  double ceiling_gb_per_s = 20;
  const auto never = []() -> double { throw std::logic_error("probed"); };
  EXPECT_FALSE(judge_after_hearings(16e6, 1e6, ceiling_gb_per_s, never)->impossible);
  EXPECT_FALSE(judge_after_hearings(0, 1e6, ceiling_gb_per_s, never));
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
