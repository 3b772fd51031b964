#include "harness/commands/doctor/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/commands/doctor/claims_table.hpp"
#include "harness/commands/doctor/real_clock.hpp"
#include "harness/commands/interrupt.hpp"
#include "harness/measure/clock.hpp"
#include "harness/report/text.hpp"
#include "harness/statistics/simulated_claims.hpp"

namespace ecsbench {
namespace {

using statistics::Claim;

constexpr std::uint64_t kContests = 24;
constexpr double kLastBeginS = 40;
constexpr std::string_view kHowToRead =
    "\nPromised are 95 % (93 % for 72 correlated rounds) and 5 %. Allowed is that with\n"
    "three standard errors of chance; 200 simulated runs are held to the promise.\n";
constexpr std::uint64_t kEntities = 16'384;  // 256 KiB: in the second cache of most machines, a few us a frame

void say_contest(const Console& console, std::uint64_t number, const RealContest& contest) {
  const std::string line =
      fmt::format("[{}/{}] real clock: noise floor ±{} %, the copy reads {}, 3 % more work reads {}", number, kContests,
                  significant(contest.noise_floor * 100), to_string(contest.copy), to_string(contest.slowed));
  if (console.draws_progress()) {
    console.draw_progress(line);
  } else {
    console.say(line);
  }
}

// As many as there is time for; fewer when interrupted.
std::vector<RealContest> hold_contests(Trial& kernel, const Console& console) {
  SteadyClock clock;
  const ClockFacts facts = measure_clock(clock);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<RealContest> contests;
  for (std::uint64_t seed = 1; seed <= kContests; ++seed) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > kLastBeginS) break;
    const auto contest = hold_real_contest(kernel, seed, facts, &interrupt_mark());
    if (!contest) break;
    contests.push_back(*contest);
    say_contest(console, seed, *contest);
  }
  console.erase_progress();
  return contests;
}

std::unique_ptr<Trial> built_kernel(const Catalogue& catalogue) {
  Params params;
  params.entities = kEntities;
  std::unique_ptr<Trial> kernel = catalogue.find("limit", "move/same-order")->make(params);
  kernel->build();
  return kernel;
}

bool is_broken(const Claim& claim) {
  return claim.undecided.empty() && !claim.holds();
}

std::string ending_text(std::size_t broken, bool undecided) {
  if (broken > 0) return fmt::format("{} broken.", counted(broken, "promise"));
  return undecided ? "No promise is broken; this machine is too noisy now to tell the last two."
                   : "Every promise holds.";
}

}  // namespace

int self_test(const Catalogue& catalogue, Console& console) {
  console.say("simulating runs whose truth is known");
  std::vector<Claim> claims = statistics::simulated_claims();
  console.out("Self-test: does the engine keep its promises?\n\n" + claims_table("simulated", claims));
  const std::unique_ptr<Trial> kernel = built_kernel(catalogue);
  const std::vector<RealContest> contests = hold_contests(*kernel, console);
  if (interrupted()) return interrupt_exit_code();

  const std::vector<Claim> real = real_clock_claims(contests);
  console.out('\n' + claims_table("on the clock of this machine", real));
  claims.insert(claims.end(), real.begin(), real.end());
  const auto broken = static_cast<std::size_t>(std::count_if(claims.begin(), claims.end(), is_broken));
  const bool undecided =
      std::any_of(real.begin(), real.end(), [](const Claim& claim) { return !claim.undecided.empty(); });
  console.out('\n' + ending_text(broken, undecided) + std::string(kHowToRead));
  return broken == 0 ? 0 : 1;
}

}  // namespace ecsbench
