// BoundTrial: the one template that joins a workload and what it runs on, and forgets both.
//
//   Model    what the frames act on: a world, boxes, plain arrays. It offers
//              using Plan             the workload family's plan: what is built, what must come out
//              build(plan)            not timed
//              frame(step, on_visit)  one frame; on_visit() is called for each match, and costs nothing when empty
//              value_of(ordinal)      read through what the harness kept
//              memory()               bytes, or nothing
//            and where frames use something up, or what they read leaves no trace in values:
//              prepare(plan)          lays it out again; not timed
//              witness()              a number that stands for what the last frame read
//            and where the storage counts its upkeep:
//              upkeep()               growths, tables, rebuilds so far, or nothing
//   Trial    the run-time face (trial.hpp)
//
// Price: one virtual call for each timed group of frames; run() below holds the whole loop, and frame() is inlined into it.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/cases/memory_account.hpp"
#include "harness/cases/trial.hpp"
#include "harness/workloads/digest.hpp"
#include "harness/workloads/opaque.hpp"
#include "strategies/memory.hpp"

namespace ecsbench {

template <class Model>
class BoundTrial : public Trial {
 public:
  using Plan = typename Model::Plan;

  explicit BoundTrial(Plan plan) : plan_{std::move(plan)} {}

  void build() override {
    account_.begin_turn();
    model_.build(plan_);
  }

  Outcome verify() override {
    std::vector<std::uint64_t> visits;
    for (std::uint64_t f = 0; f < Plan::kVerifyFrames; ++f) {
      prepare();
      visits.push_back(counted_frame(Plan::kVerifyStep));
    }
    Outcome outcome = plan_.judge(visits, reader());
    if constexpr (requires { model_.witness(); }) outcome.digest += mix(model_.witness());
    return outcome;
  }

  [[nodiscard]] std::uint64_t fingerprint(std::uint64_t ordinal) const override {
    return Plan::fingerprint(ordinal, model_.value_of(ordinal));
  }
  [[nodiscard]] std::string state_of(std::uint64_t ordinal) const override {
    return Plan::in_words(model_.value_of(ordinal));
  }

  void prepare() override {
    account_.begin_turn();
    if constexpr (requires { model_.prepare(plan_); }) model_.prepare(plan_);
  }

  void run(std::uint64_t frames) override {
    assert(frames == 1 || !work().is_restored);
    const float step = opaque(Plan::kTimedStep);
    for (std::uint64_t f = 0; f < frames; ++f) {
      model_.frame(step, [] {});
      clobber_memory();
    }
    timed_frames_ += frames;
  }

  std::optional<std::string> check() override {
    prepare();
    const std::uint64_t visits = counted_frame(Plan::kTimedStep);
    ++timed_frames_;
    return plan_.check(timed_frames_, visits, reader());
  }

  [[nodiscard]] Work work() const override { return plan_.work(); }

  [[nodiscard]] std::optional<MemoryBytes> memory() const override {
    const auto use = model_.memory();
    if (!use) return std::nullopt;
    MemoryBytes bytes{use->payload_bytes, use->index_bytes, use->slack_bytes};
    const MemoryAccount::Sums counted = account_.so_far();
    if (counted.owned != bytes.total()) return bytes;  // it owns more than the counting allocator saw
    bytes.peak = counted.peak;
    if (ecs::memory::kLargeBlocks) bytes.overhead = counted.overhead;  // a sanitizer's allocator gives what it likes
    return bytes;
  }

  [[nodiscard]] std::optional<UpkeepTotals> upkeep() const override {
    if constexpr (requires { model_.upkeep(); }) {
      if (const auto done = model_.upkeep()) return UpkeepTotals{done->growths, done->tables, done->rebuilds};
    }
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t large_blocks() const override { return ecs::memory_count.large_blocks; }

 protected:
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  [[gnu::noinline]] std::uint64_t counted_frame(float step) {
    std::uint64_t visits = 0;
    model_.frame(opaque(step), [&visits] { ++visits; });
    return visits;
  }
  [[nodiscard]] auto reader() const {
    return [this](std::uint64_t ordinal) { return model_.value_of(ordinal); };
  }

  Plan plan_;
  Model model_;
  std::uint64_t timed_frames_ = 0;
  MemoryAccount account_;  // last, so that it is closed before the model gives back
};

}  // namespace ecsbench
