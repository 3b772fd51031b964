// When each warning is given, on made-up results, and that each has its words.
#include "harness/commands/run/warnings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "harness/commands/options/run_options.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/run/sample_warnings.hpp"
#include "harness/commands/warning_kinds.hpp"

namespace ecsbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> ids_of(const std::vector<Warning>& warnings) {
  std::vector<std::string> ids;
  for (const Warning& warning : warnings) ids.push_back(warning.id);
  return ids;
}

// A baseline of 30 rounds of 20 even frames, of which nothing is to be said.
class SampleWarnings : public testing::Test {
 protected:
  SampleWarnings() {
    CaseResult& entry = result_.cases.emplace_back();
    entry.strategy = "boxed";
    entry.workload = "move/same-order";
    entry.entities = 1'000;
    entry.ratio_to_baseline = {"boxed", {1.0, {}, {}}, Verdict::kBaseline};
    entry.frame_ns.median = 1'000;
    entry.frame_ns.p99 = 1'100;
    entry.frame_ns.rounds.assign(30, std::vector<double>(20, 1'000));
    entry.frame_ns.settling.assign(30, {1'100, 1'000});
    result_.run.config = {{"precision", "1"}, {"interleave", "block"}};
  }

  CaseResult& entry() { return result_.cases.front(); }
  [[nodiscard]] std::vector<std::string> ids() const { return ids_of(sample_warnings(result_)); }
  [[nodiscard]] std::string text() const { return sample_warnings(result_).at(0).text; }

  Result result_;
};

TEST_F(SampleWarnings, a_run_without_faults_has_none) {
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(SampleWarnings, a_cold_first_frame_is_named) {
  for (auto& round : entry().frame_ns.settling) round[0] = 1'500;
  EXPECT_THAT(ids(), IsEmpty());
  for (auto& round : entry().frame_ns.settling) round[0] = 2'000;
  EXPECT_THAT(ids(), ElementsAre("W07"));
  EXPECT_THAT(text(), AllOf(HasSubstr("move/same-order with 1 000 entities"), HasSubstr("2.00 ×"), HasSubstr("boxed")));
}

TEST_F(SampleWarnings, a_baseline_that_drifts_is_named_with_its_direction) {
  const auto drift = [&](double by) {
    for (std::size_t round = 0; round < 30; ++round) {
      entry().frame_ns.rounds[round].assign(20, 1'000 * std::pow(1 + by, static_cast<double>(round) / 29));
    }
  };
  drift(0.019);
  EXPECT_THAT(ids(), IsEmpty());
  drift(0.05);
  EXPECT_THAT(ids(), ElementsAre("W08"));
  EXPECT_THAT(text(), AllOf(HasSubstr("5.00 % slower"), HasSubstr("paired by round")));
  drift(-0.05);
  EXPECT_THAT(text(), HasSubstr("5.00 % faster"));
  result_.run.config[1].second = "none";
  EXPECT_THAT(text(), HasSubstr("nothing pairs it"));
  entry().ratio_to_baseline.verdict = Verdict::kSame;
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(SampleWarnings, two_speeds_are_named) {
  for (std::size_t round = 0; round < 30; round += 3) entry().frame_ns.rounds[round].assign(20, 1'200);
  EXPECT_THAT(ids(), testing::Contains("W09"));
}

TEST_F(SampleWarnings, severe_outliers_count_from_five_per_cent_on) {
  for (auto& round : entry().frame_ns.rounds) round[7] = 3'000;  // one of twenty: 5 %
  EXPECT_THAT(ids(), IsEmpty());
  entry().frame_ns.rounds[0][8] = 3'000;
  EXPECT_THAT(ids(), ElementsAre("W12"));
  EXPECT_THAT(text(), HasSubstr("5.17 % of the frames of boxed"));
}

TEST_F(SampleWarnings, a_missing_percentile_is_named_unless_frames_were_timed_in_groups) {
  entry().frame_ns.p99.reset();
  EXPECT_THAT(ids(), ElementsAre("W13"));
  EXPECT_THAT(text(), AllOf(HasSubstr("boxed"), HasSubstr("368")));
  entry().frame_ns.group_size = 10;
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(SampleWarnings, a_precision_that_was_not_reached_is_named_with_what_was) {
  CaseResult contender = entry();
  contender.strategy = "archetype";
  contender.ratio_to_baseline = {"boxed", {0.5, 0.5 / 1.02, 0.5 * 1.02}, Verdict::kFaster};
  result_.cases.push_back(contender);
  EXPECT_THAT(ids(), IsEmpty());
  for (CaseResult& one : result_.cases) one.ending = "time-budget";
  EXPECT_THAT(ids(), ElementsAre("W14"));
  EXPECT_THAT(text(), AllOf(HasSubstr("±1.00 %"), HasSubstr("archetype is known to ±2.00 %")));
  result_.run.config[0].second = "3";
  EXPECT_THAT(ids(), IsEmpty());
  result_.run.config.clear();
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(SampleWarnings, counters_that_took_turns_are_named_with_their_share) {
  CountersResult& counted = entry().counters_per_entity;
  counted.available = true;
  EXPECT_THAT(ids(), IsEmpty()) << "an unknown share is no fault";
  counted.share_counted = 0.9;
  EXPECT_THAT(ids(), IsEmpty());
  counted.share_counted = 0.6;
  EXPECT_THAT(ids(), ElementsAre("W16"));
  EXPECT_THAT(text(), AllOf(HasSubstr("the counters of boxed ran 60.0 % of the time"), HasSubstr("--counters")));
  counted.available = false;
  EXPECT_THAT(ids(), IsEmpty());
}

TEST_F(SampleWarnings, come_once_for_each_table) {
  result_.cases.push_back(entry());
  result_.cases.push_back(entry());
  result_.cases.back().entities = 5'000;
  for (CaseResult& one : result_.cases) one.frame_ns.p99.reset();
  EXPECT_THAT(ids(), ElementsAre("W13", "W13"));
}

TEST_F(SampleWarnings, allocations_in_frames_that_only_move_values_are_told) {
  entry().per = "match";
  entry().memory = MemoryResult{};
  EXPECT_THAT(ids(), IsEmpty()) << "nobody counted";
  entry().memory->allocations_per_frame = 0.0;
  EXPECT_THAT(ids(), IsEmpty());
  entry().memory->allocations_per_frame = 0.01;
  EXPECT_THAT(ids(), ElementsAre("W17"));
  EXPECT_THAT(text(), AllOf(HasSubstr("boxed"), HasSubstr("move/same-order"), HasSubstr("0.0100 times a frame")));
  entry().per = "operation";
  EXPECT_THAT(ids(), IsEmpty()) << "there a block may be the work";
}

TEST_F(SampleWarnings, need_samples) {
  entry().frame_ns.rounds.clear();
  entry().frame_ns.settling.clear();
  EXPECT_THAT(ids(), IsEmpty());
}

TEST(DisturbanceWarning, is_given_from_more_than_a_tenth_of_the_blocks_on) {
  Samples samples;
  samples.contestants.resize(2);
  for (ContestantSamples& contestant : samples.contestants) contestant.rounds.resize(10);
  samples.contestants[0].rounds[3].disturbed = 5;  // in many passes: one block
  samples.contestants[1].rounds[4].disturbed = 1;
  EXPECT_FALSE(disturbance_warning("move/a", 1'000, samples));
  samples.contestants[1].rounds[5].disturbed = 1;
  const auto found = disturbance_warning("move/a", 1'000, samples);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, "W06");
  EXPECT_THAT(found->text, AllOf(HasSubstr("3 of 20 blocks"), HasSubstr("move/a")));
  EXPECT_FALSE(disturbance_warning("move/a", 1'000, {}));
}

TEST(Warnings, a_battery_is_warned_of_only_where_it_is_known_to_feed) {
  ToolResult tool;
  tool.build_type = "Release";
  const EnvironmentResult machine;
  EXPECT_THAT(ids_of(warnings_before(tool, machine, true)), ElementsAre("W18"));
  EXPECT_THAT(warnings_before(tool, machine, false), IsEmpty());
  EXPECT_THAT(warnings_before(tool, machine, std::nullopt), IsEmpty());
}

TEST(Warnings, boost_is_warned_of_only_where_it_is_known_to_be_on) {
  ToolResult tool;
  tool.build_type = "Release";
  EnvironmentResult machine;
  EXPECT_THAT(warnings_before(tool, machine), IsEmpty()) << "unknown is no fault";
  machine.boost = false;
  EXPECT_THAT(warnings_before(tool, machine), IsEmpty());
  machine.boost = true;
  EXPECT_THAT(ids_of(warnings_before(tool, machine)), ElementsAre("W03"));
}

TEST(Warnings, a_workload_about_misses_that_never_left_the_cache_is_named) {
  Result result;
  result.environment.caches = {{2, "Unified", 1'000, 64, {}}, {3, "Unified", 10'000, 64, {}}};
  const auto measure = [&](const char* workload, std::uint64_t payload) {
    CaseResult entry;
    entry.strategy = "bitset";
    entry.workload = workload;
    entry.entities = payload / 8;
    entry.memory.emplace().payload_bytes = payload;
    result.cases.push_back(entry);
  };
  std::vector<WorkloadInfo> workloads(2);
  workloads[0].name = "move/same-order";
  workloads[1].name = "move/scrambled";
  workloads[1].is_about_misses = true;
  measure("move/same-order", 800);
  EXPECT_FALSE(fitting_payload(result, workloads)) << "walks in order are not about misses";
  measure("move/scrambled", 800);
  measure("move/scrambled", 10'000);
  const auto found = fitting_payload(result, workloads);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, "W23");
  EXPECT_THAT(found->text, AllOf(HasSubstr("move/scrambled: all values fit L3 (10.0 kB)"), HasSubstr("4xL3")));
  measure("move/scrambled", 10'008);
  EXPECT_FALSE(fitting_payload(result, workloads)) << "one size left the cache";
  result.cases.pop_back();
  result.environment.caches.clear();
  EXPECT_FALSE(fitting_payload(result, workloads)) << "unknown is no fault";
}

TEST(Warnings, a_core_that_changed_its_frequency_is_named_with_both) {
  Result result;
  result.probes = {{"core_ghz_before", 3.0}, {"core_ghz_after", 2.95}};
  EXPECT_THAT(ids_of(warnings_after(result)), IsEmpty()) << "within 2 %";
  result.probes = {{"core_ghz_before", 3.0}, {"core_ghz_after", 2.7}};
  ASSERT_THAT(ids_of(warnings_after(result)), ElementsAre("W22"));
  EXPECT_THAT(warnings_after(result).front().text, AllOf(HasSubstr("3.00 GHz"), HasSubstr("2.70")));
  result.probes = {{"core_ghz_before", 3.0}};
  EXPECT_THAT(ids_of(warnings_after(result)), IsEmpty()) << "unknown is no fault";
}

TEST(Warnings, the_most_serious_is_said_first_and_muted_ones_are_not_said) {
  const std::vector<Warning> found = {{"W07", "a"}, {"W04", ""}, {"W20", ""}, {"W07", "b"}, {"W99", ""}, {"W01", ""}};
  EXPECT_THAT(ids_of(to_be_said(found, {})), ElementsAre("W01", "W20", "W04", "W07", "W07", "W99"));
  EXPECT_EQ(to_be_said(found, {})[3].text, "a");
  EXPECT_THAT(ids_of(to_be_said(found, {"W07", "W20"})), ElementsAre("W01", "W04", "W99"));
  EXPECT_THAT(ids_of(to_be_said(found, {"W07"}, "W04")), ElementsAre("W04", "W01", "W20", "W99"));
}

TEST(WarningKinds, stand_in_order_and_once) {
  const std::vector<std::string> ids = warning_ids();
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST(WarningKinds, every_warning_that_is_given_somewhere_has_its_words) {
  const std::vector<std::string> known = warning_ids();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ECSBENCH_SOURCE_DIR "/harness")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::regex id("\"(W[0-9]{2})\"");
    for (std::sregex_iterator at(text.begin(), text.end(), id), end; at != end; ++at) {
      EXPECT_THAT(known, testing::Contains((*at)[1].str())) << entry.path();
    }
  }
}

TEST(WarningKinds, each_has_a_condition_a_cause_and_a_remedy) {
  for (const WarningKind& kind : warning_kinds()) {
    EXPECT_EQ(find_warning_kind(kind.id), &kind);
    EXPECT_NE(kind.condition.back(), '.') << kind.id << ": a clause";
    EXPECT_EQ(kind.cause.back(), '.') << kind.id << ": a sentence";
    EXPECT_EQ(kind.remedy.back(), '.') << kind.id << ": a sentence";
  }
  EXPECT_EQ(find_warning_kind("W99"), nullptr);
}

TEST(NoWarn, takes_known_ids_alone) {
  const auto options = [](const std::string& ids) { return run_options({{"no-warn", {{ids}, "--no-warn"}}}); };
  EXPECT_THAT(options("W04,W13").no_warn, ElementsAre("W04", "W13"));
  EXPECT_THAT(run_options({}).no_warn, IsEmpty());
  try {
    (void)options("W04,w13");
    FAIL() << "an unknown id was taken";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("--no-warn"), HasSubstr("'w13'"), HasSubstr("Did you mean 'W13'?")));
  }
}

}  // namespace
}  // namespace ecsbench
