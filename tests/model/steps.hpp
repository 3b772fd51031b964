// Steps: what a random program does to a world, as plain data that can be printed, replayed and shrunk.
//
//   Step{kInsert, who 7, what 2, value 30}     who picks an entity, what a component or a set: both are taken modulo what
//                                              there is, so that every sequence of steps is a program
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <random>
#include <vector>

namespace ecsbench::tests {

enum class Kind {
  kSpawn,        // what: the set of components
  kSpawnMany,    // who: how many, what: which of a few sets
  kDespawn,      // who
  kDespawnMany,  // who: every how many-th of the living; the dead are named, too
  kInsert,       // who, what: adds or replaces
  kRemove,       // who, what
  kRemoveAll,    // what
  kClear,        //
  kStale,        // who: one of the dead; what: every operation on it is refused
  kQuery,        // what: one of the questions
  kPatch,        // who: writes the tracked component through patch, or through a view of Mut
  kAdvance,      //
  kChanged,      // what: since how many ticks; who was added or changed since then?
  kReserve,      // who: for how many entities
  kClone,        // the copy goes on, the original ends
  kShrink,       //
  kMoveWorld,    // and the command buffer
  kDefer,        // who, what: a command and a component, recorded
  kFlush,        //
};
inline constexpr unsigned kKindCount = static_cast<unsigned>(Kind::kFlush) + 1;
static_assert('L' % kKindCount == 0, "the fuzzer's corpus is written with L for the first kind");

struct Step {
  Kind kind = Kind::kSpawn;
  unsigned who = 0;
  unsigned what = 0;
  int value = 0;
};
using Steps = std::vector<Step>;

std::ostream& operator<<(std::ostream& out, const Step& step);

[[nodiscard]] Step random_step(std::mt19937_64& random);

// Runs `check` on random sequences of up to a few hundred steps; a check fails by throwing. The seed is printed; what
// fails is shrunk to a short sequence and printed, too. False if anything failed.
[[nodiscard]] bool holds_for_random_steps(const std::function<void(const Steps&)>& check);

}  // namespace ecsbench::tests
