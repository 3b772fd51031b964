// What doctor says, on machines and contests that are made up.
#include "harness/commands/doctor/doctor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "harness/commands/doctor/advice.hpp"
#include "harness/commands/doctor/checkup.hpp"
#include "harness/commands/doctor/checkup_page.hpp"
#include "harness/commands/doctor/claims_table.hpp"
#include "harness/commands/doctor/real_clock.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/warning_kinds.hpp"
#include "harness/machine/probes.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

using statistics::Bound;
using statistics::Claim;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

std::string line_with(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(part) != std::string::npos) return line;
  }
  return "";
}

std::vector<std::string> names_of(const std::vector<ProbedLevel>& levels) {
  std::vector<std::string> names;
  for (const ProbedLevel& level : levels) names.push_back(level.name);
  return names;
}

TEST(LevelsToProbe, are_half_of_each_data_cache_and_four_times_the_last) {
  const auto levels =
      levels_to_probe({{1, "Data", 32'768, 64}, {1, "Instruction", 32'768, 64}, {2, "Unified", 1'048'576, 64}});
  EXPECT_THAT(names_of(levels), ElementsAre("L1", "L2", "memory"));
  EXPECT_EQ(levels[0].working_set_bytes, 16'384U);
  EXPECT_EQ(levels[2].working_set_bytes, 4'194'304U);
}

TEST(LevelsToProbe, leave_memory_out_where_the_probes_stay_within_twice_the_last_cache) {
  const auto large = levels_to_probe({{3, "Unified", kLargestProbeBytes, 64}});
  EXPECT_THAT(names_of(large), ElementsAre("L3"));
  const auto half = levels_to_probe({{3, "Unified", kLargestProbeBytes / 2, 64}});
  ASSERT_THAT(names_of(half), ElementsAre("L3", "memory"));
  EXPECT_EQ(half[1].working_set_bytes, kLargestProbeBytes);
}

TEST(LevelsToProbe, are_memory_alone_where_no_cache_is_known) {
  EXPECT_THAT(names_of(levels_to_probe({})), ElementsAre("memory"));
  EXPECT_THAT(names_of(levels_to_probe({{1, "Data", 0, 64}})), ElementsAre("memory"));
}

// A machine that tells nothing of itself.
Checkup silent_checkup() {
  Checkup checkup;
  checkup.no_noise_floor = "memory ran out";
  checkup.no_counters = "no PMU";
  return checkup;
}

Checkup telling_checkup() {
  Checkup checkup;
  Result& result = checkup.result;
  result.tool.build_type = "Release";
  result.tool.compiler = "GNU 12.2.0";
  result.environment.cpu_model = "A Processor with a Name that is Long Enough to Need More than One Line of the Page";
  result.environment.cores = 2;
  result.environment.caches = {{1, "Data", 32'768, 64}, {3, "Unified", 33'554'432, 64}};
  result.environment.hypervisor = "none";
  result.environment.governor = "powersave";
  result.environment.load_before = 0.25;
  result.environment.clock_resolution_ns = 10;
  result.environment.clock_cost_ns = 25;
  CaseResult& measured = result.cases.emplace_back();
  measured.strategy = "archetype";
  measured.workload = "move/same-order";
  measured.rounds = 24;
  result.control = {1.0, 0.99, 1.004};
  result.warnings = {{"W02", "The processor is governed by 'powersave'."}};
  result.probes = {{"core_ghz", 3.5}};
  checkup.on_battery = false;
  checkup.levels = {{"L1", 16'384, 100, 120, 110, 1.25, 0.5}, {"memory", 134'217'728, 10, 20, 15, 101, 7}};
  return checkup;
}

TEST(CheckupPage, calls_what_cannot_be_read_unknown_and_no_fault) {
  const std::string page = checkup_page(silent_checkup(), 80);
  for (const char* label :
       {"processor", "machine", "caches", "memory", "governor", "boost", "power", "load", "clock"}) {
    EXPECT_THAT(line_with(page, std::string("  ") + label + " "), HasSubstr("unknown")) << label;
  }
  EXPECT_THAT(line_with(page, "  core clock "), HasSubstr("n/a (only an optimised build"));
  EXPECT_THAT(line_with(page, "  counters "), HasSubstr("no PMU"));
  EXPECT_THAT(line_with(page, "noise floor"), HasSubstr("n/a (memory ran out)"));
  EXPECT_THAT(page, HasSubstr("Nothing to mend."));
}

TEST(CheckupPage, shows_what_is_known_and_which_warning_came_of_it) {
  const std::string page = checkup_page(telling_checkup(), 80);
  EXPECT_THAT(line_with(page, "  governor "), AllOf(HasSubstr("powersave"), testing::EndsWith("W02")));
  EXPECT_THAT(line_with(page, "  machine "), AllOf(HasSubstr("bare metal"), Not(HasSubstr("W0"))));
  EXPECT_THAT(line_with(page, "  core clock "), HasSubstr("3.50 GHz"));
  EXPECT_THAT(line_with(page, "  power "), HasSubstr("mains"));
  EXPECT_THAT(line_with(page, "  load "), HasSubstr("0.25"));
  EXPECT_THAT(line_with(page, "  clock "), AllOf(HasSubstr("25.0 ns"), HasSubstr("10.0 ns")));
  EXPECT_THAT(line_with(page, "  noise floor"), AllOf(HasSubstr("±1.0 %"), HasSubstr("24 rounds")));
  EXPECT_THAT(line_with(page, "  L1 "),
              AllOf(HasSubstr("16 KiB"), HasSubstr("120"), HasSubstr("1.25"), HasSubstr("0.500")));
  EXPECT_THAT(page, HasSubstr("cpupower frequency-set"));
}

TEST(CheckupPage, keeps_to_its_width) {
  EXPECT_LE(widest_line(checkup_page(telling_checkup(), 80)), 80U);
  EXPECT_LE(widest_line(checkup_page(silent_checkup(), 80)), 80U);
}

TEST(CheckupPage, says_why_the_probes_stop_short_of_memory) {
  Checkup checkup = telling_checkup();
  checkup.levels.pop_back();
  EXPECT_THAT(checkup_page(checkup, 80), HasSubstr("memory: n/a (the probes reach 128 MiB"));
}

TEST(Advice, gives_cause_and_remedy_once_for_each_kind) {
  const std::string text = advice_text({{"W13", "On a."}, {"W13", "On b."}, {"W05", "Busy."}}, 80);
  EXPECT_THAT(text, AllOf(HasSubstr("On a."), HasSubstr("On b."), HasSubstr("Busy.")));
  const std::string cause(find_warning_kind("W13")->cause.substr(0, 30));
  EXPECT_NE(text.find(cause), std::string::npos);
  EXPECT_EQ(text.find(cause), text.rfind(cause));
}

TEST(Advice, of_every_kind_keeps_to_its_width) {
  std::vector<Warning> warnings;
  for (const WarningKind& kind : warning_kinds()) warnings.push_back({std::string(kind.id), "Text."});
  EXPECT_LE(widest_line(advice_text(warnings, 80)), 80U);
}

TEST(Advice, shows_an_id_of_another_version_and_no_escape_sequence) {
  const std::string text = advice_text({{"W99", "From \x1b[31m elsewhere."}}, 80);
  EXPECT_THAT(text, AllOf(HasSubstr("W99"), HasSubstr("elsewhere."), Not(HasSubstr("\x1b")), Not(HasSubstr("cause"))));
}

TEST(WarningsPage, shows_all_that_a_file_holds_and_whether_it_is_whole) {
  Result result;
  for (int i = 0; i < 5; ++i) result.warnings.push_back({"W13", "On " + std::to_string(i) + "."});
  result.partial = true;
  result.run.exit_reason = "interrupted";
  const std::string page = warnings_page(result, "out.json", 80);
  EXPECT_THAT(page, AllOf(HasSubstr("out.json: 5 warnings"), HasSubstr("(interrupted)"), HasSubstr("On 0."),
                          HasSubstr("On 4.")));
  EXPECT_THAT(warnings_page(Result{}, "out.json", 80), AllOf(HasSubstr("0 warnings"), HasSubstr("Nothing to mend.")));
}

TEST(DoctorOptions, refuse_two_things_at_once) {
  EXPECT_NO_THROW((void)checked({"", false, "x.json", false}));
  EXPECT_NO_THROW((void)checked({"out.json", false, {}, false}));
  EXPECT_THROW((void)checked({"out.json", true, {}, false}), UsageError);
  EXPECT_THROW((void)checked({"out.json", false, "x.json", false}), UsageError);
  EXPECT_THROW((void)checked({"", true, "x.json", false}), UsageError);
}

RealContest contest(bool can_tell, Verdict copy, Verdict slowed) {
  return {can_tell ? 0.003 : 0.06, can_tell, copy, slowed};
}

TEST(RealClockClaims, hold_where_copies_are_the_same_and_the_slow_one_is_found) {
  const std::vector<RealContest> contests(20, contest(true, Verdict::kSame, Verdict::kSlower));
  for (const Claim& claim : real_clock_claims(contests)) {
    EXPECT_TRUE(claim.undecided.empty());
    EXPECT_TRUE(claim.holds()) << claim.text;
    EXPECT_EQ(claim.seen.of, 20U);
  }
}

TEST(RealClockClaims, are_broken_by_copies_that_differ_and_by_a_slow_one_that_is_not_found) {
  const std::vector<RealContest> contests(20, contest(true, Verdict::kFaster, Verdict::kInconclusive));
  for (const Claim& claim : real_clock_claims(contests)) EXPECT_FALSE(claim.holds()) << claim.text;
}

TEST(RealClockClaims, an_inconclusive_copy_is_no_finding) {
  const std::vector<RealContest> contests(20, contest(true, Verdict::kInconclusive, Verdict::kSlower));
  EXPECT_TRUE(real_clock_claims(contests)[0].holds());
}

TEST(RealClockClaims, are_open_where_most_contests_are_too_noisy_and_say_how_noisy) {
  std::vector<RealContest> contests(11, contest(false, Verdict::kSlower, Verdict::kInconclusive));
  contests.resize(20, contest(true, Verdict::kSame, Verdict::kSlower));
  for (const Claim& claim : real_clock_claims(contests)) EXPECT_EQ(claim.undecided, "inconclusive: noise floor 6.00 %");
  contests[0].can_tell = true;
  for (const Claim& claim : real_clock_claims(contests)) EXPECT_EQ(claim.undecided, "");
  EXPECT_EQ(real_clock_claims(contests)[0].seen.of, 10U);
}

TEST(ClaimsTable, says_pass_fail_or_why_it_is_open_within_80_columns) {
  const std::vector<Claim> claims = {{"one", {96, 100}, Bound::kAtLeast, 0.95},
                                     {"two", {6, 100}, Bound::kAtMost, 0.05},
                                     {"three", {0, 0}, Bound::kAtMost, 0.05, 0, "inconclusive: noise floor 4 %"}};
  const std::string table = claims_table("title", claims);
  EXPECT_THAT(line_with(table, "one"), AllOf(HasSubstr("96.0 %"), HasSubstr("≥ 95.0 %"), HasSubstr("pass")));
  EXPECT_THAT(line_with(table, "two"), AllOf(HasSubstr("≤ 5.0 %"), HasSubstr("FAIL")));
  EXPECT_THAT(line_with(table, "three"), AllOf(HasSubstr("n/a"), HasSubstr("open")));
  EXPECT_THAT(table, HasSubstr("inconclusive: noise floor 4 %"));
  EXPECT_LE(widest_line(table), 80U);
}

}  // namespace
}  // namespace ecsbench
