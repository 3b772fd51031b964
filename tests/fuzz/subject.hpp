// Subject: a strategy as the fuzzer sees it, and how a program of steps is run on it.
//
//   subjects()                          all that are linked in; each unit made from subject.cpp.in adds itself
//   subject.run(steps, note)            throws Disagreement where the world and the model differ; gives the handles issued
//
// Worlds are run one after the other, so that the ledger of a component's lives is always that of one of them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "strategies/entity.hpp"
#include "tests/model/driver.hpp"
#include "tests/model/steps.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/strategy_under_test.hpp"

namespace ecsbench::tests {

using Handles = std::vector<ecs::Entity>;

struct Subject {
  const char* name;
  // Does it take every step? One without clear or remove_all keeps its own model, and in the end other handles.
  bool takes_all;
  // Calls note(number of the step) before each.
  Handles (*run)(const Steps& steps, const std::function<void(std::size_t)>& note);
};

inline std::vector<Subject>& subjects() {
  static std::vector<Subject> all;
  return all;
}

inline constexpr std::size_t kStepsToALook = 4;  // consistent() looks at the whole world

template <class Strategy>
Handles run_on(const Steps& steps, const std::function<void(std::size_t)>& note) {
  ledger = Ledger{};
  Handles handles;
  {
    Driver<Strategy> driver;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      note(i);
      driver.take(steps[i]);
      if (i % kStepsToALook == 0) driver.expect_consistent();
    }
    driver.expect_consistent();
    driver.compare_all();
    handles = driver.handles();
  }
  if (ledger.constructed != ledger.destroyed) throw Disagreement{"a component outlived its world or died twice"};
  if (!ledger.faults.empty()) throw Disagreement{"a component was " + ledger.faults.front()};
  return handles;
}

template <class Strategy>
bool add_subject(const char* name) {
  subjects().push_back({name, CanManage<Strategy>, &run_on<Strategy>});
  return true;
}

}  // namespace ecsbench::tests
