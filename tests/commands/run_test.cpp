// The run as a whole, on fakes: same work or no number, and what a fault does to the exit code.
#include "harness/commands/run/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/commands/console.hpp"
#include "harness/machine/allocations.hpp"
#include "harness/report/json_reader.hpp"
#include "tests/commands/fake_catalogue.hpp"

namespace ecsbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Ran {
  int code = 0;
  std::string out, err;
  Result result;  // of the file
};

class RunTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }

  Ran run(const test::Faults& faults, const std::vector<std::string>& strategies = {"archetype", "bitset"}) {
    RunOptions options;
    options.strategies = strategies;
    return run(faults, options, "100");
  }

  Ran run(const test::Faults& faults, RunOptions options, const std::string& entities) {
    options.workloads = {"move/same-order", "move/scrambled"};
    options.entities = parse_entities("--entities", entities);
    options.threads = {1};
    options.rounds = 8;
    options.time_budget_s = 0.1;
    options.precision_percent = 1;
    options.json = file_;
    const std::vector<std::string> words = {"--strategy", "archetype", "\x1b[31m\xff"};
    const Catalogue catalogue = test::fake_catalogue(faults);
    Console console(When::kNever);
    Ran outcome;
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    outcome.code = run_command(options, catalogue, words, console);
    outcome.out = testing::internal::GetCapturedStdout();
    outcome.err = testing::internal::GetCapturedStderr();
    outcome.result = read_result(file_);
    return outcome;
  }

 private:
  std::string file_ = std::filesystem::temp_directory_path() / ("ecsbench-run-" + std::to_string(::getpid()) + ".json");
};

TEST_F(RunTest, a_run_prints_a_table_for_each_workload_and_saves_all) {
  const Ran outcome = run({});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("move/same-order"), HasSubstr("move/scrambled"), HasSubstr("noise floor")));
  EXPECT_FALSE(outcome.result.partial);
  EXPECT_EQ(outcome.result.cases.size(), 2U * 6U);
  EXPECT_EQ(outcome.result.controls.size(), 2U);
  EXPECT_EQ(outcome.result.run.argv.front(), "ecsbench");
  EXPECT_EQ(outcome.result.run.argv.back(), "\\x1b[31m\\xff");
}

TEST_F(RunTest, memory_is_that_of_the_world_as_it_was_built) {
  for (const CaseResult& entry : run({}).result.cases) {
    ASSERT_TRUE(entry.memory) << entry.strategy;
    EXPECT_EQ(entry.memory->total_bytes, 100U * 20U) << entry.strategy;
  }
}

TEST_F(RunTest, a_strategy_that_allocates_in_its_frames_is_caught_and_nobody_else) {
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer keeps its own operator new";
  const Ran outcome = run({.allocates = "archetype"});
  for (const CaseResult& entry : outcome.result.cases) {
    ASSERT_TRUE(entry.memory) << entry.strategy;
    EXPECT_EQ(entry.memory->allocations_per_frame, entry.strategy == "archetype" ? 1.0 : 0.0) << entry.strategy;
  }
  const auto warned = [](const Warning& warning) { return warning.id == "W17"; };
  EXPECT_EQ(std::count_if(outcome.result.warnings.begin(), outcome.result.warnings.end(), warned), 2);
}

TEST_F(RunTest, where_nothing_allocates_nothing_is_said_of_it) {
  for (const Warning& warning : run({}).result.warnings) EXPECT_NE(warning.id, "W17");
}

TEST_F(RunTest, other_values_than_the_reference_end_the_run_without_a_time) {
  const Ran outcome = run({.lies = "bitset"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("bitset"), HasSubstr(std::string(kReferenceName)), HasSubstr("7"),
                                 Not(HasSubstr("ms a frame"))));
  EXPECT_TRUE(outcome.result.partial);
  EXPECT_TRUE(outcome.result.cases.empty());
  EXPECT_THAT(outcome.result.run.exit_reason, HasSubstr("bitset"));
}

TEST_F(RunTest, a_world_that_went_wrong_while_timed_gives_no_time) {
  const Ran outcome = run({.spoils = "archetype"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("entity 3 has gone."));
}

TEST_F(RunTest, a_given_strategy_that_crashes_is_named_and_left_out) {
  const Ran outcome = run({.crashes = "mine"}, {"mine", "archetype"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("mine"));
  EXPECT_FALSE(outcome.result.partial);
  EXPECT_EQ(outcome.result.cases.size(), 2U * 5U);
  EXPECT_EQ(outcome.result.strategies.front().skips.size(), 2U);
}

TEST_F(RunTest, a_contest_that_nobody_is_left_for_counts_as_done) {
  RunOptions options;
  options.strategies = {"mine"};
  options.reference = false;
  const Ran outcome = run({.crashes = "mine", .crashes_above = 20'000}, options, "30k,100");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.result.cases.size(), 2U);
  EXPECT_EQ(outcome.result.run.exit_reason, "complete");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("[2/4] mine on move/same-order, 100 entities"),
                                 HasSubstr("[4/4] mine on move/scrambled, 100 entities"), Not(HasSubstr("[1/4]"))));
}

}  // namespace
}  // namespace ecsbench
