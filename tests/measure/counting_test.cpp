// Where a run says that counting begins and ends: around steady frames, and around nothing else.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "harness/measure/rounds.hpp"
#include "tests/measure/fakes.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kMs = 1'000'000;

// The diary of a run in which counting writes "begin" and "end" between prepare() and frames.
class Counting : public testing::Test {
 protected:
  FakeTrial& add(const std::string& name, std::uint64_t frame_ns) {
    FakeTrial& trial = trials_.emplace_back(clock_, frame_ns);
    trial.name = name;
    trial.diary = &diary_;
    contestants_.push_back({name, &trial});
    counted_.push_back(0);
    return trial;
  }

  Samples run(Watch watch = {}) {
    watch.counting_begins = [this] { diary_.push_back({"begin", 0}); };
    watch.counting_ends = [this](std::size_t contestant, std::uint64_t frames) {
      diary_.push_back({"end", 0});
      counted_[contestant] += frames;
    };
    return RoundRunner(contestants_, settings_, clock_, 0, watch).run();
  }

  // The frames run between a begin and its end, in one number a span.
  [[nodiscard]] std::vector<std::uint64_t> spans() const {
    std::vector<std::uint64_t> found;
    bool open = false;
    for (const Event& event : diary_) {
      EXPECT_FALSE(open && event.name != "end" && event.frames == 0) << "a preparation is counted";
      if (event.name == "begin") found.push_back(0);
      if (open) found.back() += event.frames;
      open = event.name == "begin" || (open && event.name != "end");
    }
    return found;
  }

  FakeClock clock_;
  std::deque<FakeTrial> trials_;
  std::vector<Contestant> contestants_;
  Diary diary_;
  Settings settings_;
  std::vector<std::uint64_t> counted_;
};

std::uint64_t steady_frames(const ContestantSamples& contestant) {
  std::uint64_t frames = 0;
  for (const RoundSamples& round : contestant.rounds) frames += round.steady_ns.size() * contestant.group_size;
  return frames;
}

TEST_F(Counting, all_steady_frames_are_counted_and_no_settling_one) {
  add("slow", 3 * kMs);
  add("quick", 1 * kMs);
  settings_.rounds = 5;
  const Samples samples = run();
  for (std::size_t at = 0; at < contestants_.size(); ++at) {
    EXPECT_EQ(counted_[at], steady_frames(samples.contestants[at]));
  }
  std::uint64_t in_spans = 0;
  for (const std::uint64_t frames : spans()) in_spans += frames;
  EXPECT_EQ(in_spans, counted_[0] + counted_[1]);
  EXPECT_EQ(spans().size(), 10u) << "one a block";
}

TEST_F(Counting, frames_timed_in_groups_count_one_by_one) {
  add("tiny", 10);
  settings_.rounds = 2;
  const Samples samples = run();
  EXPECT_EQ(counted_[0], steady_frames(samples.contestants[0]));
}

TEST_F(Counting, where_each_frame_is_prepared_the_preparation_is_left_out) {
  FakeTrial& spawning = add("spawning", 2 * kMs);
  spawning.is_restored = true;
  spawning.prepare_ns = 5 * kMs;
  settings_.rounds = 3;
  const Samples samples = run();
  EXPECT_EQ(counted_[0], steady_frames(samples.contestants[0]));
  for (const std::uint64_t frames : spans()) EXPECT_EQ(frames, 1u);
}

TEST_F(Counting, a_block_that_was_stopped_is_not_counted) {
  FakeTrial& trial = add("stopped", 1 * kMs);
  settings_.rounds = 3;
  std::atomic<bool> stop = false;
  std::uint64_t blocks = 0;
  Watch watch;
  watch.stop = &stop;
  watch.observe = [&](const Progress&) { ++blocks; };
  trial.on_run = [&] { stop = stop || blocks == 2; };
  const Samples samples = run(watch);
  ASSERT_EQ(samples.rounds, 2u);
  EXPECT_EQ(counted_[0], steady_frames(samples.contestants[0]));
}

}  // namespace
}  // namespace ecsbench
