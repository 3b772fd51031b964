// What comes in by the door does the work of the plain loops, says who it is, and stays itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/cases/given/given.hpp"
#include "harness/cases/units.hpp"
#include "harness/machine/allocations.hpp"
#include "strategies/memory.hpp"
#include "tests/support/run_frames.hpp"

namespace ecsbench {
namespace {

const Given& given(std::string_view name) {
  static const std::vector<Given> all = given_strategies();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Given& one) { return one.info.name == name; });
  if (found == all.end()) throw std::logic_error{"no such given strategy"};
  return *found;
}

const Case& on(const std::vector<Case>& cases, std::string_view workload) {
  return *std::find_if(cases.begin(), cases.end(), [&](const Case& one) { return one.workload == workload; });
}

std::unique_ptr<Trial> built(const Case& one, const Params& params) {
  auto trial = one.make(params);
  trial->build();
  return trial;
}

Params entities(std::uint64_t n) {
  Params params;
  params.entities = n;
  return params;
}

class EveryGiven : public testing::TestWithParam<const char*> {};

TEST_P(EveryGiven, does_the_work_of_the_plain_loops) {
  std::vector<Case> references = movement_references();
  for (Case& one : operation_references()) references.push_back(std::move(one));
  EXPECT_EQ(given(GetParam()).cases.size(), references.size());
  for (const Case& one : given(GetParam()).cases) {
    for (const std::uint64_t n : {1u, 2u, 65u, 1000u, 5000u}) {
      SCOPED_TRACE(one.workload + " with " + std::to_string(n));
      const auto expected = built(on(references, one.workload), entities(n));
      const auto trial = built(one, entities(n));
      const Outcome right = expected->verify();
      EXPECT_EQ(trial->verify(), right);
      EXPECT_EQ(right.matched, trial->work().matched);
      for (std::uint64_t i = 0; i < n; ++i) ASSERT_EQ(trial->fingerprint(i), expected->fingerprint(i));
      run_frames(*trial, 20);
      EXPECT_EQ(trial->check(), std::nullopt);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(names, EveryGiven, testing::Values("naive", "packed", "twin_a", "twin_b"),
                         [](const auto& name) { return std::string{name.param}; });

TEST(Given, comes_in_the_order_of_the_list) {
  std::vector<std::string> names;
  for (const Given& one : given_strategies()) names.push_back(one.info.name);
  EXPECT_EQ(names, (std::vector<std::string>{"naive", "packed", "twin_a", "twin_b"}));
}

TEST(Given, says_where_it_is_from_and_what_it_is) {
  const StrategyInfo& naive = given("naive").info;
  EXPECT_EQ(naive.origin, "given");
  EXPECT_EQ(naive.role, Role::kStorage);
  EXPECT_EQ(naive.summary, "given by naive.hpp");
  EXPECT_EQ(naive.version, "");
  EXPECT_EQ(naive.usage, "plain");
  EXPECT_EQ(naive.ids, "compile-time");
  EXPECT_EQ(given("naive").header, "naive.hpp");
  EXPECT_EQ(given("packed").info.version, "1.2");
  EXPECT_EQ(given("twin_a").info.usage, "tuned");
  EXPECT_EQ(given("twin_a").info.ids, "run-time");
}

TEST(Given, asks_this_program_for_memory_and_is_counted) {
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer keeps its own operator new";
  for (const char* name : {"naive", "packed"}) {
    const auto trial = built(on(given(name).cases, "spawn/cold"), entities(1000));
    trial->prepare();
    const std::uint64_t before = allocations_of_this_thread();
    trial->run(1);
    EXPECT_GT(allocations_of_this_thread(), before) << name;
  }
}

TEST(Given, tells_the_large_blocks_of_its_own_shared_object) {
  if (!ecs::memory::kLargeBlocks) GTEST_SKIP() << "all blocks come from operator new here";
  const std::uint64_t ours = ecs::memory_count.large_blocks;
  const auto trial = built(on(given("packed").cases, "move/same-order"), entities(600'000));
  EXPECT_GT(trial->large_blocks(), 0u) << "a generation takes 4 bytes";
  EXPECT_EQ(ecs::memory_count.large_blocks, ours);
}

TEST(Given, carries_the_checksum_of_its_header) {
  EXPECT_EQ(given("naive").info.source_sha256, NAIVE_SHA256);
  EXPECT_EQ(given("naive").info.source_sha256.size(), 64u);
  EXPECT_NE(given("twin_a").info.source_sha256, given("twin_b").info.source_sha256);
}

TEST(Given, tells_its_memory_only_where_it_can) {
  const auto trial = built(on(given("naive").cases, "move/same-order"), entities(10));
  EXPECT_FALSE(trial->memory().has_value());
}

// Two stores to a world, and each says 100 or 2000 bytes.
TEST(Twins, of_one_class_name_keep_their_own_functions) {
  const auto a = built(on(given("twin_a").cases, "move/same-order"), entities(10));
  const auto b = built(on(given("twin_b").cases, "move/same-order"), entities(10));
  EXPECT_EQ(a->memory().value().payload, 200u);
  EXPECT_EQ(b->memory().value().payload, 4000u);
}

// Each call of memory() raises every counter by one: index by the inline static of each store,
// slack by the local static.
TEST(Twins, of_one_class_name_keep_their_own_statics) {  // H141
  const auto a = built(on(given("twin_a").cases, "move/same-order"), entities(10));
  const auto b = built(on(given("twin_b").cases, "move/same-order"), entities(10));
  const MemoryBytes before = b->memory().value();
  for (int i = 0; i < 10; ++i) (void)a->memory();
  const MemoryBytes after = b->memory().value();
  EXPECT_EQ(after.index - before.index, 2u);
  EXPECT_EQ(after.slack - before.slack, 2u);
}

}  // namespace
}  // namespace ecsbench
