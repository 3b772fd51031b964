// Dice: random numbers for simulations, the same on every machine for one seed.
//
// The distributions of the standard library differ between libraries, so the three needed here are written out: uniform
// on 53 bits, normal by Box and Muller (1958), exponential by inversion.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace ecsbench::statistics {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}

  // In (0, 1]: a logarithm can be taken of it.
  [[nodiscard]] double uniform() {
    constexpr unsigned kUnusedBits = 11;
    return (static_cast<double>(bits_() >> kUnusedBits) + 1) * 0x1p-53;
  }

  // Mean 0, standard deviation 1. The second of each pair is not kept: one call, two draws.
  [[nodiscard]] double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  [[nodiscard]] double exponential(double mean) { return -mean * std::log(uniform()); }

 private:
  std::mt19937_64 bits_;
};

}  // namespace ecsbench::statistics
