// Claims about what a bound trial tells of its memory: its peak, its overhead and its upkeep, whoever lives beside it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/cases/bind.hpp"
#include "harness/cases/trial.hpp"
#include "harness/workloads/components.hpp"
#include "strategies/memory.hpp"
#include "strategies/sparse_set.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kBefore = 1024;  // rows that the arrays have room for before the last of the entities comes

// So many entities; what is asked of them does not matter here.
struct PlainPlan {
  static constexpr std::uint64_t kVerifyFrames = 1;
  static constexpr float kVerifyStep = 1, kTimedStep = 1;
  std::size_t entities = kBefore + 1;

  static std::uint64_t fingerprint(std::uint64_t, int) { return 0; }
  static std::string in_words(int) { return ""; }
  template <class ValueOf>
  [[nodiscard]] Outcome judge(const std::vector<std::uint64_t>&, ValueOf) const {
    return {};
  }
  template <class ValueOf>
  [[nodiscard]] std::optional<std::string> check(std::uint64_t, std::uint64_t, ValueOf) const {
    return std::nullopt;
  }
  [[nodiscard]] Work work() const { return {}; }
};

// Entities come one by one; in its frames one more does.
template <bool kReserves>
class OneByOne {
 public:
  using Plan = PlainPlan;
  void build(const Plan& plan) {
    if constexpr (kReserves) world_.reserve(plan.entities);
    for (std::size_t i = 0; i < plan.entities; ++i) world_.spawn(Position{});
  }
  template <class OnVisit>
  void frame(float, OnVisit) {
    world_.spawn(Position{});
  }
  [[nodiscard]] int value_of(std::uint64_t) const { return 0; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return world_.memory(); }

 private:
  ecs::SparseSetWorld<Position> world_;
};
using Growing = BoundTrial<OneByOne<false>>;
using Reserving = BoundTrial<OneByOne<true>>;

// Owns what the counting allocator never sees.
class Elsewhere {
 public:
  using Plan = PlainPlan;
  void build(const Plan& plan) { values_.resize(plan.entities); }
  template <class OnVisit>
  void frame(float, OnVisit) {}
  [[nodiscard]] int value_of(std::uint64_t) const { return 0; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return ecs::MemoryUse{values_.size(), 0, 0}; }

 private:
  std::vector<char> values_;
};

// The values are the last to grow and the widest: all else is new by then, and their old array still lives.
constexpr std::uint64_t kOldValues = kBefore * sizeof(Position);

template <class Trial>
std::unique_ptr<Trial> built(std::size_t entities = kBefore + 1) {
  auto trial = std::make_unique<Trial>(PlainPlan{entities});
  trial->build();
  return trial;
}

TEST(BoundMemory, the_peak_of_a_growing_world_holds_the_old_array_and_the_new) {
  const auto memory = built<Growing>()->memory();
  ASSERT_TRUE(memory && memory->peak);
  EXPECT_EQ(*memory->peak, memory->total() + kOldValues);
}

TEST(BoundMemory, a_world_that_reserved_has_no_peak_above_its_total) {
  const auto memory = built<Reserving>()->memory();
  ASSERT_TRUE(memory && memory->peak);
  EXPECT_EQ(*memory->peak, memory->total());
}

