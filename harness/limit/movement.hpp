// The limit of the move family: hand-written loops over plain arrays, with the worlds' own allocator and huge-page advice.
//
//   MovementLimit    positions and velocities of the movers side by side: nobody has to look anything up
//   MovementSegments the same, one loop for each component set, the sets one behind the other
//   MovementGather   velocities in the order in which they were inserted, positions by ordinal, joined by one index list:
//                    the floor for whoever must look something up once
//
// None of this is compiled into a strategy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "strategies/memory.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

class MovementLimit {
 public:
  using Plan = MovementPlan;

  void build(const MovementPlan& plan) {
    plan_ = &plan;
    positions_.resize(plan.movers());
    velocities_.resize(plan.movers());
    row_.resize(plan.entities());
    std::uint32_t row = 0;
    for (std::uint64_t i = 0; i < plan.entities(); ++i) {
      if (!plan.moves(i)) continue;
      positions_[row] = plan.start(i);
      velocities_[row] = plan.velocity(i);
      row_[i] = row++;
    }
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    Position* const positions = positions_.data();
    const Velocity* const velocities = velocities_.data();
    const std::size_t n = positions_.size();
    for (std::size_t i = 0; i < n; ++i) {
      positions[i].x += velocities[i].x * step;
      positions[i].y += velocities[i].y * step;
      on_visit();
    }
  }

  [[nodiscard]] Position value_of(std::uint64_t ordinal) const {
    return plan_->moves(ordinal) ? positions_[row_[ordinal]] : MovementPlan::start(ordinal);
  }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const {
    return ecs::MemoryUse{positions_.size() * (sizeof(Position) + sizeof(Velocity)), 0, 0};
  }

 private:
  const MovementPlan* plan_ = nullptr;
  ecs::Vector<Position> positions_;
  ecs::Vector<Velocity> velocities_;
  std::vector<std::uint32_t> row_;  // by ordinal; for value_of alone
};

class MovementSegments {
 public:
  using Plan = MovementPlan;

  void build(const MovementPlan& plan) {
    for (std::uint64_t set = 0; set < plan.sets(); ++set) {
      ends_.push_back(ends_.empty() ? 0 : ends_.back());
      ends_.back() += (plan.entities() + plan.sets() - 1 - set) / plan.sets();
    }
    positions_.resize(plan.entities());
    velocities_.resize(plan.entities());
    for (std::uint64_t i = 0; i < plan.entities(); ++i) {
      positions_[row_of(i)] = plan.start(i);
      velocities_[row_of(i)] = plan.velocity(i);
    }
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    Position* const positions = positions_.data();
    const Velocity* const velocities = velocities_.data();
    std::size_t i = 0;
    for (const std::size_t end : ends_) {
      for (; i < end; ++i) {
        positions[i].x += velocities[i].x * step;
        positions[i].y += velocities[i].y * step;
        on_visit();
      }
    }
  }

  [[nodiscard]] Position value_of(std::uint64_t ordinal) const { return positions_[row_of(ordinal)]; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const {
    return ecs::MemoryUse{positions_.size() * (sizeof(Position) + sizeof(Velocity)), ends_.size() * sizeof(std::size_t),
                          0};
  }

 private:
  [[nodiscard]] std::size_t row_of(std::uint64_t ordinal) const {
    const std::size_t set = ordinal % ends_.size();
    return (set == 0 ? 0 : ends_[set - 1]) + ordinal / ends_.size();
  }

  ecs::Vector<Position> positions_;
  ecs::Vector<Velocity> velocities_;
  std::vector<std::size_t> ends_;  // one past the last row of each set
};

class MovementGather {
 public:
  using Plan = MovementPlan;

  void build(const MovementPlan& plan) {
    positions_.resize(plan.entities());
    for (std::uint64_t i = 0; i < plan.entities(); ++i) positions_[i] = plan.start(i);
    owners_.reserve(plan.movers());
    velocities_.reserve(plan.movers());
    for (const std::uint32_t ordinal : plan.insertion_order()) {
      owners_.push_back(ordinal);
      velocities_.push_back(plan.velocity(ordinal));
    }
  }

  template <class OnVisit>
  void frame(float step, OnVisit on_visit) {
    Position* const positions = positions_.data();
    const Velocity* const velocities = velocities_.data();
    const std::uint32_t* const owners = owners_.data();
    const std::size_t n = velocities_.size();
    for (std::size_t i = 0; i < n; ++i) {
      Position& p = positions[owners[i]];
      p.x += velocities[i].x * step;
      p.y += velocities[i].y * step;
      on_visit();
    }
  }

  [[nodiscard]] Position value_of(std::uint64_t ordinal) const { return positions_[ordinal]; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const {
    const std::size_t payload = positions_.size() * sizeof(Position) + velocities_.size() * sizeof(Velocity);
    const std::size_t owned = positions_.capacity() * sizeof(Position) + velocities_.capacity() * sizeof(Velocity) +
                              owners_.capacity() * sizeof(std::uint32_t);
    const std::size_t index = owners_.size() * sizeof(std::uint32_t);
    return ecs::MemoryUse{payload, index, owned - payload - index};
  }

 private:
  ecs::Vector<Position> positions_;    // by ordinal
  ecs::Vector<Velocity> velocities_;   // in the order of insertion
  ecs::Vector<std::uint32_t> owners_;  // velocity -> ordinal
};

}  // namespace ecsbench
