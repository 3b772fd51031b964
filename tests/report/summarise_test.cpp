// From programmed samples to cases, comparisons and the control.
#include "harness/report/summarise.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ecsbench {
namespace {

// `rounds` rounds of `frames` frames; a frame takes `frame_ns`, and round r is r percent of a
// percent slower.
ContestantSamples steady(const std::string& name, double frame_ns, std::size_t rounds = 30, std::size_t frames = 3) {
  ContestantSamples samples{name, 1, {}};
  for (std::size_t round = 0; round < rounds; ++round) {
    const double this_round_ns = frame_ns * (1 + static_cast<double>(round) / 1e4);
    samples.rounds.push_back({std::vector<double>(frames, this_round_ns), {10 * frame_ns}});
  }
  return samples;
}

ContestantFacts beside_a_storage() {
  ContestantFacts known;
  known.matched = known.operations = 1000;
  known.bytes_touched = 24'000;
  known.digest = "000000000000beef";
  return known;
}

ContestantFacts of_a_storage() {
  ContestantFacts known = beside_a_storage();
  known.is_storage = true;
  return known;
}

// Two storages (the second is twice as slow), the control, boxed (four times) and the limit (half).
class Summarise : public testing::Test {
 protected:
  Summarise() {
    group_.workload = "move/same-order";
    group_.entities = 1000;
    group_.baseline = "boxed";
    add(steady("archetype", 1000), of_a_storage());
    add(steady("sparse_set", 2000), of_a_storage());
    add(steady("control", 1000), of_a_storage());
    add(steady("boxed", 4000), beside_a_storage());
    add(steady("limit", 500), beside_a_storage());
  }

  void add(ContestantSamples samples, ContestantFacts known) {
    group_.samples.rounds = samples.rounds.size();
    group_.samples.contestants.push_back(std::move(samples));
    group_.facts.push_back(std::move(known));
  }

  void forget_all() {
    group_.samples.contestants.clear();
    group_.facts.clear();
  }

  [[nodiscard]] CaseResult result_of(const std::string& strategy) const {
    for (CaseResult& one : summarise(group_).cases) {
      if (one.strategy == strategy) return std::move(one);
    }
    ADD_FAILURE() << "no case of " << strategy;
    return {};
  }

  [[nodiscard]] std::vector<std::string> contenders_against(const std::string& baseline) const {
    std::vector<std::string> contenders;
    for (const ComparisonResult& one : summarise(group_).comparisons) {
      if (one.baseline == baseline) contenders.push_back(one.contender);
    }
    return contenders;
  }

