// Operations on an ECS world: what a game does to its entities by handle, written once against the contract.
//
//   prepare()   clear, then spawn_many what the frame needs: the same indices in the same order each time
//   frame()     the operations; the handles of those that are born are kept, as a user would keep them
//
// Each operation's loop is a function of its own and not inlined: together in one they would share registers, and what one
// costs would change when another is added (despawn on sparse_set took 7.5 ns together, and takes 6.5 apart).
//
// The world knows of one query, position and velocity, as if a movement system ran between the frames: who keeps lists
// for queries pays for this one. on_visit() is called for each operation that succeeded.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/movement.hpp"
#include "harness/workloads/opaque.hpp"
#include "harness/workloads/operation_plan.hpp"
#include "strategies/derived.hpp"
#include "strategies/strategy.hpp"
#include "strategies/upkeep.hpp"

namespace ecsbench {

template <template <class...> class World>
class OperationOnWorld {
 public:
  using Plan = OperationPlan;

  void build(const OperationPlan& plan) {
    kind_ = {plan.act(), plan.manner()};
    order_ = plan.order();
    handles_.resize(plan.entities());
    asked_.resize(plan.entities());
    know_query(world_);
    // What it owns when full is what is reported, so that a world for spawning is filled once, too.
    plan.act() == Act::kSpawn ? frame(0, [] {}) : lay_out(plan);
  }

  void prepare(const OperationPlan& plan) {
    if (!plan.is_restored()) return;
    if (plan.manner() == Manner::kCold) {
      world_ = {};
      know_query(world_);
    } else {
      empty();
      lay_out(plan);
    }
  }

  // Operations take no step.
  template <class OnVisit>
  void frame(float, OnVisit on_visit) {
    const bool bulk = kind_.manner == Manner::kBulk || kind_.manner == Manner::kCold;
    switch (kind_.act) {
      case Act::kSpawn:
        return bulk ? spawn_bulk(on_visit) : spawn_single(on_visit);
      case Act::kDespawn:
        return bulk ? despawn_bulk(on_visit) : despawn_single(on_visit);
      case Act::kInsert:
        return insert(on_visit);
      case Act::kRemove:
        return remove(on_visit);
      case Act::kGet:
        return get(on_visit);
      case Act::kHas:
        return has(on_visit);
      case Act::kView:
        return kind_.manner == Manner::kCreate ? create_views(on_visit) : walk_views(on_visit);
    }
  }

  [[nodiscard]] Holding value_of(std::uint64_t ordinal) const {
    const ecs::Entity entity = handles_[ordinal];
    return {world_.alive(entity), copied(world_.template try_get<Position>(entity)),
            copied(world_.template try_get<Velocity>(entity))};
  }
  [[nodiscard]] std::uint64_t witness() const { return sum_of_reads_; }

  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return memory_of(world_); }
  [[nodiscard]] std::optional<ecs::Upkeep> upkeep() const { return upkeep_of(world_); }

 private:
  void lay_out(const OperationPlan& plan) {
    if (plan.act() == Act::kSpawn) return;
    const bool are_bare = plan.act() == Act::kInsert || plan.act() == Act::kView;
    are_bare ? spawn_positions() : spawn_bulk([] {});
    if (plan.act() == Act::kView) world_.insert(handles_[plan.lone()], Plan::velocity(plan.lone()));
    for (std::size_t k = 0; k < order_.size(); ++k) asked_[k] = handles_[order_[k]];
  }
  void spawn_positions() {
    ecs::spawn_many<Position>(world_, handles_.size(), [&](std::size_t i, ecs::Entity entity, Position& p) {
      handles_[i] = entity;
      p = Plan::position(i);
    });
  }
  // Newest first where there is no clear: slots are then used again oldest first, as after clear.
  void empty() {
    if constexpr (requires { world_.clear(); }) {
      world_.clear();
    } else {
      for (std::size_t i = handles_.size(); i-- > 0;) world_.despawn(handles_[i]);
    }
  }

