// 103 frames against 100 of one trial: 3 % by construction.
#include "harness/measure/repeated_trial.hpp"

#include <gtest/gtest.h>

#include "harness/measure/rounds.hpp"
#include "harness/statistics/describe.hpp"
#include "tests/measure/fakes.hpp"

namespace ecsbench {
namespace {

TEST(RepeatedTrial, a_frame_is_so_many_of_the_inner_one) {
  FakeClock clock;
  FakeTrial inner(clock, 1'000);
  Diary diary;
  inner.diary = &diary;
  RepeatedTrial three(inner, 3);
  three.prepare();
  three.run(5);
  ASSERT_EQ(diary.size(), 2U);
  EXPECT_EQ(diary[0].frames, 0U);
  EXPECT_EQ(diary[1].frames, 15U);
}

TEST(RepeatedTrial, three_per_cent_more_frames_read_as_three_per_cent_more_time) {
  FakeClock clock;
  FakeTrial inner(clock, 10'000);
  RepeatedTrial plain(inner, 100), slowed(inner, 103);
  Settings settings;
  settings.rounds = 4;
  const Samples samples = RoundRunner<FakeClock>({{"plain", &plain}, {"slowed", &slowed}}, settings, clock, 0.0).run();
  const auto first = statistics::median(samples.contestants[0].rounds[0].steady_ns);
  const auto second = statistics::median(samples.contestants[1].rounds[0].steady_ns);
  ASSERT_TRUE(first && second);
  EXPECT_NEAR(*second / *first, 1.03, 1e-9);
}

}  // namespace
}  // namespace ecsbench
