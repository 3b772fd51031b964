// The limit of the operations: arrays kept by hand, without handles, generations, masks or checks.
//
//   spawn, despawn    one table           owners_     row -> ordinal     [ 0  1  2 ]
//                                         rows_       ordinal -> row     [ 0  1  2 ]
//                                         positions_, velocities_        a value a row; the last row fills a gap
//   insert, remove    a flat sparse set   the same arrays, for velocities alone; positions_ lie by ordinal
//   get               positions_ by ordinal
//   has               a bit of holders_ by ordinal
//   view/one-match    positions_ at the one place; view/create has no limit, since a loop needs no view
//
// None of this is compiled into a strategy.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/opaque.hpp"
#include "harness/workloads/operation_plan.hpp"
#include "strategies/memory.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

class OperationLimit {
 public:
  using Plan = OperationPlan;

  void build(const OperationPlan& plan) {
    kind_ = {plan.act(), plan.manner()};
    order_ = plan.order();
    lone_ = plan.lone();
    allocate(plan.entities());
    holders_ = ecs::Vector<std::uint64_t>(plan.entities() / 64 + 1);
    std::fill(holders_.begin(), holders_.end(), ~std::uint64_t{0});
    prepare(plan);
  }

  void prepare(const OperationPlan& plan) {
    if (plan.manner() == Manner::kCold) allocate(0);
    size_ = 0;
    if (plan.act() == Act::kSpawn) return;
    append_rows([] {});
    if (plan.act() == Act::kInsert) size_ = 0;
    if (plan.act() == Act::kView) keep_one();
  }

  template <class OnVisit>
  void frame(float, OnVisit on_visit) {
    switch (kind_.act) {
      case Act::kSpawn:
        return spawn(on_visit);
      case Act::kDespawn:
        return kind_.manner == Manner::kBulk ? forget_rows(on_visit) : erase_rows<true>(on_visit);
      case Act::kInsert:
        return append_velocities(on_visit);
      case Act::kRemove:
        return erase_rows<false>(on_visit);
      case Act::kGet:
        return read_positions(on_visit);
      case Act::kHas:
        return ask_holders(on_visit);
      case Act::kView:
        return read_one(on_visit);
    }
  }

