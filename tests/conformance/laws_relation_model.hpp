// A world with five relations and a model made of lists stay equal, whatever a random program does.
//
// The seed is ECSBENCH_SEED, or 42; a failure names it and the step.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "strategies/entity.hpp"
#include "strategies/filter.hpp"
#include "tests/support/family_model.hpp"
#include "tests/support/portrait.hpp"
#include "tests/support/relations.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class RelationModelLaws : public ::testing::Test {
 protected:
  using World = RelatedWorld<Strategy>;
  using Entity = ecs::Entity;
  static constexpr unsigned kA = 1;
  static constexpr unsigned kFrozen = 2;
  static constexpr std::size_t kMost = 40;

  RelationModelLaws() {
    const char* const given = std::getenv("ECSBENCH_SEED");
    seed_ = given == nullptr ? 42 : std::stoull(given);
    random_.seed(seed_);
    std::cout << "seed " << seed_ << " (ECSBENCH_SEED=" << seed_ << " repeats this run)\n";
    for_each_relation([&]<class R>(std::size_t) {  // views that exist early must hear of all that comes later
      static_cast<void>(world_.template view<>(ecs::with<R>).count());
      static_cast<void>(world_.template view<const A>(ecs::without<R>).count());
    });
  }

  // Calls visit<R>(number in the model) for each relation.
  template <class Visit>
  static void for_each_relation(Visit visit) {
    visit.template operator()<ChildOf>(0);
    visit.template operator()<PartOf>(1);
    visit.template operator()<Bound>(2);
    visit.template operator()<Rides>(3);
    visit.template operator()<Likes>(4);
  }
  template <class Act>
  void with_some_relation(Act act) {
    const std::size_t chosen = below(FamilyModel::kRelations);
    for_each_relation([&]<class R>(std::size_t r) {
      if (r == chosen) act.template operator()<R>(r);
    });
  }

  void step() {
    const std::size_t dice = below(100);
    if (dice < 22) return come();
    if (dice < 62) return relate();
    if (dice < 74) return unrelate();
    if (dice < 80) return change_components();
    if (dice < 92) return die();
    if (dice < 96) return remove();
    upkeep();
  }

  void come() {
    if (model_.size() >= kMost) return die();
    const Entity entity = below(2) == 0 ? world_.spawn() : world_.spawn(A{1}, Text{1});
    model_.spawn(entity, world_.template has<A>(entity) ? kA : 0);
    known_.push_back(entity);
  }
  void relate() {
    with_some_relation([&]<class R>(std::size_t r) {
      const Entity source = some();
      const Entity target = some();
      EXPECT_EQ(world_.template relate<R>(source, target), model_.relate(r, source, target));
    });
  }
  void unrelate() {
    with_some_relation([&]<class R>(std::size_t r) {
      const Entity source = some();
      const std::vector<Entity> targets = model_.targets(r, source);
      const Entity target = targets.empty() ? some() : targets[below(targets.size())];
      EXPECT_EQ(world_.template unrelate<R>(source, target), model_.unrelate(r, source, target));
    });
  }
  void change_components() {
    const Entity entity = some();
    if (below(2) == 0) {
      world_.insert(entity, A{2});
      world_.insert(entity, Frozen{});
      model_.put(entity, kA | kFrozen);
    } else {
      world_.template remove<A>(entity);
      model_.take(entity, kA);
    }
  }
  void die() {
    if (below(3) != 0) {
      const Entity entity = some();
      EXPECT_EQ(world_.despawn(entity), model_.despawn(entity));
      return;
    }
    std::vector<Entity> named(1 + below(6));
    for (Entity& entity : named) entity = some();
    const std::size_t before = model_.size();
    for (const Entity entity : named) model_.despawn(entity);
    EXPECT_EQ(world_.despawn_many(named), before - model_.size());
  }
  void remove() {
    with_some_relation([&]<class R>(std::size_t r) {
      if (below(10) == 0) {
        world_.template remove_all<R>();
        model_.remove_all(r);
      } else {
        const Entity source = some();
        EXPECT_EQ(world_.template remove<R>(source), model_.remove(r, source));
      }
    });
  }
  void upkeep() {
    const std::size_t dice = below(20);
    if (dice == 0) {
      world_.clear();
      model_.clear();
    } else if (dice < 10) {
      world_.shrink_to_fit();
    } else if (dice < 15) {
      world_ = world_.clone();
    } else {
      World other = std::move(world_);
      world_ = std::move(other);
    }
  }

  void compare() {
    ASSERT_TRUE(world_.consistent());
    ASSERT_EQ(world_.size(), model_.size());
    for_each_relation([&]<class R>(std::size_t r) {
      Entities related;
      Entities unrelated_with_a;
      for (const auto& [entity, bits] : model_.lives()) {
        ASSERT_EQ(sources_of<R>(world_, entity), model_.sources(r, entity));
        ASSERT_EQ(targets_of<R>(world_, entity), model_.targets(r, entity));
        const std::vector<Entity> sources = model_.sources(r, entity);
        ASSERT_EQ(visited(world_.template view<>(ecs::with<R>(entity))), Entities(sources.begin(), sources.end()));
        const bool is_related = !model_.targets(r, entity).empty();
        if (is_related) related.insert(entity);
        if (!is_related && (bits & kA) != 0) unrelated_with_a.insert(entity);
      }
      ASSERT_EQ(visited(world_.template view<>(ecs::with<R>)), related);
      ASSERT_EQ(visited(world_.template view<const A>(ecs::without<R>)), unrelated_with_a);
    });
    for (const auto& [entity, bits] : model_.lives()) {
      ASSERT_EQ(world_.template has<A>(entity), (bits & kA) != 0);
      ASSERT_EQ(world_.template has<Frozen>(entity), (bits & kFrozen) != 0);
    }
  }

  // Mostly a late one, sometimes one long dead.
  [[nodiscard]] Entity some() {
    if (known_.empty()) return ecs::kNull;
    const std::size_t late = std::min<std::size_t>(known_.size(), below(8) == 0 ? known_.size() : 2 * kMost);
    return known_[known_.size() - 1 - below(late)];
  }
  [[nodiscard]] std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>{0, n - 1}(random_);
  }

  std::uint64_t seed_ = 0;
  std::mt19937_64 random_;
  World world_;
  FamilyModel model_;
  std::vector<Entity> known_;
};
TYPED_TEST_SUITE(RelationModelLaws, UnderTest, StrategyName);

TYPED_TEST(RelationModelLaws, a_program_of_20000_random_steps_ends_as_the_model_does) {
  for (int taken = 0; taken < 20000 && !this->HasFailure(); ++taken) {
    SCOPED_TRACE("seed " + std::to_string(this->seed_) + ", step " + std::to_string(taken));
    this->step();
    if (taken % 10 == 0) this->compare();
  }
}

}  // namespace ecsbench::tests
