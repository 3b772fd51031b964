// The frame runner in a machine whose time the test programs.
#include "harness/measure/rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/measure/whereabouts.hpp"
#include "harness/statistics/describe.hpp"
#include "harness/statistics/paired_ratio.hpp"
#include "tests/measure/fakes.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kMs = 1'000'000;

// Fake trials on one fake clock, and a run of them.
class Rounds : public testing::Test {
 protected:
  FakeTrial& add(const std::string& name, std::uint64_t frame_ns) {
    FakeTrial& trial = trials_.emplace_back(clock_, frame_ns);
    trial.name = name;
    trial.diary = &diary_;
    contestants_.push_back({name, &trial});
    return trial;
  }

  Samples run() { return RoundRunner(contestants_, settings_, clock_, static_cast<double>(clock_.cost_ns)).run(); }

  // Names in the order of their blocks, without the calibration.
  [[nodiscard]] std::vector<std::string> blocks(std::size_t rounds) const {
    std::vector<std::string> names;
    for (const Event& event : diary_) {
      if (event.frames == 0) names.push_back(event.name);
    }
    names.erase(names.begin(), names.end() - static_cast<std::ptrdiff_t>(rounds * trials_.size()));
    return names;
  }

  FakeClock clock_;
  std::deque<FakeTrial> trials_;
  std::vector<Contestant> contestants_;
  Diary diary_;
  Settings settings_;
};

std::vector<double> round_medians(const ContestantSamples& contestant) {
  std::vector<double> medians;
  for (const RoundSamples& round : contestant.rounds) {
    medians.push_back(statistics::median(round.steady_ns).value());
  }
  return medians;
}

statistics::MedianEstimate ratio(const Samples& samples) {
  return statistics::paired_ratio(round_medians(samples.contestants[1]), round_medians(samples.contestants[0]), {})
      .value();
}

TEST_F(Rounds, a_kernel_of_twice_the_work_reads_as_two) {
  add("once", 1 * kMs);
  add("twice", 2 * kMs);
  const auto found = ratio(run());
  EXPECT_NEAR(found.median, 2, 1e-9);
  EXPECT_NEAR(found.interval->low, 2, 1e-9);
  EXPECT_NEAR(found.interval->high, 2, 1e-9);
}

TEST_F(Rounds, blocks_in_which_the_thread_was_pushed_aside_or_moved_are_counted) {
  add("calm", kMs);
  FakeTrial& disturbed = add("disturbed", kMs);
  Whereabouts now{100, 3};
  disturbed.on_run = [&] { ++now.switches; };
  settings_.rounds = 4;
  Watch watch;
  watch.whereabouts = [&] { return now; };
  const Samples samples = RoundRunner(contestants_, settings_, clock_, 0.0, watch).run();
  for (std::size_t round = 0; round < 4; ++round) {
    EXPECT_EQ(samples.contestants[0].rounds[round].disturbed, 0U);
    EXPECT_EQ(samples.contestants[1].rounds[round].disturbed, 1U);
  }
}

TEST_F(Rounds, a_migration_disturbs_a_block_too) {
  FakeTrial& wandering = add("wandering", kMs);
  Whereabouts now{100, 0};
  wandering.on_run = [&] { ++now.processor; };
  settings_.rounds = 2;
  Watch watch;
  watch.whereabouts = [&] { return now; };
  EXPECT_EQ(RoundRunner(contestants_, settings_, clock_, 0.0, watch).run().contestants[0].rounds[1].disturbed, 1U);
}

TEST_F(Rounds, where_nobody_watches_no_block_is_called_disturbed) {
  add("alone", kMs);
  settings_.rounds = 2;
  EXPECT_EQ(run().contestants[0].rounds[0].disturbed, 0U);
}