  [[nodiscard]] Holding value_of(std::uint64_t ordinal) const {
    const std::uint32_t row = rows_[ordinal];
    const bool has_row = row < size_ && owners_[row] == ordinal;
    if (has_row) return {true, positions_[is_table() ? row : ordinal], velocities_[row]};
    return is_table() ? Holding{} : Holding{true, positions_[ordinal], std::nullopt};
  }
  [[nodiscard]] std::uint64_t witness() const { return sum_of_reads_; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const {
    return ecs::MemoryUse{order_.size() * (sizeof(Position) + sizeof(Velocity)),
                          order_.size() * 2 * sizeof(std::uint32_t), 0};
  }

 private:
  // New arrays: what they held before is gone.
  void allocate(std::size_t n) {
    positions_ = ecs::Vector<Position>(n);
    velocities_ = ecs::Vector<Velocity>(n);
    owners_ = ecs::Vector<std::uint32_t>(n);
    rows_ = ecs::Vector<std::uint32_t>(n);
    size_ = 0;
  }

  // One velocity alone.
  void keep_one() {
    owners_[0] = static_cast<std::uint32_t>(lone_);
    rows_[lone_] = 0;
    velocities_[0] = Plan::velocity(lone_);
    size_ = 1;
  }

  // Do positions and velocities share their rows?
  [[nodiscard]] bool is_table() const { return kind_.act == Act::kSpawn || kind_.act == Act::kDespawn; }

  template <class OnVisit>
  void spawn(OnVisit on_visit) {
    if (kind_.manner == Manner::kInOrder) return append_each(on_visit);
    if (kind_.manner == Manner::kCold) allocate(order_.size());
    append_rows(on_visit);
  }
  // One at a time: whether there is room is asked each time, as it must be where nobody knows how many will come.
  template <class OnVisit>
  [[gnu::noinline]] void append_each(OnVisit on_visit) {
    Position* const positions = positions_.data();
    Velocity* const velocities = velocities_.data();
    std::uint32_t* const owners = owners_.data();
    std::uint32_t* const rows = rows_.data();
    const std::size_t room = opaque(positions_.size());
    std::size_t size = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (size == room) break;
      positions[size] = Plan::position(i);
      velocities[size] = Plan::velocity(i);
      owners[size] = static_cast<std::uint32_t>(i);
      rows[i] = static_cast<std::uint32_t>(size++);
      on_visit();
    }
    size_ = size;
  }
  template <class OnVisit>
  [[gnu::noinline]] void append_rows(OnVisit on_visit) {
    Position* const positions = positions_.data();
    Velocity* const velocities = velocities_.data();
    std::uint32_t* const owners = owners_.data();
    std::uint32_t* const rows = rows_.data();
    const std::size_t n = order_.size();
    for (std::size_t i = 0; i < n; ++i) {  // the table is empty: row i is for ordinal i
      positions[i] = Plan::position(i);
      velocities[i] = Plan::velocity(i);
      owners[i] = static_cast<std::uint32_t>(i);
      rows[i] = static_cast<std::uint32_t>(i);
      on_visit();
    }
    size_ = n;
  }
  template <class OnVisit>
  [[gnu::noinline]] void append_velocities(OnVisit on_visit) {
    Velocity* const velocities = velocities_.data();
    std::uint32_t* const owners = owners_.data();
    std::uint32_t* const rows = rows_.data();
    std::uint32_t row = 0;
    for (const std::uint32_t ordinal : order_) {
      velocities[row] = Plan::velocity(ordinal);
      owners[row] = ordinal;
      rows[ordinal] = row++;
      on_visit();
    }
    size_ = row;
  }
  template <bool kWithPositions, class OnVisit>
  [[gnu::noinline]] void erase_rows(OnVisit on_visit) {
    Position* const positions = positions_.data();
    Velocity* const velocities = velocities_.data();
    std::uint32_t* const owners = owners_.data();
    std::uint32_t* const rows = rows_.data();
    std::size_t size = size_;
    for (const std::uint32_t ordinal : order_) {
      const std::uint32_t hole = rows[ordinal];
      const std::uint32_t moved = owners[--size];
      if constexpr (kWithPositions) positions[hole] = positions[size];
      velocities[hole] = velocities[size];
      owners[hole] = moved;
      rows[moved] = hole;
      on_visit();
    }
    size_ = size;
  }
  template <class OnVisit>
  [[gnu::noinline]] void forget_rows(OnVisit on_visit) {
    for (std::size_t i = 0; i < size_; ++i) on_visit();
    size_ = 0;
  }
  template <class OnVisit>
  [[gnu::noinline]] void read_positions(OnVisit on_visit) {
    std::uint64_t sum = 0;
    for (const std::uint32_t ordinal : order_) {
      sum += std::bit_cast<std::uint32_t>(positions_[ordinal].x);
      on_visit();
    }
    sum_of_reads_ = sum;
  }
  template <class OnVisit>
  [[gnu::noinline]] void ask_holders(OnVisit on_visit) {
    const std::uint64_t* const holders = holders_.data();
    std::uint64_t count = 0;
    for (const std::uint32_t ordinal : order_) {
      if ((holders[ordinal / 64] >> (ordinal % 64) & 1) == 0) continue;
      ++count;
      on_visit();
    }
    sum_of_reads_ = count;
  }
  template <class OnVisit>
  [[gnu::noinline]] void read_one(OnVisit on_visit) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < Plan::kViews; ++i) {
      sum += std::bit_cast<std::uint32_t>(positions_[lone_].x);
      clobber_memory();
      on_visit();
    }
    sum_of_reads_ = sum;
  }

  OperationKind kind_{};
  std::vector<std::uint32_t> order_;
  ecs::Vector<Position> positions_;
  ecs::Vector<Velocity> velocities_;
  ecs::Vector<std::uint32_t> owners_;
  ecs::Vector<std::uint32_t> rows_;
  ecs::Vector<std::uint64_t> holders_;  // bits by ordinal: who has a velocity
  std::size_t size_ = 0;
  std::size_t lone_ = 0;
  std::uint64_t sum_of_reads_ = 0;
};

}  // namespace ecsbench
