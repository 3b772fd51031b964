// A catalogue of fakes: names and roles as in the real one, trials that do nothing but count. For what selects, lists and
// plans, without building a world.
#pragma once

#include <cstdint>
#include <string>

#include "harness/cases/trial.hpp"

namespace ecsbench::test {

// Strategies: the four storages, boxed, boxed_scattered, limit, gather, and 'mine' (given).
// Workloads: move/same-order, move/scrambled (axis stride), move/ten-percent, sort/rows. Not on sort/rows: everything but
// archetype; bitset is skipped there with a reason.
// A fake world holds 16 B of payload and 4 B of index for each entity.
struct Faults {
  std::string lies = {};            // this strategy ends with other values than the reference
  std::string crashes = {};         // this one aborts while it is built
  std::string spoils = {};          // this one is wrong only after it was timed
  std::string allocates = {};       // this one asks for memory once in each frame
  std::uint64_t crashes_above = 0;  // `crashes` lives in worlds of no more entities
};
[[nodiscard]] Catalogue fake_catalogue(const Faults& faults = {});

}  // namespace ecsbench::test
