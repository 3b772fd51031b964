// Pinning, in a thread of its own so that the test program stays free.
#include "harness/machine/affinity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <limits>
#include <optional>
#include <string>
#include <thread>

#include "harness/machine/processor.hpp"

namespace ecsbench {
namespace {

using ::testing::HasSubstr;

TEST(Affinity, a_pinned_thread_runs_where_it_was_told) {
  const unsigned last = allowed_processors(this_machine()).back();
  std::optional<std::string> fault;
  int ran_on = -1;
  std::thread([&] {
    fault = pin_to_processor(last);
    ran_on = sched_getcpu();
  }).join();
  EXPECT_EQ(fault, std::nullopt);
  EXPECT_EQ(ran_on, static_cast<int>(last));
}

TEST(Affinity, a_processor_that_is_not_there_is_refused_in_a_sentence) {
  for (const unsigned processor : {60'000U, std::numeric_limits<unsigned>::max()}) {
    const auto fault = pin_to_processor(processor);
    ASSERT_TRUE(fault);
    EXPECT_THAT(*fault, HasSubstr("processor " + std::to_string(processor) + " is not one"));
    EXPECT_THAT(*fault, HasSubstr("--cpu"));
  }
}

}  // namespace
}  // namespace ecsbench
