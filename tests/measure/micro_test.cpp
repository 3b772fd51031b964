// The second engine on trials whose work and memory a test programs: what it calls, what it counts, how it ends.
#include "harness/measure/micro.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/measure/verify.hpp"

namespace ecsbench {
namespace {

// What a trial does, and what was asked of it.
struct Script {
  std::function<void(std::uint64_t frames)> on_run = [](std::uint64_t) {};
  std::function<void()> on_prepare = [] {};
  std::uint64_t digest = 1;
  bool is_restored = true;
  std::optional<std::string> complaint;
  int worlds = 0, prepared = 0, runs = 0;
  std::uint64_t most_frames = 0;
  bool ran_unprepared = false;
};

class ScriptedTrial final : public Trial {
 public:
  ScriptedTrial(Script& script, const Params& params) : script_{script}, entities_{params.entities} {}

  void build() override { ++script_.worlds; }
  Outcome verify() override { return {script_.digest, entities_, ""}; }
  [[nodiscard]] std::uint64_t fingerprint(std::uint64_t) const override { return script_.digest; }
  [[nodiscard]] std::string state_of(std::uint64_t) const override { return "its state"; }
  void prepare() override {
    ++script_.prepared;
    is_prepared_ = true;
    script_.on_prepare();
  }
  void run(std::uint64_t frames) override {
    ++script_.runs;
    script_.most_frames = std::max(script_.most_frames, frames);
    if (script_.is_restored && !is_prepared_) script_.ran_unprepared = true;
    is_prepared_ = false;
    volatile int sink = 0;
    for (int step = 0; step < 300; ++step) sink = sink + step;
    script_.on_run(frames);
  }
  std::optional<std::string> check() override { return script_.complaint; }
  [[nodiscard]] Work work() const override {
    Work work;
    work.matched = work.operations = entities_;
    work.is_restored = script_.is_restored;
    return work;
  }
  [[nodiscard]] std::optional<MemoryBytes> memory() const override { return std::nullopt; }

 private:
  Script& script_;
  std::uint64_t entities_;
  bool is_prepared_ = false;
};

Case scripted(const std::string& strategy, Script& script) {
  return {strategy, "knead/dough",
          [&script](const Params& params) { return std::make_unique<ScriptedTrial>(script, params); }, ""};
}

class Micro : public testing::Test {
 protected:
  void SetUp() override {
    settings.flags = {"--benchmark_min_time=0.0005", "--benchmark_repetitions=1"};
    settings.on_family = [this](std::size_t family, const std::vector<MicroPoint>& points) {
      done.push_back(family);
      last = points;
    };
  }

  [[nodiscard]] MicroFamily family(const Case& entry) const {
    return {entry.strategy + "/" + entry.workload, &entry, &oracle, {10, 20}, true};
  }

