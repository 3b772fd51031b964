// Every case of the catalogue does the same work as the plain loops, before and after timed frames.
#include <gtest/gtest.h>

#include <set>

#include "harness/cases/trial.hpp"
#include "tests/support/run_frames.hpp"

namespace ecsbench {
namespace {

const Catalogue& everything() {
  static const Catalogue all = catalogue();
  return all;
}

struct Size {
  std::uint64_t entities;
  double movers_percent;
};

class EveryCase : public testing::TestWithParam<Size> {};

Params params_of(const Size& size, const WorkloadInfo& workload) {
  Params params;
  params.entities = size.entities;
  for (const Axis& axis : workload.axes) {
    if (axis.name == "movers_percent" && size.movers_percent > 0)
      params.axes.emplace_back(axis.name, size.movers_percent);
  }
  return params;
}

TEST_P(EveryCase, does_the_work_of_the_plain_loops) {  // H050
  for (const Case& one : everything().cases) {
    if (!one.make) continue;
    SCOPED_TRACE(one.strategy + " on " + one.workload);
    const Params params = params_of(GetParam(), *everything().workload(one.workload));
    const auto expected = everything().reference(one.workload)->make(params);
    const auto trial = one.make(params);
    expected->build();
    trial->build();
    const Outcome right = expected->verify();
    EXPECT_EQ(right.fault, "");
    EXPECT_EQ(right.matched, trial->work().matched);
    EXPECT_EQ(trial->verify(), right);
    for (std::uint64_t i = 0; i < params.entities; i += 7) EXPECT_EQ(trial->fingerprint(i), expected->fingerprint(i));
    run_frames(*trial, 50);
    EXPECT_EQ(trial->check(), std::nullopt);
  }
}

INSTANTIATE_TEST_SUITE_P(sizes, EveryCase,
                         testing::Values(Size{1, 0}, Size{2, 0}, Size{64, 0}, Size{65, 0}, Size{1000, 0}, Size{4097, 0},
                                         Size{1000, 0.5}, Size{1000, 33.33}, Size{9000, 97}),
                         [](const auto& size) {
                           return std::to_string(size.param.entities) + "_entities_" +
                                  std::to_string(static_cast<int>(size.param.movers_percent * 100));
                         });

TEST(Catalogue, every_strategy_has_a_case_or_a_reason_for_each_workload) {
  for (const StrategyInfo& strategy : everything().strategies) {
    for (const WorkloadInfo& workload : everything().workloads) {
      const Case* const one = everything().find(strategy.name, workload.name);
      ASSERT_NE(one, nullptr) << strategy.name << " on " << workload.name;
      EXPECT_NE(static_cast<bool>(one->make), !one->skip_reason.empty()) << strategy.name << " on " << workload.name;
    }
  }
}

TEST(Catalogue, every_workload_has_an_oracle_and_no_oracle_is_a_strategy) {
  for (const WorkloadInfo& workload : everything().workloads) {
    EXPECT_NE(everything().reference(workload.name), nullptr);
  }
  EXPECT_EQ(everything().strategy(kReferenceName), nullptr);
}

TEST(Catalogue, names_are_unique) {
  std::set<std::string> names;
  for (const StrategyInfo& strategy : everything().strategies) EXPECT_TRUE(names.insert(strategy.name).second);
  for (const WorkloadInfo& workload : everything().workloads) EXPECT_TRUE(names.insert(workload.name).second);
}

TEST(Catalogue, the_four_default_workloads_are_those_of_the_founding_question) {
  std::vector<std::string> standard;
  for (const WorkloadInfo& workload : everything().workloads) {
    if (workload.standard) standard.push_back(workload.name);
  }
  EXPECT_EQ(standard,
            (std::vector<std::string>{"move/same-order", "move/scrambled", "move/ten-percent", "move/scattered-heap"}));
}

TEST(Catalogue, more_component_sets_make_more_tables) {
  const auto table_bytes = [](double sets) {
    Params params;
    params.entities = 4096;
    params.axes = {{"sets", sets}};
    const auto trial = everything().find("archetype", "move/sets")->make(params);
    trial->build();
    return trial->memory()->index;
  };
  EXPECT_LT(table_bytes(1), table_bytes(8));
  EXPECT_LT(table_bytes(8), table_bytes(1024));
}

TEST(Catalogue, boxes_tell_how_many_calls_move_nothing) {
  Params params;
  params.entities = 1000;
  const auto trial = everything().find("boxed", "move/ten-percent")->make(params);
  EXPECT_EQ(trial->work().note, "900 of 1000 virtual calls a frame move nothing");
}

}  // namespace
}  // namespace ecsbench
