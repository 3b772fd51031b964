#include "harness/workloads/toggle_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/workloads/digest.hpp"
#include "harness/workloads/random.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kSampled = 64;

// Times that frames 0 to `frames` - 1 have toggled a place of the order.
std::uint64_t times_toggled(std::uint64_t place, std::uint64_t frames, std::uint64_t taken, std::uint64_t size) {
  return (frames * taken + size - 1 - place) / size;
}

}  // namespace

WorkloadInfo toggle_info() {
  return {
      "move/toggled",
      "a tag is toggled on a random tenth each frame, then all move",
      "changing what an entity is, again and again",
      false,
      {{"toggled_percent", "share of the entities that are toggled each frame, in per cent", 10, 0.01, 100, false}}};
}

TogglePlan::TogglePlan(const Params& params)
    : movement_{MovementKind::kSameOrder, {params.entities, params.seed, 1, {}}} {
  const double share = params.axis("toggled_percent", 10) / 100;
  toggled_ = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(params.entities)));
}

std::vector<std::uint32_t> TogglePlan::order() const {
  std::vector<std::uint32_t> order(entities());
  std::iota(order.begin(), order.end(), 0u);
  Random random{movement_.seed()};
  shuffle(order, random);
  return order;
}

Work TogglePlan::work() const {
  Work work = movement_.work();
  work.operations = toggled_;
  return work;
}

std::uint64_t TogglePlan::fingerprint(std::uint64_t ordinal, const Flagged& value) {
  const std::uint64_t share = MovementPlan::fingerprint(ordinal, value.position);
  return value.is_frozen ? mix(share) : share;
}

std::string TogglePlan::in_words(const Flagged& value) {
  return MovementPlan::in_words(value.position) + (value.is_frozen ? ", frozen" : ", not frozen");
}

Outcome TogglePlan::judge(const std::vector<std::uint64_t>& frames, const FlaggedOf& flagged_of) const {
  Outcome outcome = movement_.judge(frames, [&](std::uint64_t ordinal) { return flagged_of(ordinal).position; });
  outcome.digest = 0;
  for (std::uint64_t i = 0; i < entities(); ++i) outcome.digest += fingerprint(i, flagged_of(i));
  return outcome;
}

std::optional<std::string> TogglePlan::check(std::uint64_t timed, std::uint64_t visits,
                                             const FlaggedOf& flagged_of) const {
  auto moved = movement_.check(timed, visits, [&](std::uint64_t ordinal) { return flagged_of(ordinal).position; });
  if (moved) return moved;
  const std::vector<std::uint32_t> order = this->order();
  const std::uint64_t frames = kVerifyFrames + timed;
  for (std::uint64_t place = 0; place < entities(); place += std::max<std::uint64_t>(1, entities() / kSampled)) {
    const std::uint64_t times = times_toggled(place, frames, toggled_, entities());
    if (flagged_of(order[place]).is_frozen != (times % 2 == 1)) {
      return fmt::format("after {} timed frames entity {} was toggled {} times and is {}", timed, order[place], times,
                         times % 2 == 1 ? "not frozen" : "frozen");
    }
  }
  return std::nullopt;
}

}  // namespace ecsbench
