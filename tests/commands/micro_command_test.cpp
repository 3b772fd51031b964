// The command as a whole, on fakes: same work or no number, and what becomes of a given strategy that crashes.
#include "harness/commands/micro/micro.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/measure/verify.hpp"
#include "tests/commands/fake_catalogue.hpp"

namespace ecsbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Said {
  int code = 0;
  std::string out, err;
};

Said micro(const test::Faults& faults, const std::string& filter, const std::string& entities = "10,100") {
  Catalogue catalogue = test::fake_catalogue(faults);
  catalogue.workloads.front().is_operation = true;
  MicroOptions options;
  options.filter = filter;
  options.entities = parse_entities("--entities", entities);
  options.flags = {"--benchmark_min_time=0.00001", "--benchmark_repetitions=1"};
  Console console(When::kNever);
  Said said;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  try {
    said.code = micro_command(options, catalogue, console);
  } catch (...) {
    (void)testing::internal::GetCapturedStdout();
    (void)testing::internal::GetCapturedStderr();
    throw;
  }
  said.out = testing::internal::GetCapturedStdout();
  said.err = testing::internal::GetCapturedStderr();
  return said;
}

TEST(MicroCommand, all_who_have_the_operation_stand_in_its_table) {
  const Said said = micro({}, "mine|bitset");
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.out, AllOf(HasSubstr("move/same-order · "), HasSubstr("\n  bitset "), HasSubstr("\n  mine ")));
}

TEST(MicroCommand, a_given_strategy_that_crashes_is_named_and_left_out) {
  const Said said = micro({.crashes = "mine"}, "mine|bitset");
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.out, AllOf(HasSubstr("\n  bitset "), Not(HasSubstr("mine"))));
  EXPECT_THAT(said.err, HasSubstr("'mine'"));
}

TEST(MicroCommand, one_that_crashes_only_in_a_large_world_is_left_out_too) {
  const Said said = micro({.crashes = "mine", .crashes_above = 20'000}, "mine|bitset", "30k,10");
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.out, AllOf(HasSubstr("\n  bitset "), Not(HasSubstr("mine"))));
}

TEST(MicroCommand, where_nobody_is_left_it_says_so) {
  const Said said = micro({.crashes = "mine"}, "mine");
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, HasSubstr("no strategy is left to measure"));
}

TEST(MicroCommand, who_did_other_work_ends_it) {
  EXPECT_THROW((void)micro({.lies = "bitset"}, "bitset"), WrongResult);
  EXPECT_THROW((void)micro({.spoils = "bitset"}, "bitset"), WrongResult);
}

}  // namespace
}  // namespace ecsbench
