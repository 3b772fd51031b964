// The world and the model stay equal, whatever a random program does.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include "tests/model/driver.hpp"
#include "tests/model/steps.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

template <class Strategy>
class ModelLaws : public CountedLives {};
TYPED_TEST_SUITE(ModelLaws, UnderTest, StrategyName);

TYPED_TEST(ModelLaws, short_random_programs_end_as_the_model_does) {
  EXPECT_TRUE(holds_for_random_steps([](const Steps& steps) {
    ledger = Ledger{};
    {
      Driver<TypeParam> driver;
      for (const Step& step : steps) {
        driver.take(step);
        driver.expect_consistent();
      }
      driver.compare_all();
    }
    if (ledger.constructed != ledger.destroyed) throw Disagreement{"a component outlived its world or died twice"};
  }));
}

// The seed of the long run: ECSBENCH_SEED, or 42.
inline std::uint64_t seed_of_the_long_run() {
  const char* const given = std::getenv("ECSBENCH_SEED");
  return given == nullptr ? 42 : std::stoull(given);
}

TYPED_TEST(ModelLaws, a_program_of_100000_random_steps_ends_as_the_model_does) {
  constexpr int kSteps = 100000;
  const std::uint64_t seed = seed_of_the_long_run();
  std::cout << "seed " << seed << " (ECSBENCH_SEED=" << seed << " repeats this run)\n";
  std::mt19937_64 random{seed};
  Driver<TypeParam> driver;
  Step step;
  int taken = 0;
  try {
    for (; taken < kSteps; ++taken) {
      step = random_step(random);
      driver.take(step);
      if (taken % 16 == 0) driver.expect_consistent();  // it looks at the whole world
      if (taken % 5000 == 0) driver.compare_all();
    }
    driver.compare_all();
  } catch (const Disagreement& disagreement) {
    FAIL() << "seed " << seed << ", step " << taken << ", " << step << ": " << disagreement.what();
  }
}

}  // namespace ecsbench::tests
