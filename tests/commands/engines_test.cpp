// Two engines, one kernel: what the frame runner and Google Benchmark say of it must agree.
//
// Only a factor of 3 is claimed, of medians of spans so short that most of them are not interrupted: on a busy machine
// the time of a span of half a second would be that of its neighbours. A unit mixed up, or a restored world that got into
// the time, is wrong by far more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/measure/clock.hpp"
#include "harness/measure/micro.hpp"
#include "harness/measure/rounds.hpp"

namespace ecsbench {
namespace {

constexpr double kFactor = 3;

const Catalogue& everything() {
  static const Catalogue all = catalogue();
  return all;
}

struct Kernel {
  std::string strategy, workload;
  std::uint64_t entities;
  friend std::ostream& operator<<(std::ostream& out, const Kernel& kernel) {
    return out << kernel.strategy << "/" << kernel.workload << "/" << kernel.entities;
  }
};

double by_frame_runner(const Kernel& kernel) {
  Params params;
  params.entities = kernel.entities;
  const auto trial = everything().find(kernel.strategy, kernel.workload)->make(params);
  trial->build();
  SteadyClock clock;
  Settings settings;
  settings.rounds = 30;
  settings.time_budget_s = 0.3;
  const Samples samples = RoundRunner({{kernel.strategy, trial.get()}}, settings, clock, measure_cost_ns(clock)).run();
  std::vector<double> frames_ns;
  for (const RoundSamples& round : samples.contestants.front().rounds) {
    frames_ns.insert(frames_ns.end(), round.steady_ns.begin(), round.steady_ns.end());
  }
  std::nth_element(frames_ns.begin(), frames_ns.begin() + static_cast<std::ptrdiff_t>(frames_ns.size() / 2),
                   frames_ns.end());
  return frames_ns[frames_ns.size() / 2] / static_cast<double>(trial->work().operations);
}

double by_google_benchmark(const Kernel& kernel) {
  const Case* const entry = everything().find(kernel.strategy, kernel.workload);
  const MicroFamily family{
      kernel.strategy + "/" + kernel.workload, entry, everything().reference(kernel.workload), {kernel.entities}, true};
  MicroSettings settings;
  settings.flags = {"--benchmark_min_time=0.0005", "--benchmark_repetitions=101"};
  double ns_per_operation = 0;
  settings.on_family = [&](std::size_t, const std::vector<MicroPoint>& points) {
    ns_per_operation = points.front().ns_per_operation;
  };
  (void)run_micro({family}, settings);
  return ns_per_operation;
}

class Engines : public testing::TestWithParam<Kernel> {};

TEST_P(Engines, both_see_the_same_cost_of_one_kernel) {
  const double frames_ns = by_frame_runner(GetParam());
  const double google_ns = by_google_benchmark(GetParam());
  EXPECT_GT(frames_ns, 0);
  EXPECT_LT(google_ns, kFactor * frames_ns);
  EXPECT_GT(google_ns, frames_ns / kFactor);
}

// One that is restored before each frame at several times its cost, one that is not, one that counts other than entities.
INSTANTIATE_TEST_SUITE_P(kernels, Engines,
                         testing::Values(Kernel{"sparse_set", "despawn/bulk", 4000},
                                         Kernel{"archetype", "get/shuffled", 4000},
                                         Kernel{"bitset", "view/one-match", 100}),
                         [](const auto& kernel) { return kernel.param.strategy; });

}  // namespace
}  // namespace ecsbench
