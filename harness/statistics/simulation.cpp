#include "harness/statistics/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "harness/statistics/median_interval.hpp"
#include "harness/statistics/paired_ratio.hpp"
#include "harness/statistics/verdict.hpp"

namespace ecsbench::statistics {
namespace {

constexpr double kLevel = 0.95;
constexpr double kRounding = 1e-12;  // of exp(log(x))

using RoundTimes = std::vector<double>;

// Two contestants of a run, of which only the ratio is modelled: the baseline wanders as it likes.
struct PairedTimes {
  RoundTimes contender, baseline;
};

PairedTimes paired_times(const RatioModel& model, std::size_t rounds, Dice& dice) {
  constexpr double kWander = 0.1;
  PairedTimes times;
  for (const double standard : autocorrelated(rounds, model.autocorrelation, dice)) {
    double noise = model.spread * skewed(standard, model.skew);
    if (model.step > 0) noise = std::round(noise / model.step) * model.step;
    times.baseline.push_back(std::exp(kWander * dice.normal()));
    times.contender.push_back(times.baseline.back() * model.true_ratio * std::exp(noise));
  }
  return times;
}

bool holds(const std::optional<MedianEstimate>& estimate, double truth) {
  return estimate && estimate->interval && estimate->interval->low <= truth * (1 + kRounding) &&
         estimate->interval->high >= truth * (1 - kRounding);
}

std::optional<Interval> interval_of(const RoundTimes& contender, const RoundTimes& baseline, std::size_t statements) {
  const auto ratio = paired_ratio(contender, baseline, {kLevel, statements});
  return ratio ? ratio->interval : std::nullopt;
}

// One run of a contest: baseline, control, contenders. The answers are those for the contenders.
std::vector<Answer> hold_contest(const SimulatedContest& contest, double last_ratio, Dice& dice) {
  RoundTimes true_times(2 + contest.contenders, 1.0);
  true_times.back() = last_ratio;
  const std::vector<RoundTimes> times = simulate_rounds(contest.noise, true_times, contest.rounds, dice);
  const RoundTimes& baseline = times[0];
  const double allowed = contest.threshold == 0 ? 0 : tolerance(contest.threshold, interval_of(times[1], baseline, 1));
  std::vector<Answer> answers;
  for (const RoundTimes& contender : std::span(times).subspan(2)) {
    answers.push_back(answer(interval_of(contender, baseline, contest.contenders), allowed));
  }
  return answers;
}

bool is_finding(Answer answer) {
  return answer == Answer::kFaster || answer == Answer::kSlower;
}

}  // namespace

Tally coverage(const RatioModel& model, std::size_t rounds, std::size_t runs, std::uint64_t seed) {
  Dice dice(seed);
  Tally covered{0, runs};
  for (std::size_t run = 0; run < runs; ++run) {
    const PairedTimes times = paired_times(model, rounds, dice);
    if (holds(paired_ratio(times.contender, times.baseline, {kLevel, 1}), model.true_ratio)) ++covered.hits;
  }
  return covered;
}

Tally false_findings(const SimulatedContest& contest, std::size_t runs, std::uint64_t seed) {
  Dice dice(seed);
  Tally flagged{0, runs};
  for (std::size_t run = 0; run < runs; ++run) {
    const std::vector<Answer> answers = hold_contest(contest, 1, dice);
    if (std::any_of(answers.begin(), answers.end(), is_finding)) ++flagged.hits;
  }
  return flagged;
}

Tally slowdowns_found(const SimulatedContest& contest, double ratio, std::size_t runs, std::uint64_t seed) {
  Dice dice(seed);
  Tally found{0, runs};
  for (std::size_t run = 0; run < runs; ++run) {
    if (hold_contest(contest, ratio, dice).back() == Answer::kSlower) ++found.hits;
  }
  return found;
}

}  // namespace ecsbench::statistics
