// TickCounter, and what added and changed let pass; how marks follow values is in tests/conformance/laws_marks.hpp.
#include "strategies/marks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "strategies/query.hpp"
#include "tests/support/components.hpp"

namespace ecsbench::tests {
namespace {

using ecs::Marks, ecs::Tick;

bool was_changed(Tick changed, Tick since) {
  return ecs::TickFilter<ecs::Changed<Health>>::passes({since}, Marks{1, changed});
}

TEST(TickFilter, lets_pass_what_is_later_and_not_what_is_as_late) {
  EXPECT_TRUE(was_changed(5, 4));
  EXPECT_FALSE(was_changed(5, 5));
  EXPECT_FALSE(was_changed(5, 6));
  EXPECT_TRUE((ecs::TickFilter<ecs::Added<Health>>::passes({4}, Marks{5, 9})));
  EXPECT_FALSE((ecs::TickFilter<ecs::Added<Health>>::passes({5}, Marks{5, 9})));
}

TEST(TickFilter, sees_no_wrap_at_32_bits) {  // H091
  constexpr Tick kEdge = std::numeric_limits<std::uint32_t>::max();
  EXPECT_TRUE(was_changed(kEdge + 1, kEdge));
  EXPECT_FALSE(was_changed(kEdge, kEdge + 1));
  EXPECT_TRUE(was_changed(kEdge + 3, kEdge - 2));
  EXPECT_FALSE(was_changed(3, kEdge + 3));
}

TEST(TickCounter, begins_after_zero_and_leaves_a_new_one_behind) {
  ecs::TickCounter ticks;
  EXPECT_EQ(ticks.now(), 1u);
  EXPECT_EQ(ticks.advance(), 2u);
  ecs::TickCounter moved{std::move(ticks)};
  EXPECT_EQ(moved.now(), 2u);
  EXPECT_EQ(ticks.now(), 1u);  // NOLINT(bugprone-use-after-move): what a moved-from world is left with
  const ecs::TickCounter copied{moved};
  EXPECT_EQ(copied.now(), 2u);
}

TEST(MarkColumn, of_an_untracked_component_is_nothing) {
  static_assert(std::is_empty_v<ecs::MarkColumn<A>>);
  static_assert(!std::is_empty_v<ecs::MarkColumn<Health>>);
  EXPECT_EQ(ecs::MarkColumn<A>{}.at(7), nullptr);
  EXPECT_EQ(ecs::MarkColumn<A>::bytes(), 0u);
}

TEST(Mut, is_a_handle_that_cannot_be_assigned_by_mistake) {
  static_assert(!std::is_copy_assignable_v<ecs::Mut<Health>>);
  Health health{1};
  Tick changed = 3;
  const ecs::Mut<Health> mut{&health, &changed, 9};
  EXPECT_EQ(mut.read().value, 1);
  EXPECT_EQ(changed, 3u);
  mut->value = 2;
  EXPECT_EQ(changed, 9u);
  EXPECT_EQ(health.value, 2);
}

}  // namespace
}  // namespace ecsbench::tests