  Script right, script;
  Case oracle = scripted("plain loops", right);
  Case one = scripted("one", script);
  MicroSettings settings;
  std::vector<std::size_t> done;
  std::vector<MicroPoint> last;
};

std::size_t times(const std::string& word, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST_F(Micro, every_size_of_a_family_becomes_a_point) {
  const MicroOutcome outcome = run_micro({family(one)}, settings);
  EXPECT_TRUE(outcome.is_complete);
  ASSERT_EQ(last.size(), 2u);
  EXPECT_EQ(last[0].entities, 10u);
  EXPECT_EQ(last[1].entities, 20u);
  EXPECT_GT(last[0].ns_per_operation, 0);
  EXPECT_EQ(script.worlds, 2);  // however often the library asks
  EXPECT_EQ(times("\"name\": \"one/knead/dough/10/manual_time\"", outcome.json), 1u);
}

TEST_F(Micro, a_time_is_divided_by_the_operations_of_a_frame) {
  MicroFamily small = family(one), large = family(one);
  small.entities = {1};
  large.entities = {1000};
  (void)run_micro({small}, settings);
  const double alone_ns = last[0].ns_per_operation;
  (void)run_micro({large}, settings);
  EXPECT_LT(last[0].ns_per_operation, alone_ns / 20);  // the same frame, a thousand operations
}

TEST_F(Micro, a_world_is_restored_before_each_frame_that_uses_it_up) {
  (void)run_micro({family(one)}, settings);
  EXPECT_FALSE(script.ran_unprepared);
  EXPECT_EQ(script.prepared, script.runs);
  EXPECT_EQ(script.most_frames, 1u);
}

TEST_F(Micro, frames_too_short_for_the_clock_are_run_several_between_two_readings) {
  script.is_restored = false;
  (void)run_micro({family(one)}, settings);
  EXPECT_GT(script.most_frames, 1u);
}

TEST_F(Micro, what_restoring_allocates_is_not_counted) {
  HeapReading heap;
  script.on_prepare = [&heap] { heap.allocations += 1000; };
  script.on_run = [&heap](std::uint64_t) {
    heap.allocations += 3;
    heap.live_bytes += 48;
  };
  settings.heap = [&heap] { return heap; };
  const MicroOutcome outcome = run_micro({family(one)}, settings);
  EXPECT_EQ(last[1].allocations, 3);
  EXPECT_EQ(last[1].held_bytes, 48);
  EXPECT_EQ(times("\"allocs_per_iter\": 3.0000000000000000e+00", outcome.json), 2u);
  EXPECT_EQ(times("\"max_bytes_used\": 48", outcome.json), 2u);
}

TEST_F(Micro, memory_is_counted_once_a_world_and_told_of_each_repetition) {
  HeapReading heap;
  int counted = 0;
  script.on_run = [&heap](std::uint64_t) { heap.allocations += 2; };
  settings.heap = [&heap, &counted] {
    ++counted;
    return heap;
  };
  settings.flags.push_back("--benchmark_repetitions=5");
  const MicroOutcome outcome = run_micro({family(one)}, settings);
  EXPECT_EQ(times("\"allocs_per_iter\": 2.0000000000000000e+00", outcome.json), 10u);
  EXPECT_LE(counted, 2 * 2 * 16);  // before and after, two worlds, the library's most frames
}

TEST_F(Micro, a_family_whose_memory_nobody_sees_has_no_count_instead_of_none) {
  settings.heap = [] { return HeapReading{}; };
  MicroFamily unseen = family(one);
  unseen.counts_memory = false;
  Script seen_script;
  const Case seen = scripted("seen", seen_script);
  const MicroOutcome outcome = run_micro({unseen, family(seen)}, settings);
  EXPECT_EQ(last[0].allocations, 0);  // of the second
  EXPECT_EQ(times("allocs_per_iter", outcome.json), 2u);
  (void)run_micro({unseen}, settings);
  EXPECT_EQ(last[0].allocations, std::nullopt);
}

TEST_F(Micro, who_did_other_work_gets_no_number_and_ends_the_run) {
  Script wrong_script;
  wrong_script.digest = 2;
  const Case wrong = scripted("wrong", wrong_script);
  EXPECT_THROW((void)run_micro({family(one), family(wrong), family(one)}, settings), WrongResult);
  EXPECT_EQ(done, std::vector<std::size_t>{0});
  EXPECT_EQ(wrong_script.runs, 0);
}

TEST_F(Micro, who_is_wrong_after_it_was_timed_ends_the_run_without_a_number) {
  script.complaint = "entity 3 has gone";
  EXPECT_THROW((void)run_micro({family(one)}, settings), WrongResult);
  EXPECT_EQ(done, std::vector<std::size_t>{});
}

TEST_F(Micro, what_a_trial_throws_comes_out) {
  script.on_run = [](std::uint64_t) { throw std::bad_alloc(); };
  EXPECT_THROW((void)run_micro({family(one)}, settings), std::bad_alloc);
}

TEST_F(Micro, a_stopped_run_keeps_what_was_complete) {
  Script other_script;
  const Case other = scripted("other", other_script);
  settings.stop = [this, &other_script] { return !done.empty() && other_script.runs > 5; };
  const MicroOutcome outcome = run_micro({family(one), family(other)}, settings);
  EXPECT_FALSE(outcome.is_complete);
  EXPECT_EQ(done, std::vector<std::size_t>{0});
  EXPECT_EQ(times("\"run_type\": \"iteration\"", outcome.json), 2u);
  EXPECT_EQ(times("error", outcome.json), 0u);
}

TEST_F(Micro, flags_reach_the_library_and_only_this_run) {
  settings.flags = {"--benchmark_repetitions=3"};
  EXPECT_EQ(times("\"run_type\": \"iteration\"", run_micro({family(one)}, settings).json), 6u);
  settings.flags = {};
  EXPECT_EQ(times("\"run_type\": \"iteration\"", run_micro({family(one)}, settings).json), 30u);
}

TEST_F(Micro, a_family_is_done_once_however_often_it_was_repeated) {
  settings.flags.push_back("--benchmark_repetitions=3");
  (void)run_micro({family(one)}, settings);
  EXPECT_EQ(done, std::vector<std::size_t>{0});
}

TEST_F(Micro, aggregates_alone_still_make_points) {
  settings.flags.insert(settings.flags.end(), {"--benchmark_repetitions=3", "--benchmark_report_aggregates_only=true"});
  const MicroOutcome outcome = run_micro({family(one)}, settings);
  EXPECT_EQ(times("\"run_type\": \"iteration\"", outcome.json), 0u);
  ASSERT_EQ(last.size(), 2u);
  EXPECT_GT(last[0].ns_per_operation, 0);
}

TEST_F(Micro, interleaved_repetitions_make_the_same_points) {
  Script other_script;
  const Case other = scripted("other", other_script);
  settings.flags.insert(settings.flags.end(),
                        {"--benchmark_repetitions=3", "--benchmark_enable_random_interleaving=true"});
  (void)run_micro({family(one), family(other)}, settings);
  EXPECT_THAT(done, testing::UnorderedElementsAre(0u, 1u));  // in the order in which the last repetitions fell
  ASSERT_EQ(last.size(), 2u);
  EXPECT_EQ(last[1].entities, 20u);
}

TEST_F(Micro, a_flag_that_the_library_does_not_take_is_refused) {
  settings.flags = {"--benchmark_colour=blue"};
  EXPECT_THROW((void)run_micro({family(one)}, settings), std::invalid_argument);
  EXPECT_EQ(script.worlds, 0);
}

TEST_F(Micro, the_file_says_what_was_measured) {
  settings.context = {{"ecsbench_version", "1.2.3"}};
  const std::string json = run_micro({family(one)}, settings).json;
  EXPECT_EQ(times("\"ecsbench_version\": \"1.2.3\"", json), 1u);
  EXPECT_EQ(times("\"executable\": \"ecsbench micro\"", json), 1u);
  EXPECT_EQ(times("\"aggregate_name\": \"BigO\"", json), 1u);
}

}  // namespace
}  // namespace ecsbench
