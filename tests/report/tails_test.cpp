// What the tails of a case are made of.
#include "harness/report/tails.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/report/summarise.hpp"

namespace ecsbench {
namespace {

// 40 rounds of 10 frames of 1.00 to 1.09 ms; round 3 was disturbed, and its last frame took 20 ms.
ContestantSamples with_a_spike() {
  ContestantSamples samples{"archetype", 1, std::vector<RoundSamples>(40)};
  for (RoundSamples& round : samples.rounds) {
    for (int frame = 0; frame < 10; ++frame) round.steady_ns.push_back(1e6 + 1e4 * frame);
  }
  samples.rounds[3].disturbed = 2;
  samples.rounds[3].steady_ns.back() = 20e6;
  return samples;
}

FrameResult frame_of(const ContestantSamples& samples, std::uint64_t seed = 42) {
  CaseGroup group;
  group.workload = "move/a";
  group.entities = 10;
  group.seed = seed;
  group.samples.rounds = samples.rounds.size();
  group.samples.contestants = {samples};
  group.facts.resize(1);
  return summarise(group).cases.at(0).frame_ns;
}

TEST(Tails, percentiles_have_intervals_around_them) {
  const FrameResult frame = frame_of(with_a_spike());
  ASSERT_TRUE(frame.p95 && frame.p99 && frame.p95_ends.ci_low && frame.p99_ends.ci_high);
  EXPECT_LE(*frame.p95_ends.ci_low, *frame.p95);
  EXPECT_GE(*frame.p95_ends.ci_high, *frame.p95);
  EXPECT_GE(*frame.p99_ends.ci_high, 20e6) << "of 400 frames the slowest may be the p99";
  EXPECT_EQ(frame.max_ends.ci_high, 20e6);
  EXPECT_LT(*frame.max_ends.ci_low, 1.1e6) << "it hangs on one round";
  EXPECT_DOUBLE_EQ(*frame.p99_to_p50.median, *frame.p99 / *frame.median);
  EXPECT_LE(*frame.p99_to_p50.ci_low, *frame.p99_to_p50.median);
}

TEST(Tails, a_percentile_that_is_missing_has_no_interval) {
  ContestantSamples samples = with_a_spike();
  samples.rounds.resize(36);  // 360 frames
  const FrameResult frame = frame_of(samples);
  EXPECT_TRUE(frame.p95_ends.ci_low);
  EXPECT_FALSE(frame.p99 || frame.p99_ends.ci_low || frame.p99_ends.ci_high || frame.p99_to_p50.median ||
               frame.p99_to_p50.ci_low);
  samples.rounds.resize(5);
  EXPECT_FALSE(frame_of(samples).max_ends.ci_low) << "a handful of rounds";
}

TEST(Tails, the_seed_of_the_run_decides_the_drawings) {
  ContestantSamples samples = with_a_spike();
  for (std::size_t round = 0; round < 40; ++round) {
    for (double& frame_ns : samples.rounds[round].steady_ns) frame_ns *= 1 + 0.01 * static_cast<double>(round * round);
  }
  EXPECT_EQ(frame_of(samples, 1).p95_ends.ci_low, frame_of(samples, 1).p95_ends.ci_low);
  const FrameResult one = frame_of(samples, 1), other = frame_of(samples, 2);
  EXPECT_TRUE(one.p95_ends.ci_low != other.p95_ends.ci_low || one.p95_ends.ci_high != other.p95_ends.ci_high ||
              one.p99_ends.ci_low != other.p99_ends.ci_low);
}

TEST(Tails, each_budget_has_the_share_of_frames_over_it) {
  ContestantSamples samples = with_a_spike();
  samples.rounds[8].steady_ns.back() = 7e6;
  const FrameResult frame = frame_of(samples);
  ASSERT_EQ(frame.over_budget.size(), 3U);
  EXPECT_EQ(frame.over_budget[0].budget_ms, 16.67);
  EXPECT_DOUBLE_EQ(*frame.over_budget[0].share, 1.0 / 400);
  EXPECT_DOUBLE_EQ(*frame.over_budget[1].share, 1.0 / 400);
  EXPECT_DOUBLE_EQ(*frame.over_budget[2].share, 2.0 / 400);
  EXPECT_GT(*frame.over_budget[2].ends.ci_high, 2.0 / 400);
  EXPECT_GT(*frame.over_budget[2].ends.ci_low, 0);
}

TEST(Tails, frames_timed_in_groups_have_none) {
  ContestantSamples samples = with_a_spike();
  samples.group_size = 8;
  const FrameResult frame = frame_of(samples);
  EXPECT_FALSE(frame.p95_ends.ci_low || frame.max_ends.ci_low || frame.p99_to_p50.median);
  EXPECT_TRUE(frame.over_budget.empty());
}

TEST(Tails, outliers_are_counted_and_those_in_disturbed_rounds_apart) {
  ContestantSamples samples = with_a_spike();
  samples.rounds[9].steady_ns.front() = 30e6;
  const FrameResult frame = frame_of(samples);
  ASSERT_TRUE(frame.outliers && frame.disturbed_rounds);
  EXPECT_EQ(frame.outliers->severe, 2U);
  EXPECT_EQ(frame.outliers->mild, 0U);
  EXPECT_EQ(frame.outliers->in_disturbed_rounds, 1U);
  EXPECT_EQ(*frame.disturbed_rounds, (std::vector<std::uint64_t>{3}));
  EXPECT_EQ(frame.rounds[3].back(), 20e6) << "counted, and not dropped";
}

}  // namespace
}  // namespace ecsbench
