// When a run ends, and what is left of it.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/measure/rounds.hpp"
#include "tests/measure/fakes.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kMs = 1'000'000;

// Three contestants of 1 ms a frame: a square has six rounds.
class Stopping : public testing::Test {
 protected:
  Stopping() {
    for (const char* name : {"a", "b", "c"}) {
      contestants_.push_back({name, &trials_.emplace_back(clock_, kMs)});
    }
  }

  // So many groups of frames after so many rounds, of which there is one at least; groups_ counts them.
  void stop_after(std::uint64_t rounds, std::uint64_t groups) {
    watch_.observe = [this, rounds](const Progress& now) { armed_ = now.so_far.rounds == rounds; };
    for (FakeTrial& trial : trials_) {
      trial.on_run = [this, groups] {
        if (armed_ && ++groups_ >= groups) stop_ = true;
      };
    }
  }

  Samples run() { return RoundRunner(contestants_, settings_, clock_, 0.0, watch_).run(); }

  FakeClock clock_;
  std::deque<FakeTrial> trials_;
  std::vector<Contestant> contestants_;
  Settings settings_;
  std::atomic<bool> stop_ = false;
  Watch watch_{.observe = {}, .stop = &stop_, .counting_begins = {}, .counting_ends = {}, .precise = {}};
  bool armed_ = false;
  std::uint64_t groups_ = 0;
};

void expect_whole_rounds(const Samples& samples, std::uint64_t rounds) {
  EXPECT_EQ(samples.rounds, rounds);
  for (const ContestantSamples& contestant : samples.contestants) {
    ASSERT_EQ(contestant.rounds.size(), rounds);
    for (const RoundSamples& round : contestant.rounds) EXPECT_FALSE(round.steady_ns.empty());
  }
}

TEST_F(Stopping, a_stop_inside_a_round_keeps_the_whole_rounds_before_it) {
  stop_after(5, 2 * 22);  // two blocks of two settling frames and twenty
  const Samples samples = run();
  expect_whole_rounds(samples, 5);
  EXPECT_EQ(samples.ending, MeasurementEnding::kStopped);
  EXPECT_FALSE(samples.balanced);
}

TEST_F(Stopping, a_stop_inside_a_pass_drops_the_round_too) {
  settings_.interleave = Interleave::kFrame;
  settings_.frames = 4;
  stop_after(2, 7);  // two passes, one frame
  expect_whole_rounds(run(), 2);
}

TEST_F(Stopping, a_stop_inside_a_long_block_ends_it_with_the_frame_and_drops_it) {
  settings_.frames = 100'000;
  settings_.rounds = 6;
  stop_after(1, 3);
  expect_whole_rounds(run(), 1);
  EXPECT_EQ(groups_, 3U);
}

TEST_F(Stopping, a_stop_while_calibrating_ends_before_the_next_contestant) {
  trials_[0].on_run = [this] { stop_ = true; };
  bool was_run = false;
  trials_[1].on_run = [&was_run] { was_run = true; };
  const Samples samples = run();
  EXPECT_EQ(samples.rounds, 0U);
  EXPECT_EQ(samples.ending, MeasurementEnding::kStopped);
  EXPECT_FALSE(was_run);
}

TEST_F(Stopping, a_stop_before_all_have_run_keeps_nothing_of_a_run_one_after_another) {
  settings_.interleave = Interleave::kNone;
  settings_.rounds = 10;
  double at = 0.5;
  watch_.observe = [&](const Progress& now) { stop_ = now.share >= at; };
  expect_whole_rounds(run(), 0);
  at = 25.0 / 30;
  stop_ = false;
  expect_whole_rounds(run(), 5);
}

TEST_F(Stopping, a_stop_at_once_gives_no_rounds) {
  stop_ = true;
  expect_whole_rounds(run(), 0);
}

TEST_F(Stopping, a_precise_run_ends_after_a_whole_square_of_at_least_24_rounds) {
  std::vector<std::uint64_t> asked_at;
  watch_.precise = [&asked_at](const Samples& so_far) {
    asked_at.push_back(so_far.rounds);
    return so_far.rounds >= 25;
  };
  settings_.time_budget_s = 100;
  const Samples samples = run();
  EXPECT_EQ(asked_at, (std::vector<std::uint64_t>{24, 30}));
  expect_whole_rounds(samples, 30);
  EXPECT_EQ(samples.ending, MeasurementEnding::kPrecise);
  EXPECT_TRUE(samples.balanced);
}

TEST_F(Stopping, an_imprecise_run_ends_with_its_budget_and_does_not_exceed_it) {
  watch_.precise = [](const Samples&) { return false; };
  settings_.time_budget_s = 5;
  const std::uint64_t start_ns = clock_.time_ns;
  const Samples samples = run();
  const double took_s = static_cast<double>(clock_.time_ns - start_ns) / 1e9;
  EXPECT_EQ(samples.ending, MeasurementEnding::kTimeBudget);
  EXPECT_LE(took_s, 5.0);
  EXPECT_GE(took_s, 4.0);
  EXPECT_TRUE(samples.balanced);
}

TEST_F(Stopping, a_budget_too_small_for_one_square_still_gets_one) {
  settings_.time_budget_s = 1e-6;
  const Samples samples = run();
  expect_whole_rounds(samples, 6);
  EXPECT_TRUE(samples.balanced);
}

TEST_F(Stopping, a_given_number_of_rounds_ends_for_no_other_reason) {
  settings_.rounds = 50;
  settings_.time_budget_s = 1e-6;
  watch_.precise = [](const Samples&) { return true; };
  const Samples samples = run();
  expect_whole_rounds(samples, 50);
  EXPECT_EQ(samples.ending, MeasurementEnding::kAllRounds);
}

TEST_F(Stopping, the_most_rounds_of_an_open_run_are_whole_squares) {
  for (const char* name : {"d", "e", "f", "g", "h", "i", "j", "k"}) {
    contestants_.push_back({name, &trials_.emplace_back(clock_, kMs)});
  }
  settings_.time_budget_s = 3'600;
  const Samples samples = run();
  expect_whole_rounds(samples, 462);  // 21 squares of 22 rounds; 22 squares would exceed 480
  EXPECT_EQ(samples.ending, MeasurementEnding::kAllRounds);
  EXPECT_TRUE(samples.balanced);
}

TEST_F(Stopping, progress_is_told_after_each_round_and_never_inside_one) {
  settings_.rounds = 8;
  std::vector<double> shares;
  watch_.observe = [&shares](const Progress& progress) {
    shares.push_back(progress.share);
    for (const ContestantSamples& contestant : progress.so_far.contestants) {
      EXPECT_EQ(contestant.rounds.size(), progress.so_far.rounds);
    }
  };
  static_cast<void>(run());
  ASSERT_EQ(shares.size(), 8u);
  EXPECT_DOUBLE_EQ(shares.front(), 0.125);
  EXPECT_DOUBLE_EQ(shares.back(), 1);
}

TEST_F(Stopping, progress_of_an_open_run_never_exceeds_the_whole) {
  settings_.time_budget_s = 2;
  double last = 0;
  watch_.observe = [&last](const Progress& progress) {
    last = progress.share;
    EXPECT_LE(progress.share, 1);
  };
  static_cast<void>(run());
  EXPECT_GT(last, 0.8);
}

TEST_F(Stopping, what_a_trial_throws_is_not_swallowed) {
  trials_[1].on_run = [] { throw std::runtime_error("the storage gave up"); };
  EXPECT_THROW(static_cast<void>(run()), std::runtime_error);
}

}  // namespace
}  // namespace ecsbench
