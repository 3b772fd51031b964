#include "harness/statistics/noise_model.hpp"

#include <cassert>
#include <cmath>

namespace ecsbench::statistics {
namespace {

double own_noise(const NoiseModel& noise, Dice& dice) {
  const double usual = noise.own * skewed(dice.normal(), noise.skew);
  return dice.uniform() <= noise.interruptions ? usual + dice.exponential(noise.interruption) : usual;
}

}  // namespace

std::vector<double> autocorrelated(std::size_t count, double autocorrelation, Dice& dice) {
  assert(autocorrelation > -1 && autocorrelation < 1);
  const double fresh = std::sqrt(1 - autocorrelation * autocorrelation);
  std::vector<double> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(i == 0 ? dice.normal() : autocorrelation * values.back() + fresh * dice.normal());
  }
  return values;
}

double skewed(double standard, double skew) {
  assert(skew >= 0);
  return skew == 0 ? standard : std::expm1(skew * standard) / skew;
}

std::vector<std::vector<double>> simulate_rounds(const NoiseModel& noise, std::span<const double> true_times,
                                                 std::size_t rounds, Dice& dice) {
  const std::vector<double> shared = autocorrelated(rounds, noise.shared_autocorrelation, dice);
  std::vector<std::vector<double>> medians;
  for (const double true_time : true_times) {
    std::vector<double>& mine = medians.emplace_back();
    mine.reserve(rounds);
    for (std::size_t round = 0; round < rounds; ++round) {
      mine.push_back(true_time * std::exp(noise.shared * shared[round] + own_noise(noise, dice)));
    }
  }
  return medians;
}

}  // namespace ecsbench::statistics
