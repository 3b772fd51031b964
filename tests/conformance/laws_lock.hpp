// Laws on the lock: a structural change during iteration throws LockedStorage and has no effect.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "strategies/derived.hpp"
#include "strategies/entity.hpp"
#include "strategies/lock.hpp"
#include "tests/support/components.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class LockLaws : public ::testing::Test {
 protected:
  using World = typename Strategy::template World<A, B, C, Frozen>;

  LockLaws() {
    for (int i = 0; i < 20; ++i) handles_.push_back(world_.spawn(A{i}, B{i}));
    e_ = handles_[7];
  }

  template <class Operation>
  void expect_refused(const std::string& name, Operation operation) {
    SCOPED_TRACE(name);
    const auto before = seen();
    try {
      operation();
      ADD_FAILURE() << "must throw LockedStorage";
    } catch (const ecs::LockedStorage& refusal) {
      EXPECT_NE(std::string{refusal.what()}.find(name), std::string::npos) << refusal.what();
    }
    EXPECT_TRUE(same(seen(), before));
  }

  void expect_every_structural_change_refused() {
    expect_refused("spawn", [&] { world_.spawn(); });
    expect_refused("spawn", [&] { world_.spawn(C{1}, Frozen{}); });
    expect_refused("despawn", [&] { world_.despawn(e_); });
    expect_refused("insert", [&] { world_.insert(e_, C{1}); });
    expect_refused("insert", [&] { world_.insert(e_, Frozen{}); });
    expect_refused("remove", [&] { world_.template remove<B>(e_); });
    expect_refused("spawn", [&] { ecs::spawn_many<A>(world_, 3, [](std::size_t, ecs::Entity, A&) {}); });
    expect_refused("despawn", [&] { ecs::despawn_many(world_, handles_); });
    if constexpr (CanManage<Strategy>) {
      expect_refused("clear", [&] { world_.clear(); });
      expect_refused("remove_all", [&] { world_.template remove_all<A>(); });
      expect_refused("reserve", [&] { world_.reserve(100000); });
      expect_refused("shrink_to_fit", [&] { world_.shrink_to_fit(); });
    }
  }

  void expect_what_moves_no_row_allowed() {
    const A* const place = world_.template try_get<A>(e_);
    EXPECT_EQ(world_.insert(e_, A{70}), place);
    EXPECT_EQ(number_in<A>(world_, e_), 70);
    world_.insert(e_, A{7});
    EXPECT_FALSE(world_.template remove<C>(e_));
    EXPECT_FALSE(world_.template remove<Frozen>(e_));
    EXPECT_TRUE(world_.alive(e_));
    EXPECT_EQ(world_.size(), 20u);
    EXPECT_EQ(visited(world_.template view<B>()).size(), 20u);
  }

  void expect_open() {
    const ecs::Entity newcomer = world_.spawn(C{1});
    EXPECT_NE(world_.insert(newcomer, A{1}), nullptr);
    EXPECT_TRUE(world_.template remove<C>(newcomer));
    EXPECT_TRUE(world_.despawn(newcomer));
  }

  [[nodiscard]] auto seen() { return portrait<A, B, C, Frozen>(world_, handles_); }

  World world_;
  std::vector<ecs::Entity> handles_;
  ecs::Entity e_;
};
TYPED_TEST_SUITE(LockLaws, UnderTest, StrategyName);

TYPED_TEST(LockLaws, each_refuses_every_structural_change) {  // H007, H030, H051, H112, H044
  const auto before = this->seen();
  std::size_t visits = 0;
  this->world_.template view<A, const B>().each([&](A&, const B&) {
    if (++visits == 5) this->expect_every_structural_change_refused();
  });
  EXPECT_EQ(visits, 20u);
  EXPECT_TRUE(same(this->seen(), before));
  this->expect_open();
}

TYPED_TEST(LockLaws, each_allows_replacing_and_looking_up) {
  this->world_.template view<const A>().each([&](const A&) { this->expect_what_moves_no_row_allowed(); });
  this->expect_open();
}

TYPED_TEST(LockLaws, each_chunk_refuses_every_structural_change) {
  if constexpr (!CanChunk<TypeParam>) {
    GTEST_SKIP() << kNotChunked;
  } else {
    std::size_t rows = 0;
    this->world_.template view<A, const B>().each_chunk([&](std::span<A> as, std::span<const B>) {
      this->expect_every_structural_change_refused();
      this->expect_what_moves_no_row_allowed();
      rows += as.size();
    });
    EXPECT_EQ(rows, 20u);
    this->expect_open();
  }
}

TYPED_TEST(LockLaws, range_for_refuses_every_structural_change) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    std::size_t visits = 0;
    for ([[maybe_unused]] auto [e, a, b] : this->world_.template view<A, const B>()) {
      if (++visits == 5) this->expect_every_structural_change_refused();
      this->expect_what_moves_no_row_allowed();
    }
    EXPECT_EQ(visits, 20u);
    this->expect_open();
  }
}

TYPED_TEST(LockLaws, breaking_out_of_range_for_opens_the_world) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    for ([[maybe_unused]] auto [e, a] : this->world_.template view<A>()) break;
    this->expect_open();
  }
}

TYPED_TEST(LockLaws, an_iterator_that_moved_hands_the_lock_on) {
  if constexpr (!CanFilter<TypeParam>) {
    GTEST_SKIP() << kNotFiltered;
  } else {
    const auto view = this->world_.template view<A>();
    {
      auto first = view.begin();
      {
        const auto second = std::move(first);
        EXPECT_THROW(this->world_.spawn(), ecs::LockedStorage);
      }
      this->expect_open();
    }
    this->expect_open();
  }
}

TYPED_TEST(LockLaws, a_visitor_that_throws_opens_the_world) {
  EXPECT_THROW(this->world_.template view<A>().each([](A&) { throw std::runtime_error{"stop"}; }), std::runtime_error);
  this->expect_open();
  EXPECT_THROW(this->world_.template view<A>().each([&](ecs::Entity e, A&) { this->world_.despawn(e); }),
               ecs::LockedStorage);
  EXPECT_EQ(this->world_.size(), 20u);
  this->expect_open();
  if constexpr (CanChunk<TypeParam>) {
    EXPECT_THROW(this->world_.template view<A>().each_chunk([](std::span<A>) { throw std::runtime_error{"stop"}; }),
                 std::runtime_error);
    this->expect_open();
  }
}

TYPED_TEST(LockLaws, a_visitor_that_stops_opens_the_world) {
  this->world_.template view<A>().each([](A&) { return false; });
  this->expect_open();
}

TYPED_TEST(LockLaws, the_world_stays_locked_until_the_outer_loop_ends) {  // H080
  std::size_t visits = 0;
  this->world_.template view<A>().each([&](A&) {
    this->world_.template view<B>().each([](B&) {});
    EXPECT_THROW(this->world_.spawn(), ecs::LockedStorage);
    return ++visits < 3;
  });
  this->expect_open();
}

TYPED_TEST(LockLaws, one_world_under_iteration_leaves_others_open) {
  typename TestFixture::World other;
  this->world_.template view<const A>().each([&](const A& a) { other.spawn(a); });
  EXPECT_EQ(other.size(), 20u);
}

}  // namespace ecsbench::tests
