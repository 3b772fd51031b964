#include "harness/workloads/operation_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <string_view>

#include "harness/workloads/digest.hpp"
#include "harness/workloads/random.hpp"

namespace ecsbench {
namespace {

constexpr std::uint64_t kSampled = 64;
constexpr double kValueBytes = sizeof(Position);

// Bytes of values that any implementation writes or reads an operation; what an end of life or a question must touch
// nobody can say.
double value_bytes(Act act) {
  switch (act) {
    case Act::kSpawn:
      return 2 * kValueBytes;
    case Act::kInsert:
    case Act::kGet:
      return kValueBytes;
    case Act::kDespawn:
    case Act::kRemove:
    case Act::kHas:
    case Act::kView:
      return 0;
  }
  return 0;
}

std::uint64_t bits_of_value(const std::optional<Position>& value) {
  return value ? ecsbench::fingerprint(1, *value) : 0;
}

struct ActWords {
  std::string_view name, what, stresses;
};
ActWords words_of(Act act) {
  switch (act) {
    case Act::kSpawn:
      return {"spawn", "entities with two components come", "handles and appending"};
    case Act::kDespawn:
      return {"despawn", "entities with two components go", "ending lives and closing gaps"};
    case Act::kInsert:
      return {"insert", "each gets a velocity beside its position", "adding a component"};
    case Act::kRemove:
      return {"remove", "each loses its velocity", "taking a component away"};
    case Act::kGet:
      return {"get", "each position is read by handle", "look-up by handle"};
    case Act::kHas:
      return {"has", "each is asked by handle whether it has a velocity", "look-up without a value"};
    case Act::kView:
      static_assert(OperationPlan::kViews == 100);
      return {"view", "a view of two components is made 100 times", "what a system costs before its first entity"};
  }
  return {};
}

struct MannerWords {
  std::string_view name, how;
};
MannerWords words_of(Manner manner) {
  switch (manner) {
    case Manner::kInOrder:
      return {"in-order", "one by one, oldest first"};
    case Manner::kShuffled:
      return {"shuffled", "one by one in a random order"};
    case Manner::kBulk:
      return {"bulk", "by one call"};
    case Manner::kCold:
      return {"cold", "by one call into a new world"};
    case Manner::kCreate:
      return {"create", "and left alone"};
    case Manner::kOneMatch:
      return {"one-match", "and walked to the one entity that matches"};
  }
  return {};
}

}  // namespace

WorkloadInfo operation_info(OperationKind kind) {
  const auto [act, what, stresses] = words_of(kind.act);
  const auto [manner, how] = words_of(kind.manner);
  const bool is_about_misses = kind.manner == Manner::kShuffled;
  return {fmt::format("{}/{}", act, manner),
          fmt::format("{}, {}", what, how),
          std::string{stresses},
          false,
          {},
          true,
          is_about_misses};
}

std::uint64_t OperationPlan::fingerprint(std::uint64_t ordinal, const Holding& holding) {
  const std::optional<Position> velocity =
      holding.velocity ? std::optional{Position{holding.velocity->x, holding.velocity->y}} : std::nullopt;
  const std::uint64_t alive = holding.alive ? 1 : 0;
  return mix(mix(ordinal) ^ mix(alive + mix(bits_of_value(holding.position) + mix(bits_of_value(velocity)))));
}

OperationPlan::OperationPlan(OperationKind kind, const Params& params)
    : kind_{kind}, entities_{params.entities}, seed_{params.seed} {
  assert(entities_ > 0);
}

Holding OperationPlan::laid_out(std::uint64_t ordinal) const {
  switch (kind_.act) {
    case Act::kSpawn:
      return {};
    case Act::kInsert:
      return {true, position(ordinal), std::nullopt};
    case Act::kView:
      if (ordinal != lone()) return {true, position(ordinal), std::nullopt};
      break;
    case Act::kDespawn:
    case Act::kRemove:
    case Act::kGet:
    case Act::kHas:
      break;
  }
  return {true, position(ordinal), velocity(ordinal)};
}

std::vector<std::uint32_t> OperationPlan::order() const {
  std::vector<std::uint32_t> order(entities_);
  std::iota(order.begin(), order.end(), 0u);
  if (kind_.manner == Manner::kShuffled) {
    Random random{seed_};
    shuffle(order, random);
  }
  return order;
}

Work OperationPlan::work() const {
  const auto n = static_cast<double>(entities_);
  Work work;
  work.matched = operations();
  work.operations = operations();
  work.per = "operation";
  work.bytes_touched = n * value_bytes(kind_.act);
  work.cache_lines = kind_.act < Act::kHas ? n * 2 * kValueBytes / 64 : 0;
  work.is_restored = is_restored();
  return work;
}

std::string OperationPlan::in_words(const Holding& holding) {
  if (!holding.alive) return "nothing: it is not alive";
  std::string words = holding.position ? MovementPlan::in_words(*holding.position) : "no position";
  words += holding.velocity ? fmt::format(", velocity ({}, {})", holding.velocity->x, holding.velocity->y)
                            : std::string{", no velocity"};
  return words;
}

Outcome OperationPlan::judge(const std::vector<std::uint64_t>& frames, const HoldingOf& holding_of) const {
  assert(frames.size() == kVerifyFrames);
  Outcome outcome{0, frames.front(), {}};
  for (const std::uint64_t successes : frames) {
    if (successes != operations()) {
      outcome.fault = fmt::format("{} of {} operations of a frame succeeded", successes, operations());
    }
  }
  for (std::uint64_t ordinal = 0; ordinal < entities_; ++ordinal) {
    outcome.digest += fingerprint(ordinal, holding_of(ordinal));
  }
  return outcome;
}

Holding OperationPlan::after_a_frame(std::uint64_t ordinal) const {
  switch (kind_.act) {
    case Act::kDespawn:
      return {};
    case Act::kRemove:
      return {true, position(ordinal), std::nullopt};
    case Act::kView:
      return laid_out(ordinal);
    case Act::kSpawn:
    case Act::kInsert:
    case Act::kGet:
    case Act::kHas:
      break;
  }
  return {true, position(ordinal), velocity(ordinal)};
}

std::optional<std::string> OperationPlan::check(std::uint64_t timed, std::uint64_t successes,
                                                const HoldingOf& holding_of) const {
  if (successes != operations()) {
    return fmt::format("{} of {} operations of the last frame succeeded", successes, operations());
  }
  const std::uint64_t step = std::max<std::uint64_t>(1, entities_ / kSampled);
  for (std::uint64_t ordinal = 0; ordinal < entities_; ordinal += step) {
    const Holding found = holding_of(ordinal);
    const Holding expected = after_a_frame(ordinal);
    if (fingerprint(ordinal, found) != fingerprint(ordinal, expected)) {
      return fmt::format("after {} timed frames entity {} holds {} instead of {}", timed, ordinal, in_words(found),
                         in_words(expected));
    }
  }
  return std::nullopt;
}

}  // namespace ecsbench