TEST(BoundMemory, the_peak_is_of_one_world_though_others_live_and_die) {
  auto doomed = built<Reserving>(100'000);
  const auto one = built<Growing>();
  const auto other = built<Growing>();
  const auto large = built<Reserving>(100'000);
  doomed.reset();
  EXPECT_EQ(large->memory()->peak, large->memory()->total()) << "it had its turn when another gave back";
  one->prepare();
  other->prepare();
  for (const auto& trial : {one.get(), other.get()}) {
    const auto memory = trial->memory();
    ASSERT_TRUE(memory && memory->peak);
    EXPECT_EQ(*memory->peak, memory->total() + kOldValues);
  }
}

TEST(BoundMemory, a_frame_that_grows_the_world_raises_its_peak) {
  const auto trial = built<Growing>(kBefore);
  const auto bystander = built<Growing>();
  EXPECT_EQ(trial->memory()->peak, trial->memory()->total() + kOldValues / 2);
  trial->prepare();
  trial->run(1);
  EXPECT_EQ(trial->memory()->peak, trial->memory()->total() + kOldValues);
}

TEST(BoundMemory, what_the_counting_allocator_does_not_see_has_no_peak_and_no_overhead) {
  const auto memory = built<BoundTrial<Elsewhere>>()->memory();
  ASSERT_TRUE(memory);
  EXPECT_FALSE(memory->peak);
  EXPECT_FALSE(memory->overhead);
}

TEST(BoundMemory, overhead_is_that_of_the_blocks_it_owns) {
  if (!ecs::memory::kLargeBlocks) GTEST_SKIP() << "a sanitizer gives what it likes";
  const auto bystander = built<Growing>();
  const std::uint64_t before = ecs::memory_count.overhead_bytes;
  const auto trial = built<Growing>(1'000'000);  // arrays of all sizes, mapped ones too
  const auto memory = trial->memory();
  ASSERT_TRUE(memory && memory->overhead);
  EXPECT_EQ(*memory->overhead, ecs::memory_count.overhead_bytes - before);
  EXPECT_GT(*memory->overhead, 0u);
  EXPECT_GT(trial->large_blocks(), 0u);
}

std::unique_ptr<Trial> case_of(std::string_view strategy, std::string_view workload) {
  static const Catalogue all = catalogue();
  auto trial = all.find(strategy, workload)->make(Params{1000, 42, 1, {}});
  trial->build();
  return trial;
}

// What the next frame does.
UpkeepTotals next_frame(Trial& trial) {
  trial.prepare();
  const UpkeepTotals before = trial.upkeep().value();
  trial.run(1);
  const UpkeepTotals now = trial.upkeep().value();
  return {now.growths - before.growths, now.tables - before.tables, now.rebuilds - before.rebuilds};
}

TEST(BoundUpkeep, toggling_makes_its_second_table_in_the_first_frame) {
  const auto trial = case_of("archetype", "move/toggled");
  EXPECT_EQ(next_frame(*trial).tables, 1u);
  EXPECT_EQ(next_frame(*trial).tables, 0u);
}

TEST(BoundUpkeep, a_cold_world_grows_in_every_frame_and_a_moving_one_in_none) {
  for (const char* strategy : {"bitset", "sparse_set", "archetype", "reactive"}) {
    SCOPED_TRACE(strategy);
    const auto cold = case_of(strategy, "spawn/cold");
    EXPECT_GT(next_frame(*cold).growths, 0u);
    EXPECT_GT(next_frame(*cold).growths, 0u);
    const auto moving = case_of(strategy, "move/same-order");
    const UpkeepTotals done = next_frame(*moving);
    EXPECT_EQ(done.growths + done.tables + done.rebuilds, 0u);
  }
}

TEST(BoundUpkeep, who_keeps_no_count_says_so) {
  EXPECT_FALSE(case_of("boxed", "move/same-order")->upkeep());
  EXPECT_FALSE(case_of("limit", "move/same-order")->upkeep());
}

TEST(BoundMemory, every_storage_tells_peak_and_overhead_of_every_workload) {
  const Catalogue all = catalogue();
  for (const Case& one : all.cases) {
    if (!one.make || all.strategy(one.strategy) == nullptr || all.strategy(one.strategy)->role != Role::kStorage)
      continue;
    SCOPED_TRACE(one.strategy + " on " + one.workload);
    const auto trial = case_of(one.strategy, one.workload);
    const auto memory = trial->memory();
    ASSERT_TRUE(memory && memory->peak);
    EXPECT_GE(*memory->peak, memory->total());
    EXPECT_EQ(memory->overhead.has_value(), ecs::memory::kLargeBlocks);
  }
}

}  // namespace
}  // namespace ecsbench