TEST(Whereabouts, are_those_of_this_thread) {
  const Whereabouts before = whereabouts();
  EXPECT_GE(before.processor, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_GT(whereabouts().switches, before.switches);
}

TEST_F(Rounds, a_frame_that_uses_its_world_up_is_prepared_each_time_and_preparing_is_not_timed) {
  FakeTrial& spawning = add("spawning", 2 * kMs);
  spawning.is_restored = true;
  spawning.prepare_ns = 5 * kMs;
  const Samples samples = run();
  for (const RoundSamples& round : samples.contestants[0].rounds) {
    for (const double frame_ns : round.steady_ns) EXPECT_EQ(frame_ns, 2.0 * kMs);
  }
  ASSERT_EQ(diary_.size() % 2, 0u);
  for (std::size_t i = 0; i < diary_.size(); i += 2) {
    EXPECT_EQ(diary_[i].frames, 0u) << i;
    EXPECT_EQ(diary_[i + 1].frames, 1u) << i;
  }
}

// A machine that takes three times as long at the end of the run as at its start.
double growing_slower(std::uint64_t time_ns) {
  return 1 + static_cast<double>(time_ns) / 1.5e9;
}

TEST_F(Rounds, ratios_by_round_survive_a_drift) {
  add("a", 1 * kMs).slowdown = growing_slower;
  add("b", 1 * kMs + kMs / 10).slowdown = growing_slower;
  const auto found = ratio(run());
  ASSERT_TRUE(found.interval);
  EXPECT_NEAR(found.median, 1.1, 0.02);
  EXPECT_GT(found.interval->low, 1.05);
  EXPECT_LT(found.interval->high, 1.15);
}

TEST_F(Rounds, the_same_drift_ruins_what_is_measured_one_after_another) {
  settings_.interleave = Interleave::kNone;
  add("a", 1 * kMs).slowdown = growing_slower;
  add("b", 1 * kMs + kMs / 10).slowdown = growing_slower;
  EXPECT_GT(ratio(run()).median, 1.4);
}

TEST_F(Rounds, the_blocks_of_a_square_are_balanced) {
  for (const char* name : {"a", "b", "c", "d"}) add(name, 1 * kMs);
  settings_.rounds = 4;
  EXPECT_TRUE(run().balanced);
  std::set<std::pair<std::string, std::size_t>> positions;
  std::set<std::pair<std::string, std::string>> neighbours;
  const std::vector<std::string> ran = blocks(4);
  for (std::size_t at = 0; at < ran.size(); ++at) {
    positions.insert({ran[at], at % 4});
    if (at % 4 != 0) neighbours.insert({ran[at - 1], ran[at]});
  }
  EXPECT_EQ(positions.size(), 16u);   // everyone once in every position
  EXPECT_EQ(neighbours.size(), 12u);  // everyone once after every other
}

TEST_F(Rounds, the_seed_decides_the_order) {
  for (const char* name : {"a", "b", "c", "d", "e"}) add(name, 1 * kMs);
  settings_.rounds = 10;
  static_cast<void>(run());
  const auto first = blocks(10);
  static_cast<void>(run());
  EXPECT_EQ(blocks(10), first);
  settings_.seed = 43;
  static_cast<void>(run());
  EXPECT_NE(blocks(10), first);
}

TEST_F(Rounds, a_part_of_a_square_is_not_called_balanced) {
  for (const char* name : {"a", "b", "c"}) add(name, 1 * kMs);
  settings_.rounds = 7;
  const Samples samples = run();
  EXPECT_EQ(samples.rounds, 7u);
  EXPECT_FALSE(samples.balanced);
}

TEST_F(Rounds, the_first_frames_of_a_block_are_kept_apart_as_settling) {
  FakeTrial& cold = add("cold", 1 * kMs);
  cold.cold_frames = 2;
  add("warm", 1 * kMs);
  const Samples samples = run();
  for (const RoundSamples& round : samples.contestants[0].rounds) {
    EXPECT_EQ(round.settling_ns, (std::vector<double>{10.0 * kMs, 10.0 * kMs}));
    EXPECT_EQ(round.steady_ns, std::vector<double>(round.steady_ns.size(), 1.0 * kMs));
  }
}

TEST_F(Rounds, every_block_is_prepared_and_preparing_is_not_timed) {
  add("a", 1 * kMs).prepare_ns = 500 * kMs;
  add("b", 1 * kMs);
  settings_.rounds = 6;
  const Samples samples = run();
  EXPECT_EQ(blocks(6).size(), 12u);
  for (const RoundSamples& round : samples.contestants[0].rounds) {
    EXPECT_EQ(statistics::maximum(round.steady_ns), 1.0 * kMs);
    EXPECT_EQ(statistics::maximum(round.settling_ns), 1.0 * kMs);
  }
}

TEST_F(Rounds, a_slow_contestant_gets_fewer_frames_but_as_many_rounds) {
  add("quick", 1 * kMs);
  add("slow", 30 * kMs);
  const Samples samples = run();
  const auto& quick = samples.contestants[0].rounds;
  const auto& slow = samples.contestants[1].rounds;
  EXPECT_EQ(quick.size(), slow.size());
  EXPECT_GE(quick.front().steady_ns.size(), 10u);
  EXPECT_EQ(slow.front().steady_ns.size(), 1u);
  EXPECT_EQ(slow.front().settling_ns.size(), 1u);
}

TEST_F(Rounds, frames_too_short_for_the_clock_are_timed_together) {
  clock_.cost_ns = 20;
  add("short", 50);
  add("long", 1 * kMs);
  settings_.rounds = 2;
  const Samples samples = run();
  const ContestantSamples& grouped = samples.contestants[0];
  EXPECT_EQ(grouped.group_size, 40u);  // 100 calls of 20 ns are 40 frames of 50 ns
  EXPECT_EQ(samples.contestants[1].group_size, 1u);
  EXPECT_NEAR(grouped.rounds[0].steady_ns[0], 50.0, 1.0);  // still by the frame
}

TEST_F(Rounds, an_interruption_of_the_calibration_changes_neither_groups_nor_blocks) {
  clock_.cost_ns = 20;
  settings_.rounds = 2;
  for (int interrupted = 1; interrupted <= 20; ++interrupted) {
    contestants_.clear();
    add("short", 100).on_run = [this, interrupted, calls = 0]() mutable {
      if (++calls == interrupted) clock_.time_ns += 50 * kMs;
    };
    add("long", 2 * kMs).on_run = [this, interrupted, calls = 0]() mutable {
      if (++calls == interrupted) clock_.time_ns += 50 * kMs;
    };
    const Samples samples = run();
    EXPECT_EQ(samples.contestants[0].group_size, 20u) << interrupted;
    EXPECT_EQ(samples.contestants[1].rounds[0].steady_ns.size(), 9u) << interrupted;
  }
}

TEST_F(Rounds, interleaved_by_frame_contestants_alternate_after_each_frame) {
  settings_.interleave = Interleave::kFrame;
  settings_.frames = 5;
  settings_.rounds = 2;
  add("a", 1 * kMs);
  add("b", 1 * kMs);
  const Samples samples = run();
  const Diary timed(diary_.end() - 2 * 2 * 2 * 5,
                    diary_.end());  // prepare and run, 2 x 2 x 5 times
  for (std::size_t at = 1; at + 2 < timed.size(); at += 2) {
    EXPECT_EQ(timed[at].frames, 1u);
    const bool next_round = at + 1 == timed.size() / 2;
    EXPECT_TRUE(next_round || timed[at].name != timed[at + 2].name);
  }
  for (const ContestantSamples& contestant : samples.contestants) {
    EXPECT_EQ(contestant.rounds[0].steady_ns.size(), 5u);
    EXPECT_TRUE(contestant.rounds[0].settling_ns.empty());
  }
}

TEST_F(Rounds, not_interleaved_contestants_run_one_after_another) {
  settings_.interleave = Interleave::kNone;
  settings_.rounds = 3;
  add("a", 1 * kMs);
  add("b", 1 * kMs);
  EXPECT_FALSE(run().balanced);
  EXPECT_EQ(blocks(3), (std::vector<std::string>{"a", "a", "a", "b", "b", "b"}));
}

// Not about how fast anything is: whatever the machine does meanwhile, this holds.
TEST(RoundsOnTheRealClock, every_round_has_positive_times_for_everyone) {
  SteadyClock clock;
  FakeClock idle;
  FakeTrial one(idle, 1), two(idle, 1);
  volatile std::uint64_t sink = 0;
  const auto spin = [&sink] {
    for (int step = 0; step < 2'000; ++step) sink = sink + 1;
  };
  one.on_run = two.on_run = spin;
  Settings settings;
  settings.rounds = 4;
  const Samples samples =
      RoundRunner({{"one", &one}, {"two", &two}}, settings, clock, measure_clock(clock).cost_ns).run();
  ASSERT_EQ(samples.rounds, 4u);
  for (const ContestantSamples& contestant : samples.contestants) {
    ASSERT_EQ(contestant.rounds.size(), 4u);
    for (const RoundSamples& round : contestant.rounds) {
      EXPECT_FALSE(round.steady_ns.empty());
      EXPECT_GT(statistics::minimum(round.steady_ns), 0.0);
    }
  }
}

}  // namespace
}  // namespace ecsbench
