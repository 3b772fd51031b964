// OperationOracle: the same operations on a plain list of what each entity holds, written apart from every strategy. What
// it finds is what all must find.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/workloads/operation_plan.hpp"
#include "strategies/strategy.hpp"

namespace ecsbench {

class OperationOracle {
 public:
  using Plan = OperationPlan;

  void build(const OperationPlan& plan) {
    act_ = plan.act();
    manner_ = plan.manner();
    order_ = plan.order();
    // A view knows no order: its one match is met again and again.
    if (act_ == Act::kView) order_.assign(plan.operations(), static_cast<std::uint32_t>(plan.lone()));
    prepare(plan);
  }

  void prepare(const OperationPlan& plan) {
    holdings_.resize(plan.entities());
    for (std::uint64_t i = 0; i < plan.entities(); ++i) holdings_[i] = plan.laid_out(i);
  }

  template <class OnVisit>
  void frame(float, OnVisit on_visit) {
    sum_of_reads_ = 0;
    for (const std::uint32_t ordinal : order_) {
      operate(ordinal, holdings_[ordinal]);
      on_visit();
    }
  }

  [[nodiscard]] Holding value_of(std::uint64_t ordinal) const { return holdings_[ordinal]; }
  [[nodiscard]] std::uint64_t witness() const { return sum_of_reads_; }
  [[nodiscard]] std::optional<ecs::MemoryUse> memory() const { return std::nullopt; }

 private:
  void operate(std::uint32_t ordinal, Holding& holding) {
    switch (act_) {
      case Act::kSpawn:
        holding = {true, Plan::position(ordinal), Plan::velocity(ordinal)};
        break;
      case Act::kDespawn:
        holding = {};
        break;
      case Act::kInsert:
        holding.velocity = Plan::velocity(ordinal);
        break;
      case Act::kRemove:
        holding.velocity.reset();
        break;
      case Act::kGet:
        sum_of_reads_ += std::bit_cast<std::uint32_t>(holding.position->x);
        break;
      case Act::kHas:
        sum_of_reads_ += holding.velocity ? 1u : 0u;
        break;
      case Act::kView:
        if (manner_ == Manner::kOneMatch) sum_of_reads_ += std::bit_cast<std::uint32_t>(holding.position->x);
        break;
    }
  }

  Act act_{};
  Manner manner_{};
  std::vector<std::uint32_t> order_;
  std::vector<Holding> holdings_;  // by ordinal
  std::uint64_t sum_of_reads_ = 0;
};

}  // namespace ecsbench
