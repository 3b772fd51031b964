// TogglePlan: each frame a share of the entities gets or loses a tag, then all move.
//
//   order    [ 3  0  4  1 | 2  5 ... ]      shuffled once; frame f toggles its f-th slice, round and round
//
// What it asks: is a flag that changes often better a component, or a field? The movement itself never looks at the tag.
// Judged as move/same-order is, and each tag must have been toggled as often as its place in the order says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/workloads/components.hpp"
#include "harness/workloads/movement_plan.hpp"
#include "harness/workloads/workload.hpp"

namespace ecsbench {

struct Frozen {};

[[nodiscard]] WorkloadInfo toggle_info();

// What a frame leaves of an entity.
struct Flagged {
  Position position;
  bool is_frozen = false;
};

class TogglePlan {
 public:
  static constexpr std::uint64_t kVerifyFrames = MovementPlan::kVerifyFrames;
  static constexpr float kVerifyStep = MovementPlan::kVerifyStep;
  static constexpr float kTimedStep = MovementPlan::kTimedStep;

  // Axis: toggled_percent.
  explicit TogglePlan(const Params& params);

  [[nodiscard]] std::uint64_t entities() const { return movement_.entities(); }
  [[nodiscard]] std::uint64_t toggled() const { return toggled_; }  // a frame
  [[nodiscard]] std::vector<std::uint32_t> order() const;

  [[nodiscard]] Work work() const;
  [[nodiscard]] static std::uint64_t fingerprint(std::uint64_t ordinal, const Flagged& value);
  [[nodiscard]] static std::string in_words(const Flagged& value);

  using FlaggedOf = std::function<Flagged(std::uint64_t ordinal)>;
  [[nodiscard]] Outcome judge(const std::vector<std::uint64_t>& frames, const FlaggedOf& flagged_of) const;
  [[nodiscard]] std::optional<std::string> check(std::uint64_t timed, std::uint64_t visits,
                                                 const FlaggedOf& flagged_of) const;

 private:
  MovementPlan movement_;
  std::uint64_t toggled_;
};

// The places of the order that one frame after another toggles.
class Slices {
 public:
  Slices(std::size_t size, std::size_t taken) : size_{size}, taken_{taken} {}

  // Calls toggle(place) for each place of the next slice.
  template <class Toggle>
  void next(Toggle toggle) {
    const std::size_t end = at_ + taken_;
    for (std::size_t place = at_; place < (end < size_ ? end : size_); ++place) toggle(place);
    for (std::size_t place = size_; place < end; ++place) toggle(place - size_);
    at_ = end < size_ ? end : end - size_;
  }

 private:
  std::size_t size_, taken_;
  std::size_t at_ = 0;
};

}  // namespace ecsbench