  CaseGroup group_;
};

TEST_F(Summarise, every_contestant_but_the_control_is_a_case) {
  std::vector<std::string> names;
  for (const CaseResult& one : summarise(group_).cases) names.push_back(one.strategy);
  EXPECT_EQ(names, (std::vector<std::string>{"archetype", "sparse_set", "boxed", "limit"}));
}

TEST_F(Summarise, a_case_says_what_was_run) {
  const CaseResult found = result_of("archetype");
  EXPECT_EQ(found.workload, "move/same-order");
  EXPECT_EQ(found.entities, 1000u);
  EXPECT_EQ(found.matched, 1000u);
  EXPECT_EQ(found.per, "match");
  EXPECT_EQ(found.rounds, 30u);
  EXPECT_EQ(found.frames, 90u);
  EXPECT_EQ(found.digest, "000000000000beef");
}

TEST_F(Summarise, a_case_says_why_it_ended_and_whether_its_order_was_balanced) {
  const std::vector<std::pair<MeasurementEnding, std::string>> words{{MeasurementEnding::kAllRounds, "all-rounds"},
                                                                     {MeasurementEnding::kPrecise, "precise"},
                                                                     {MeasurementEnding::kTimeBudget, "time-budget"},
                                                                     {MeasurementEnding::kStopped, "stopped"}};
  for (const auto& [ending, word] : words) {
    group_.samples.ending = ending;
    group_.samples.balanced = ending != MeasurementEnding::kStopped;
    EXPECT_EQ(result_of("boxed").ending, word);
    EXPECT_EQ(result_of("boxed").balanced, group_.samples.balanced);
  }
}

TEST_F(Summarise, settling_frames_are_kept_but_not_counted) {
  const FrameResult frame = result_of("archetype").frame_ns;
  EXPECT_EQ(frame.settling.front(), std::vector<double>{10'000});
  EXPECT_LT(frame.max, 1'010.0);
}

TEST_F(Summarise, time_is_given_per_matched_entity) {
  const Estimate per_entity = result_of("archetype").ns_per_entity;
  EXPECT_NEAR(per_entity.median.value(), 1.0, 0.01);
  EXPECT_LE(per_entity.ci_low, per_entity.median);
  EXPECT_GE(per_entity.ci_high, per_entity.median);
}

TEST_F(Summarise, the_interval_per_entity_is_the_10th_to_21st_of_thirty_rounds) {
  const Estimate per_entity = result_of("archetype").ns_per_entity;
  EXPECT_NEAR(per_entity.ci_low.value(), 1.0009, 1e-9);
  EXPECT_NEAR(per_entity.ci_high.value(), 1.0020, 1e-9);
}

// Most frames may lie in a few rounds.
TEST_F(Summarise, the_interval_per_entity_always_holds_its_median) {
  for (const double few_ns : {500.0, 2000.0}) {
    auto& rounds = group_.samples.contestants[0].rounds;
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      rounds[round].steady_ns = round < 5 ? std::vector<double>(100, few_ns) : std::vector{1000.0};
    }
    const Estimate per_entity = result_of("archetype").ns_per_entity;
    EXPECT_EQ(per_entity.median, few_ns / 1000);
    EXPECT_LE(per_entity.ci_low, per_entity.median);
    EXPECT_GE(per_entity.ci_high, per_entity.median);
  }
}

TEST_F(Summarise, time_is_given_per_operation_where_the_work_says_so) {
  group_.facts[0].per = "operation";
  group_.facts[0].operations = 10;
  EXPECT_NEAR(result_of("archetype").ns_per_entity.median.value(), 100, 1);
}

TEST_F(Summarise, nothing_matched_is_no_time_per_entity) {
  group_.facts[0].matched = 0;
  EXPECT_EQ(result_of("archetype").ns_per_entity.median, std::nullopt);
}

TEST_F(Summarise, the_ratio_to_the_limit_is_paired_by_round) {
  const Estimate ratio = result_of("sparse_set").ratio_to_limit;
  EXPECT_NEAR(ratio.median.value(), 4, 1e-9);
  EXPECT_NEAR(ratio.ci_low.value(), 4, 1e-9);  // the rounds drift, their ratios do not
  EXPECT_NEAR(ratio.ci_high.value(), 4, 1e-9);
}

TEST_F(Summarise, the_limit_is_one_of_itself) {
  const Estimate ratio = result_of("limit").ratio_to_limit;
  EXPECT_EQ(ratio.median, 1.0);
  EXPECT_EQ(ratio.ci_low, std::nullopt);
}

TEST_F(Summarise, without_a_gather_line_there_is_no_ratio_to_it) {
  EXPECT_EQ(result_of("archetype").ratio_to_gather.median, std::nullopt);
}

TEST_F(Summarise, a_gather_line_has_ratios_of_its_own) {
  add(steady("gather", 800), beside_a_storage());
  EXPECT_NEAR(result_of("archetype").ratio_to_gather.median.value(), 1.25, 1e-9);
  EXPECT_NEAR(result_of("archetype").ratio_to_limit.median.value(), 2, 1e-9);
}

TEST_F(Summarise, the_baseline_is_compared_with_each_and_so_is_the_fastest_storage) {
  EXPECT_EQ(contenders_against("boxed"), (std::vector<std::string>{"archetype", "sparse_set", "limit"}));
  EXPECT_EQ(contenders_against("archetype"), (std::vector<std::string>{"sparse_set", "boxed", "limit"}));
  EXPECT_TRUE(contenders_against("sparse_set").empty());
}

TEST_F(Summarise, a_baseline_that_is_the_fastest_is_compared_once) {
  group_.baseline = "archetype";
  EXPECT_EQ(contenders_against("archetype").size(), 3u);
}

TEST_F(Summarise, a_ratio_is_the_contenders_time_by_the_baselines) {
  const RatioToBaseline quick = result_of("archetype").ratio_to_baseline;
  EXPECT_EQ(quick.baseline, "boxed");
  EXPECT_NEAR(quick.ratio.median.value(), 0.25, 1e-9);
  EXPECT_EQ(quick.verdict, Verdict::kFaster);
  group_.baseline = "archetype";
  const RatioToBaseline slow = result_of("boxed").ratio_to_baseline;
  EXPECT_NEAR(slow.ratio.median.value(), 4, 1e-9);
  EXPECT_EQ(slow.verdict, Verdict::kSlower);
}

TEST_F(Summarise, the_baseline_is_marked_as_such) {
  const RatioToBaseline ratio = result_of("boxed").ratio_to_baseline;
  EXPECT_EQ(ratio.verdict, Verdict::kBaseline);
  EXPECT_EQ(ratio.ratio.median, 1.0);
}

TEST_F(Summarise, a_baseline_that_did_not_run_compares_nothing) {
  group_.baseline = "hash_map";
  EXPECT_EQ(result_of("archetype").ratio_to_baseline.verdict, Verdict::kNone);
  EXPECT_TRUE(contenders_against("hash_map").empty());
}

TEST_F(Summarise, the_control_is_the_first_contestant_against_its_copy) {
  const Estimate control = summarise(group_).control;
  EXPECT_NEAR(control.median.value(), 1, 1e-9);
  EXPECT_TRUE(control.ci_low && control.ci_high);
}

TEST_F(Summarise, without_a_control_there_is_no_noise_floor) {
  group_.samples.contestants.erase(group_.samples.contestants.begin() + 2);
  group_.facts.erase(group_.facts.begin() + 2);
  EXPECT_EQ(summarise(group_).control.median, std::nullopt);
}

TEST_F(Summarise, a_noisy_control_takes_the_verdict_away) {
  group_.baseline = "archetype";
  add(steady("bitset", 1050), of_a_storage());
  EXPECT_EQ(result_of("bitset").ratio_to_baseline.verdict, Verdict::kSlower);
  double factor = 0.9;
  for (RoundSamples& round : group_.samples.contestants[2].rounds) {
    for (double& frame_ns : round.steady_ns) frame_ns *= factor;
    factor = factor < 1 ? 1.1 : 0.9;
  }
  EXPECT_EQ(result_of("bitset").ratio_to_baseline.verdict, Verdict::kSame);
  EXPECT_GT(summarise(group_).comparisons.front().threshold, 0.1);
}

TEST_F(Summarise, comparisons_hold_all_at_once) {
  // Thirty rounds: one statement spans the 10th to 21st value, three at once the 9th to 22nd.
  double step = 0;
  for (RoundSamples& round : group_.samples.contestants[0].rounds) {
    round.steady_ns = {1000 + 10 * step++};
  }
  const CaseResult found = result_of("archetype");
  const Estimate alone = found.ratio_to_limit;
  const Estimate together = found.ratio_to_baseline.ratio;
  EXPECT_NEAR(*alone.ci_high / *alone.ci_low, 1200.0 / 1090, 0.005);
  EXPECT_NEAR(*together.ci_high / *together.ci_low, 1210.0 / 1080, 0.005);
}

TEST_F(Summarise, percentiles_appear_only_with_enough_frames) {
  EXPECT_TRUE(result_of("archetype").frame_ns.p95);   // 90 frames: 72 are enough for p95,
  EXPECT_FALSE(result_of("archetype").frame_ns.p99);  // 368 are needed for p99
  forget_all();
  add(steady("archetype", 1000, 30, 2), of_a_storage());
  add(steady("sparse_set", 1000, 30, 13), of_a_storage());
  EXPECT_FALSE(result_of("archetype").frame_ns.p95);
  EXPECT_TRUE(result_of("sparse_set").frame_ns.p99);
}

TEST_F(Summarise, frames_timed_in_groups_have_no_tail) {
  forget_all();
  ContestantSamples grouped = steady("archetype", 50, 30, 100);
  grouped.group_size = 40;
  add(std::move(grouped), of_a_storage());
  const CaseResult found = result_of("archetype");
  EXPECT_TRUE(found.frame_ns.median && found.frame_ns.mad && found.frame_ns.min);
  EXPECT_FALSE(found.frame_ns.p95);
  EXPECT_FALSE(found.frame_ns.p99);
  EXPECT_FALSE(found.frame_ns.max);
  EXPECT_EQ(found.frames, 30u * 100u * 40u);
}

TEST_F(Summarise, the_mad_is_raw) {
  forget_all();
  ContestantSamples samples{"archetype", 1, {{{1, 2, 3, 7, 9}, {}}}};
  add(std::move(samples), of_a_storage());
  EXPECT_EQ(result_of("archetype").frame_ns.mad, 2.0);
}

TEST_F(Summarise, too_few_rounds_give_points_without_intervals_and_no_conclusion) {
  forget_all();
  add(steady("archetype", 1000, 2), of_a_storage());
  add(steady("boxed", 4000, 2), beside_a_storage());
  const CaseResult found = result_of("archetype");
  EXPECT_TRUE(found.ns_per_entity.median);
  EXPECT_FALSE(found.ns_per_entity.ci_low);
  EXPECT_NEAR(found.ratio_to_baseline.ratio.median.value(), 0.25, 1e-9);
  EXPECT_EQ(found.ratio_to_baseline.verdict, Verdict::kInconclusive);
}

TEST_F(Summarise, what_would_decide_a_comparison_stands_beside_it) {
  forget_all();
  group_.baseline = "archetype";
  add(steady("archetype", 1000), of_a_storage());
  ContestantSamples wavering = steady("sparse_set", 1000);
  for (std::size_t round = 0; round < wavering.rounds.size(); ++round) {
    const double frame_ns = 1000 * (1 + 0.0012 * static_cast<double>(round));
    wavering.rounds[round].steady_ns.assign(3, frame_ns);
  }
  add(wavering, of_a_storage());
  const ComparisonResult made = summarise(group_).comparisons.at(0);
  ASSERT_EQ(made.verdict, Verdict::kInconclusive);
  ASSERT_TRUE(made.rounds_to_decide);
  EXPECT_GT(*made.rounds_to_decide, 30);
  EXPECT_LT(*made.rounds_to_decide, 300);
}

TEST_F(Summarise, a_run_stopped_before_its_first_round_has_no_number) {  // H073
  forget_all();
  add({"archetype", 1, {}}, of_a_storage());
  add({"boxed", 1, {}}, beside_a_storage());
  const CaseResult found = result_of("archetype");
  EXPECT_EQ(found.frame_ns.median, std::nullopt);
  EXPECT_EQ(found.ns_per_entity.median, std::nullopt);
  EXPECT_EQ(found.ratio_to_baseline.ratio.median, std::nullopt);
  EXPECT_EQ(found.predicted.gb_per_s, std::nullopt);
}

TEST_F(Summarise, a_time_of_zero_is_no_ratio) {  // H049, H079
  for (RoundSamples& round : group_.samples.contestants[3].rounds) round.steady_ns = {0.0};
  const CaseResult found = result_of("archetype");
  EXPECT_EQ(found.ratio_to_baseline.ratio.median, std::nullopt);
  EXPECT_EQ(found.ratio_to_baseline.verdict, Verdict::kInconclusive);
}

TEST_F(Summarise, bandwidth_follows_from_bytes_and_median) {
  group_.ceiling_gb_per_s = 48.0;
  const PredictedResult predicted = result_of("archetype").predicted;
  EXPECT_EQ(predicted.bytes_touched, 24'000.0);
  EXPECT_NEAR(predicted.gb_per_s.value(), 24, 0.1);  // 24 kB in 1 us
  EXPECT_NEAR(predicted.percent_of_peak.value(), 50, 0.2);
  EXPECT_EQ(predicted.cache_lines, std::nullopt);
}

TEST_F(Summarise, a_span_of_few_steps_of_the_clock_tells_no_bandwidth) {
  group_.ceiling_gb_per_s = 48.0;
  group_.clock_resolution_ns = 49;  // 20 of them fit into the microsecond of a frame
  EXPECT_TRUE(result_of("archetype").predicted.gb_per_s);
  group_.clock_resolution_ns = 51;
  EXPECT_FALSE(result_of("archetype").predicted.gb_per_s);
  EXPECT_FALSE(result_of("archetype").predicted.percent_of_peak);
  group_.samples.contestants[0].group_size = 2;
  EXPECT_TRUE(result_of("archetype").predicted.gb_per_s);
}

TEST_F(Summarise, without_a_measured_bandwidth_there_is_no_share_of_it) {
  EXPECT_EQ(result_of("archetype").predicted.percent_of_peak, std::nullopt);
}

TEST_F(Summarise, allocations_are_given_by_the_steady_frame) {
  ContestantSamples& counted = group_.samples.contestants[0];
  std::size_t samples = 0;
  for (RoundSamples& round : counted.rounds) {
    round.allocations = 0;
    samples += round.steady_ns.size();
  }
  counted.rounds[1].allocations = 3;
  counted.group_size = 4;
  EXPECT_EQ(result_of("archetype").memory->allocations_per_frame, 3.0 / static_cast<double>(4 * samples));
  EXPECT_FALSE(result_of("archetype").memory->total_bytes) << "it does not say what it owns";
  counted.rounds[1].allocations.reset();
  EXPECT_FALSE(result_of("archetype").memory) << "a round was not counted";
}

TEST_F(Summarise, an_event_names_round_and_sample_and_the_cause_in_words) {
  ContestantSamples& told = group_.samples.contestants[0];
  told.tells_events = true;
  told.rounds[1].events = {{2, false, FrameCause::kGrowth}, {0, true, FrameCause::kNewTable}};
  told.rounds[2].events = {{1, false, FrameCause::kListRebuild}};
  const auto events = result_of("archetype").frame_ns.events;
  ASSERT_TRUE(events);
  std::vector<std::string> words;
  for (const EventResult& event : *events) {
    words.push_back(std::to_string(event.round) + '.' + std::to_string(event.frame) + ' ' + event.what +
                    (event.settling ? " settling" : ""));
  }
  EXPECT_EQ(words, (std::vector<std::string>{"1.2 growth", "1.0 new table settling", "2.1 list rebuild"}));
  EXPECT_FALSE(result_of("sparse_set").frame_ns.events) << "it keeps no count";
}

TEST_F(Summarise, modelled_misses_are_given_by_what_times_are_divided_by) {
  group_.facts[0].modelled = {6000.0, 250.0, 260.0, 125.0, std::nullopt, "L1", true, ""};
  const ModelledResult modelled = result_of("archetype").modelled_per_entity;
  EXPECT_EQ(modelled.accesses, 6.0);
  EXPECT_EQ(modelled.lines, 0.25);
  EXPECT_EQ(modelled.l1d_misses, 0.26);
  EXPECT_EQ(modelled.l2_misses, 0.125);
  EXPECT_EQ(modelled.l3_misses, std::nullopt);
  EXPECT_EQ(modelled.caches, "L1");
  EXPECT_TRUE(modelled.available);
  group_.facts[0].matched = 0;
  EXPECT_EQ(result_of("archetype").modelled_per_entity.l1d_misses, std::nullopt);
}

TEST_F(Summarise, memory_is_given_by_the_entity) {
  group_.facts[0].memory = MemoryResult{16'000, 4'000, 1'000, 21'000, {}, {}};
  const auto memory = result_of("archetype").memory;
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->total_bytes, 21'000u);
  EXPECT_EQ(memory->bytes_per_entity, 21.0);
  EXPECT_FALSE(result_of("sparse_set").memory);
}

TEST_F(Summarise, precise_enough_asks_for_every_ratio) {
  EXPECT_TRUE(precise_enough(group_.samples, "boxed", 0.01));
  double factor = 0.9;
  for (RoundSamples& round : group_.samples.contestants[1].rounds) {
    for (double& frame_ns : round.steady_ns) frame_ns *= factor;
    factor = factor < 1 ? 1.1 : 0.9;
  }
  EXPECT_FALSE(precise_enough(group_.samples, "boxed", 0.01));
  EXPECT_TRUE(precise_enough(group_.samples, "boxed", 0.2));
}

TEST_F(Summarise, precise_enough_is_never_said_without_intervals_or_baseline) {
  EXPECT_FALSE(precise_enough(group_.samples, "hash_map", 0.01));
  for (ContestantSamples& one : group_.samples.contestants) one.rounds.resize(3);
  EXPECT_FALSE(precise_enough(group_.samples, "boxed", 0.5));
}

}  // namespace
}  // namespace ecsbench
