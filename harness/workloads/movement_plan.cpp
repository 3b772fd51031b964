#include "harness/workloads/movement_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "harness/workloads/digest.hpp"
#include "harness/workloads/random.hpp"

namespace ecsbench {
namespace {

constexpr double kStandardStride = 7919;
constexpr double kStandardSets = 256;
constexpr std::uint64_t kSampled = 64;      // movers replayed by check()
constexpr double kTolerance = 1e-3;         // relative: rounding of many small steps differs with fused multiply-add
constexpr double kBytesPerMatch = 3 * 8.0;  // position read and written, velocity read
constexpr double kHeldPerMatch = 2 * 8.0;

Axis movers_axis(double standard) {
  return {"movers_percent", "share of the entities that have a velocity, in per cent", standard, 0.01, 100, false};
}

Axis stride_axis(std::string_view meaning) {
  return {"stride", meaning, kStandardStride, 1, 1e9, true};
}

std::uint64_t coprime_stride(std::uint64_t wanted, std::uint64_t entities) {
  while (std::gcd(wanted, entities) != 1) ++wanted;
  return wanted;
}

double standard_movers(MovementKind kind) {
  return kind == MovementKind::kTenPercent ? 10 : 100;
}

std::vector<std::uint32_t> ordinals(std::uint64_t n) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// Where a plain loop puts one mover: kVerifyFrames exact frames, then the timed ones.
Position replayed(std::uint64_t ordinal, std::uint64_t timed) {
  Position p = MovementPlan::start(ordinal);
  const Velocity v = MovementPlan::velocity(ordinal);
  const auto move = [&](float step) {
    p.x += v.x * step;
    p.y += v.y * step;
  };
  for (std::uint64_t f = 0; f < MovementPlan::kVerifyFrames; ++f) move(MovementPlan::kVerifyStep);
  for (std::uint64_t f = 0; f < timed; ++f) move(MovementPlan::kTimedStep);
  return p;
}

bool close(float value, float expected) {
  return std::abs(double{value} - double{expected}) <= kTolerance * std::max(1.0, std::abs(double{expected}));
}

struct MovementWords {
  const char* name;
  const char* summary;
  const char* stresses;
};
MovementWords words_of(MovementKind kind) {
  switch (kind) {
    case MovementKind::kSameOrder:
      return {"move/same-order", "position += velocity * dt; both inserted in the same order",
              "sequential access, joining two components"};
    case MovementKind::kScrambled:
      return {"move/scrambled", "velocity inserted in the order ids[i * stride % N]",
              "the join, when two components are stored in different orders"};
    case MovementKind::kShuffled:
      return {"move/shuffled", "velocity inserted in a random order",
              "the join, with no stride for a prefetcher to learn"};
    case MovementKind::kTenPercent:
      return {"move/ten-percent", "all have position, every tenth has velocity",
              "finding the few that match among the many"};
    case MovementKind::kScatteredHeap:
      return {"move/scattered-heap", "worlds aged by death and rebirth, boxes with swapped pointers",
              "what a long-lived heap does to each layout"};
    case MovementKind::kSets:
      return {"move/sets", "all move, spread over many component sets", "walking many small tables"};
  }
  return {};
}

bool is_about_misses(MovementKind kind) {
  return kind == MovementKind::kScrambled || kind == MovementKind::kShuffled || kind == MovementKind::kScatteredHeap;
}

bool is_standard(MovementKind kind) {
  return kind != MovementKind::kShuffled && kind != MovementKind::kSets;
}

std::vector<Axis> axes_of(MovementKind kind) {
  if (kind == MovementKind::kSets) {
    return {{"sets", "component sets that match", kStandardSets, 1, double{MovementPlan::kMostSets}, true}};
  }
  std::vector<Axis> axes{movers_axis(standard_movers(kind))};
  if (kind == MovementKind::kScrambled) {
    axes.push_back(stride_axis("step between velocities inserted one after another, in entities"));
  }
  if (kind == MovementKind::kScatteredHeap) axes.push_back(stride_axis("boxes: pointers swapped i <-> i * stride % N"));
  return axes;
}

}  // namespace

WorkloadInfo movement_info(MovementKind kind) {
  const MovementWords words = words_of(kind);
  return {words.name, words.summary, words.stresses, is_standard(kind), axes_of(kind), false, is_about_misses(kind)};
}

MovementPlan::MovementPlan(MovementKind kind, const Params& params)
    : kind_{kind}, entities_{params.entities}, seed_{params.seed} {
  assert(entities_ > 0);
  const double percent = params.axis("movers_percent", standard_movers(kind));
  movers_per_10000_ = static_cast<std::uint64_t>(std::llround(percent * 100));
  sets_ = kind == MovementKind::kSets ? static_cast<std::uint64_t>(params.axis("sets", kStandardSets)) : 1;
  const auto wanted = static_cast<std::uint64_t>(params.axis("stride", kStandardStride));
  stride_ = coprime_stride(wanted, entities_);
  const bool strides = kind == MovementKind::kScrambled || kind == MovementKind::kScatteredHeap;
  if (strides && stride_ != wanted) {
    note_ = fmt::format("stride {} instead of {}, which shares a factor with {} entities", stride_, wanted, entities_);
  }
}

std::uint64_t MovementPlan::movers() const {
  // moves() is true each time ordinal * share passes a multiple of 10000, at ordinal 0 for the first time.
  return ((entities_ - 1) * movers_per_10000_) / 10000 + 1;
}

std::vector<std::uint32_t> MovementPlan::insertion_order() const {
  std::vector<std::uint32_t> order = ordinals(entities_);
  if (kind_ == MovementKind::kScrambled) {
    for (std::uint64_t i = 0; i < entities_; ++i) order[i] = static_cast<std::uint32_t>(i * stride_ % entities_);
  } else if (kind_ == MovementKind::kShuffled) {
    Random random{seed_};
    shuffle(order, random);
  }
  if (!all_move()) std::erase_if(order, [this](std::uint32_t ordinal) { return !moves(ordinal); });
  return order;
}

std::vector<std::uint32_t> MovementPlan::dying(int round) const {
  std::vector<std::uint32_t> order = ordinals(entities_);
  Random random{mix(seed_) + static_cast<std::uint64_t>(round)};
  shuffle(order, random);
  order.resize(entities_ / 2);
  return order;
}

Work MovementPlan::work() const {
  const auto matched = static_cast<double>(movers());
  return {movers(), movers(), "match", matched * kBytesPerMatch, matched * kHeldPerMatch / 64, note_};
}

std::uint64_t MovementPlan::fingerprint(std::uint64_t ordinal, Position position) {
  return ecsbench::fingerprint(ordinal, position);
}

std::string MovementPlan::in_words(Position position) {
  return fmt::format("position ({}, {})", position.x, position.y);
}

Outcome MovementPlan::judge(const std::vector<std::uint64_t>& frames, const PositionOf& position_of) const {
  assert(frames.size() == kVerifyFrames);
  Outcome outcome{0, frames.front(), {}};
  for (const std::uint64_t matched : frames) {
    if (matched != frames.front())
      outcome.fault = fmt::format("one frame visited {}, another {}", frames.front(), matched);
  }
  for (std::uint64_t ordinal = 0; ordinal < entities_; ++ordinal) {
    const Position position = position_of(ordinal);
    if (moves(ordinal)) {
      outcome.digest += fingerprint(ordinal, position);
    } else if (fingerprint(ordinal, position) != fingerprint(ordinal, start(ordinal)) && outcome.fault.empty()) {
      outcome.fault = fmt::format("entity {} has no velocity and moved", ordinal);
    }
  }
  return outcome;
}

std::optional<std::string> MovementPlan::check(std::uint64_t timed, std::uint64_t visits,
                                               const PositionOf& position_of) const {
  if (visits != movers()) return fmt::format("the last frame visited {} entities instead of {}", visits, movers());
  const std::uint64_t step = std::max<std::uint64_t>(1, entities_ / kSampled);
  for (std::uint64_t ordinal = 0; ordinal < entities_; ordinal += step) {
    const Position found = position_of(ordinal);
    const Position expected = moves(ordinal) ? replayed(ordinal, timed) : start(ordinal);
    if (!close(found.x, expected.x) || !close(found.y, expected.y)) {
      return fmt::format("after {} timed frames entity {} is at ({}, {}) instead of ({}, {})", timed, ordinal, found.x,
                         found.y, expected.x, expected.y);
    }
  }
  return std::nullopt;
}

}  // namespace ecsbench
