// No compiler removed the timed work: more frames and more entities take longer, for every strategy.
//
// Only orders of magnitude are claimed, of the least of several tries, so that a busy machine does not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "harness/cases/trial.hpp"
#include "harness/measure/clock.hpp"

namespace ecsbench {
namespace {

std::unique_ptr<Trial> built(const Case& one, std::uint64_t entities) {
  Params params;
  params.entities = entities;
  auto trial = one.make(params);
  trial->build();
  return trial;
}

std::uint64_t least_ns(Trial& trial, std::uint64_t frames) {
  const SteadyClock clock;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int attempt = 0; attempt < 7; ++attempt) {
    trial.prepare();
    const std::uint64_t start = clock.now_ns();
    trial.run(frames);
    least = std::min(least, clock.now_ns() - start);
  }
  return least;
}

const Catalogue& everything() {
  static const Catalogue all = catalogue();
  return all;
}

TEST(Elimination, fifty_times_the_frames_take_at_least_ten_times_as_long) {  // H028, H101
  std::size_t timed = 0;
  for (const Case& one : everything().cases) {
    if (!one.make) continue;
    const auto trial = built(one, 1000);
    if (trial->work().is_restored) continue;  // its frames stand alone
    EXPECT_GT(least_ns(*trial, 200), 10 * least_ns(*trial, 4)) << one.strategy << " on " << one.workload;
    ++timed;
  }
  EXPECT_GT(timed, 20u);
}

TEST(Elimination, sixteen_times_the_entities_take_at_least_four_times_as_long) {  // H028
  std::size_t timed = 0;
  for (const Case& one : everything().cases) {
    if (!one.make || !one.workload.starts_with("move/")) continue;
    const auto few = built(one, 1000);
    const auto many = built(one, 16000);
    EXPECT_GT(least_ns(*many, 20), 4 * least_ns(*few, 20)) << one.strategy << " on " << one.workload;
    ++timed;
  }
  EXPECT_GT(timed, 20u);
}

}  // namespace
}  // namespace ecsbench
