// Claims about what a run tells of allocations and upkeep: which frame they fell into, and that nothing else is counted.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "harness/measure/rounds.hpp"
#include "tests/measure/fakes.hpp"

namespace ecsbench {

bool operator==(const FrameEvent& one, const FrameEvent& other) {
  return std::tie(one.sample, one.is_settling, one.what) == std::tie(other.sample, other.is_settling, other.what);
}
void PrintTo(const FrameEvent& event, std::ostream* out) {
  *out << (event.is_settling ? "settling " : "steady ") << event.sample << " cause " << static_cast<int>(event.what);
}

namespace {

using Events = std::vector<FrameEvent>;
constexpr std::uint64_t kMs = 1'000'000;

// Rounds of four steady frames of 1 ms and two settling ones. Blocks begin with the frames 0, 6 and 12 after the
// calibration.
class Tally : public testing::Test {
 protected:
  Tally() {
    settings_.rounds = 3;
    settings_.frames = 4;
    trial_.upkeep_so_far = UpkeepTotals{100, 100, 100};
  }

  ContestantSamples run() {
    RoundRunner runner({{"one", &trial_}}, settings_, clock_, 0, watch_);
    return runner.run().contestants.front();
  }

  // Calls then() in frame number `frame` of those after the calibration.
  void at_frame(std::uint64_t frame, const std::function<void()>& then) {
    trial_.on_run = [this, frame, then] {
      const bool calibrates = trial_.preparations <= kCalibrations;
      if (!calibrates && frames_++ == frame) then();
    };
  }

  static constexpr std::uint64_t kCalibrations = 2;  // windows of 1 ms are long enough: two of them

  FakeClock clock_;
  FakeTrial trial_{clock_, kMs};
  Settings settings_;
  Watch watch_;
  std::uint64_t frames_ = 0;
};

TEST_F(Tally, an_event_belongs_to_the_frame_in_which_the_count_rose) {
  at_frame(6 + 2 + 1, [this] { ++trial_.upkeep_so_far->growths; });
  const ContestantSamples samples = run();
  ASSERT_EQ(samples.rounds.size(), 3u);
  EXPECT_TRUE(samples.tells_events);
  EXPECT_EQ(samples.rounds[0].events, Events{});
  EXPECT_EQ(samples.rounds[1].events, (Events{{1, false, FrameCause::kGrowth}}));
  EXPECT_EQ(samples.rounds[2].events, Events{});
}

TEST_F(Tally, every_cause_of_a_frame_is_told_once) {
  at_frame(12 + 2 + 3, [this] {
    trial_.upkeep_so_far->growths += 5;
    ++trial_.upkeep_so_far->tables;
    ++trial_.upkeep_so_far->rebuilds;
  });
  EXPECT_EQ(run().rounds[2].events, (Events{{3, false, FrameCause::kGrowth},
                                            {3, false, FrameCause::kNewTable},
                                            {3, false, FrameCause::kListRebuild}}));
}

TEST_F(Tally, an_event_of_a_settling_frame_is_marked) {
  at_frame(6 + 1, [this] { ++trial_.upkeep_so_far->tables; });
  EXPECT_EQ(run().rounds[1].events, (Events{{1, true, FrameCause::kNewTable}}));
}

TEST_F(Tally, what_restores_a_world_between_frames_is_no_event_and_no_allocation) {
  trial_.is_restored = true;
  std::uint64_t allocations = 0;
  trial_.on_prepare = [&] {
    ++trial_.upkeep_so_far->growths;
    ++allocations;
  };
  watch_.allocations = [&] { return allocations; };
  for (const RoundSamples& round : run().rounds) {
    EXPECT_EQ(round.events, Events{});
    EXPECT_EQ(round.allocations, 0u);
  }
}

TEST_F(Tally, the_event_of_frames_timed_in_a_group_belongs_to_the_group) {
  FakeTrial quick{clock_, kMs / 10};
  quick.upkeep_so_far = UpkeepTotals{};
  quick.on_run = [&] { quick.upkeep_so_far->growths += frames_++ % 3 == 0 ? 1u : 0u; };  // every third group
  const double clock_cost_ns = kMs / 500.0;  // two frames are as short as 100 calls of the clock
  RoundRunner runner({{"quick", &quick}}, settings_, clock_, clock_cost_ns);
  const ContestantSamples samples = runner.run().contestants.front();
  EXPECT_EQ(samples.group_size, 2u);
  std::size_t events = 0;
  for (const RoundSamples& round : samples.rounds) {
    EXPECT_EQ(round.steady_ns.size(), 2u) << "four frames";
    for (const FrameEvent& event : round.events) {
      EXPECT_LT(event.sample, 2u);
      ++events;
    }
  }
  EXPECT_EQ(events, 3u * (2u + 2u) / 3u) << "a third of the groups of three rounds, settling ones included";
}

TEST_F(Tally, one_allocation_a_frame_is_counted_as_one) {
  std::uint64_t allocations = 7;
  trial_.on_run = [&] { ++allocations; };
  watch_.allocations = [&] { return allocations; };
  for (const RoundSamples& round : run().rounds) EXPECT_EQ(round.allocations, 4u) << "four steady frames";
}

TEST_F(Tally, a_large_block_taken_past_operator_new_is_an_allocation_too) {
  at_frame(6 + 2, [this] { ++trial_.large_blocks_so_far; });
  watch_.allocations = [] { return std::uint64_t{7}; };
  const ContestantSamples samples = run();
  EXPECT_EQ(samples.rounds[0].allocations, 0u);
  EXPECT_EQ(samples.rounds[1].allocations, 1u);
}

TEST_F(Tally, where_nobody_counts_nothing_is_claimed) {
  trial_.upkeep_so_far.reset();
  at_frame(6 + 2, [this] { ++trial_.large_blocks_so_far; });
  const ContestantSamples samples = run();
  EXPECT_FALSE(samples.tells_events);
  for (const RoundSamples& round : samples.rounds) EXPECT_EQ(round.allocations, std::nullopt);
}

}  // namespace
}  // namespace ecsbench
