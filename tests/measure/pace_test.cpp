// How many frames a block gets, and how many rounds a budget.
#include "harness/measure/pace.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace ecsbench {
namespace {

constexpr double kMs = 1e6;
constexpr double kClockCostNs = 25;

Settings within(double seconds) {
  Settings settings;
  settings.time_budget_s = seconds;
  return settings;
}

TEST(Pace, a_frame_of_a_hundred_clock_calls_is_timed_alone) {
  EXPECT_EQ(group_size_for(2'500, kClockCostNs), 1u);
}

TEST(Pace, shorter_frames_are_timed_in_groups_of_a_hundred_clock_calls) {
  EXPECT_EQ(group_size_for(2'499, kClockCostNs), 2u);
  EXPECT_EQ(group_size_for(10, kClockCostNs), 250u);
}

TEST(Pace, two_groups_or_5_percent_settle_and_never_more_than_are_steady) {
  EXPECT_EQ(settling_before(1), 1u);
  EXPECT_EQ(settling_before(2), 2u);
  EXPECT_EQ(settling_before(40), 2u);
  EXPECT_EQ(settling_before(41), 3u);
  EXPECT_EQ(settling_before(100), 5u);
}

TEST(Pace, a_block_is_as_long_as_asked_for_in_time) {
  EXPECT_EQ(pace_for(1 * kMs, 20 * kMs, kClockCostNs), (Pace{1, 20, 2}));
  EXPECT_EQ(pace_for(4 * kMs, 20 * kMs, kClockCostNs), (Pace{1, 5, 2}));
}

TEST(Pace, a_frame_longer_than_its_block_has_one_settling_and_one_steady) {
  EXPECT_EQ(pace_for(30 * kMs, 20 * kMs, kClockCostNs), (Pace{1, 1, 1}));
}

TEST(Pace, a_frame_of_a_tenth_of_a_second_stands_alone) {
  EXPECT_EQ(pace_for(100 * kMs, 20 * kMs, kClockCostNs), (Pace{1, 1, 0}));
}

TEST(Pace, quick_frames_do_not_fill_the_file) {
  EXPECT_EQ(pace_for(3'000, 20 * kMs, kClockCostNs).steady, kMostGroupsPerBlock);
  EXPECT_EQ(pace_for(10, 20 * kMs, kClockCostNs).steady, kMostGroupsPerBlock);
}

TEST(Pace, a_frame_that_is_restored_stands_alone_and_its_block_holds_the_restoring) {
  const std::vector<Speed> speeds{{100, 0.9 * kMs, true}, {1 * kMs, 3 * kMs, true}};
  const Timetable timetable = make_timetable(speeds, within(100), kClockCostNs);
  EXPECT_EQ(timetable.paces[0], (Pace{1, 22, 2, true}));
  EXPECT_EQ(timetable.paces[1], (Pace{1, 5, 2, true}));
  EXPECT_DOUBLE_EQ(round_ns(timetable, speeds), 24 * (100 + 0.9 * kMs) + 7 * 4 * kMs);
}

TEST(Pace, slow_contestants_get_fewer_frames) {
  const std::vector<Speed> speeds{{1 * kMs, 0}, {10 * kMs, 0}};
  const Timetable timetable = make_timetable(speeds, within(100), kClockCostNs);
  EXPECT_EQ(timetable.paces[0].steady, 20u);
  EXPECT_EQ(timetable.paces[1].steady, 2u);
}

TEST(Pace, a_tight_budget_shortens_blocks_before_it_costs_rounds) {
  const std::vector<Speed> speeds(4, Speed{1 * kMs, 0});
  const Timetable timetable = make_timetable(speeds, within(1), kClockCostNs);
  EXPECT_GE(timetable.rounds, kFewestRounds);
  EXPECT_LT(timetable.paces[0].steady, 20u);
}

TEST(Pace, rounds_are_whole_squares) {
  const std::vector<Speed> speeds(5, Speed{1 * kMs, 0});
  EXPECT_EQ(make_timetable(speeds, within(7), kClockCostNs).rounds % 10, 0u);
}

TEST(Pace, one_square_of_the_shortest_blocks_is_run_even_if_it_does_not_fit) {  // H143
  const std::vector<Speed> speeds(6, Speed{0.1 * kMs, 0});
  const Timetable timetable = make_timetable(speeds, within(0.001), kClockCostNs);
  EXPECT_EQ(timetable.rounds, 6u);
  EXPECT_EQ(timetable.paces[0], (Pace{1, 10, 2}));
}

TEST(Pace, preparing_uses_up_the_budget) {
  const std::vector<Speed> without(2, Speed{10 * kMs, 0}), with(2, Speed{10 * kMs, 100 * kMs});
  EXPECT_GT(make_timetable(without, within(10), kClockCostNs).rounds,
            2 * make_timetable(with, within(10), kClockCostNs).rounds);
}

TEST(Pace, a_given_number_of_rounds_is_kept_whatever_the_budget) {
  const std::vector<Speed> speeds(4, Speed{10 * kMs, 0});
  Settings settings = within(0.001);
  settings.rounds = 31;
  EXPECT_EQ(make_timetable(speeds, settings, kClockCostNs).rounds, 31u);
}

TEST(Pace, a_given_number_of_frames_is_steady_in_every_block) {
  const std::vector<Speed> speeds{{1 * kMs, 0}, {10 * kMs, 0}};
  Settings settings = within(1);
  settings.frames = 7;
  for (const Pace& pace : make_timetable(speeds, settings, kClockCostNs).paces) {
    EXPECT_EQ(pace, (Pace{1, 7, 2}));
  }
}

TEST(Pace, interleaved_by_frame_nothing_settles_and_all_get_the_same_frames) {
  const std::vector<Speed> speeds{{1 * kMs, 0}, {9 * kMs, 0}};
  Settings settings = within(100);
  settings.interleave = Interleave::kFrame;
  const Timetable timetable = make_timetable(speeds, settings, kClockCostNs);
  EXPECT_EQ(timetable.passes, 4u);  // 2 blocks of 20 ms hold 4 frames of each
  for (const Pace& pace : timetable.paces) EXPECT_EQ(pace, (Pace{1, 1, 0}));
}

TEST(Pace, a_given_number_of_frames_fills_whole_groups) {
  const std::vector<Speed> speeds{{1'000, 0}, {1 * kMs, 0}};  // groups of 3 and of 1
  Settings settings = within(1);
  settings.frames = 10;
  const Timetable timetable = make_timetable(speeds, settings, kClockCostNs);
  EXPECT_EQ(timetable.paces[0], (Pace{3, 4, 2}));
  EXPECT_EQ(timetable.paces[1], (Pace{1, 10, 2}));
}

TEST(Pace, interleaved_by_frame_a_given_number_of_frames_counts_frames_and_not_groups) {
  Settings settings = within(1);
  settings.interleave = Interleave::kFrame;
  settings.frames = 1'000;
  const std::vector<Speed> quick(2, Speed{10, 0});  // groups of 250
  EXPECT_EQ(make_timetable(quick, settings, kClockCostNs).passes, 4u);
  const std::vector<Speed> mixed{{10, 0}, {500, 0}};  // groups of 250 and of 5
  EXPECT_EQ(make_timetable(mixed, settings, kClockCostNs).passes, 200u);
  settings.frames = 1'001;
  EXPECT_EQ(make_timetable(quick, settings, kClockCostNs).passes, 5u);
}

TEST(Pace, a_frame_of_a_twentieth_of_a_nanosecond_overflows_nothing) {  // H123
  EXPECT_EQ(group_size_for(0.05, kClockCostNs), 50'000u);
  const std::vector<Speed> speeds(2, Speed{0.05, 0});
  for (const double seconds : {160.0, 1e9}) {
    const Timetable timetable = make_timetable(speeds, within(seconds), kClockCostNs);
    EXPECT_EQ(timetable.paces[0].steady, kMostGroupsPerBlock);
    EXPECT_LE(timetable.most_rounds, kMostRounds);
    EXPECT_GE(timetable.rounds, 1u);
    EXPECT_LE(timetable.rounds, timetable.most_rounds);
    EXPECT_GT(round_ns(timetable, speeds), 0);
  }
  Settings settings = within(160);
  settings.frames = std::uint64_t{6'000'000'000};
  EXPECT_EQ(make_timetable(speeds, settings, kClockCostNs).paces[0].steady, 120'000u);
}

TEST(Pace, quick_contestants_do_not_run_for_ever) {
  const std::vector<Speed> speeds(2, Speed{100, 0});
  EXPECT_LE(make_timetable(speeds, within(3'600), kClockCostNs).rounds, kMostRounds);
}

}  // namespace
}  // namespace ecsbench