  template <class OnVisit>
  [[gnu::noinline]] void spawn_single(OnVisit on_visit) {
    for (std::size_t i = 0; i < handles_.size(); ++i) {
      handles_[i] = world_.spawn(Plan::position(i), Plan::velocity(i));
      on_visit();
    }
  }
  template <class OnVisit>
  [[gnu::noinline]] void spawn_bulk(OnVisit on_visit) {
    ecs::spawn_many<Position, Velocity>(world_, handles_.size(),
                                        [&](std::size_t i, ecs::Entity entity, Position& p, Velocity& v) {
                                          handles_[i] = entity;
                                          p = Plan::position(i);
                                          v = Plan::velocity(i);
                                          on_visit();
                                        });
  }
  template <class OnVisit>
  [[gnu::noinline]] void despawn_single(OnVisit on_visit) {
    for (const ecs::Entity entity : asked_) {
      if (world_.despawn(entity)) on_visit();
    }
  }
  template <class OnVisit>
  [[gnu::noinline]] void despawn_bulk(OnVisit on_visit) {
    const std::size_t died = ecs::despawn_many(world_, asked_);
    for (std::size_t i = 0; i < died; ++i) on_visit();
  }
  template <class OnVisit>
  [[gnu::noinline]] void insert(OnVisit on_visit) {
    for (std::size_t k = 0; k < asked_.size(); ++k) {
      if (world_.insert(asked_[k], Plan::velocity(order_[k])) != nullptr) on_visit();
    }
  }
  template <class OnVisit>
  [[gnu::noinline]] void remove(OnVisit on_visit) {
    for (const ecs::Entity entity : asked_) {
      if (world_.template remove<Velocity>(entity)) on_visit();
    }
  }
  template <class OnVisit>
  [[gnu::noinline]] void get(OnVisit on_visit) {
    std::uint64_t sum = 0;
    for (const ecs::Entity entity : asked_) {
      if (const Position* const p = world_.template try_get<Position>(entity)) {
        sum += std::bit_cast<std::uint32_t>(p->x);
        on_visit();
      }
    }
    sum_of_reads_ = sum;
  }
  template <class OnVisit>
  [[gnu::noinline]] void has(OnVisit on_visit) {
    std::uint64_t count = 0;
    for (const ecs::Entity entity : asked_) {
      if (world_.template has<Velocity>(entity)) {
        ++count;
        on_visit();
      }
    }
    sum_of_reads_ = count;
  }
  // The address goes where the optimiser cannot follow, so that each view is made.
  template <class OnVisit>
  [[gnu::noinline]] void create_views(OnVisit on_visit) {
    for (std::uint64_t i = 0; i < Plan::kViews; ++i) {
      auto view = world_.template view<Position, const Velocity>();
      static_cast<void>(opaque(&view));
      clobber_memory();
      on_visit();
    }
  }
  template <class OnVisit>
  [[gnu::noinline]] void walk_views(OnVisit on_visit) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < Plan::kViews; ++i) {
      world_.template view<Position, const Velocity>().each([&](const Position& p, const Velocity&) {
        sum += std::bit_cast<std::uint32_t>(p.x);
        on_visit();
      });
      clobber_memory();
    }
    sum_of_reads_ = sum;
  }

  template <class Value>
  [[nodiscard]] static std::optional<Value> copied(const Value* value) {
    return value != nullptr ? std::optional<Value>{*value} : std::nullopt;
  }

  OperationKind kind_{};
  World<Position, Velocity> world_;
  std::vector<std::uint32_t> order_;  // ordinals as the frame takes them
  std::vector<ecs::Entity> handles_;  // by ordinal
  std::vector<ecs::Entity> asked_;    // in that order: the handles that the frame is about
  std::uint64_t sum_of_reads_ = 0;
};

}  // namespace ecsbench
