#include "harness/statistics/simulated_claims.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace ecsbench::statistics {
namespace {

constexpr std::uint64_t kSeed = 42;
constexpr std::size_t kRounds = 24;  // what the timetable of a run aims at: shorter blocks rather than fewer rounds
constexpr std::size_t kManyRounds = 72;

Claim coverage_claim(std::string text, const RatioModel& model, std::size_t rounds, double bound = 0.95) {
  constexpr std::size_t kRuns = 10'000;
  return {std::move(text), coverage(model, rounds, kRuns, kSeed), Bound::kAtLeast, bound, slack_of(bound, kRuns)};
}

Claim copies_claim(std::string text, const SimulatedContest& contest) {
  return {std::move(text), false_findings(contest, 200, kSeed), Bound::kAtMost, 0.05};
}

Claim intervals_claim(std::string text, const SimulatedContest& contest) {
  constexpr std::size_t kRuns = 1'000;
  constexpr double kBound = 0.05;
  return {std::move(text), false_findings(contest, kRuns, kSeed), Bound::kAtMost, kBound, slack_of(kBound, kRuns)};
}

Claim power_claim(std::string text, const SimulatedContest& contest) {
  constexpr double kSlowdown = 1.03;
  return {std::move(text), slowdowns_found(contest, kSlowdown, 200, kSeed), Bound::kAtLeast, 0.95};
}

}  // namespace

std::vector<Claim> simulated_claims() {
  RatioModel skewed_ratios, tied, correlated;
  tied.step = 0.002;
  correlated.autocorrelation = 0.1;
  const SimulatedContest quiet{kQuietClock, kRounds}, loud{kLoudClock, kRounds};
  SimulatedContest strict = quiet;
  strict.threshold = 0;
  return {
      coverage_claim("the interval holds the truth, 24 rounds", skewed_ratios, kRounds),
      coverage_claim("the same, 72 rounds", skewed_ratios, kManyRounds),
      coverage_claim("the same, 72 rounds, with ties", tied, kManyRounds),
      coverage_claim("the same, 24 rounds, correlated by 0.1", correlated, kRounds),
      coverage_claim("the same, 72 rounds, correlated by 0.1", correlated, kManyRounds, 0.93),
      intervals_claim("any of 7 copies leaves 1 out of its interval", strict),
      copies_claim("any of 7 copies is called faster or slower", quiet),
      copies_claim("the same on a loud clock", loud),
      power_claim("3 % slower is called slower, quiet clock", quiet),
  };
}

}  // namespace ecsbench::statistics
