// What is said before anything is measured: lists, the plan, the memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "harness/commands/guide/list.hpp"
#include "harness/commands/guide/version.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/commands/run/dry_run.hpp"
#include "harness/commands/run/duration.hpp"
#include "harness/commands/run/estimate.hpp"
#include "harness/commands/run/progress.hpp"
#include "harness/commands/run/select.hpp"
#include "harness/commands/run/warnings.hpp"
#include "harness/machine/version.hpp"
#include "harness/report/text.hpp"
#include "tests/commands/fake_catalogue.hpp"

namespace ecsbench {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const Catalogue kCatalogue = test::fake_catalogue();

Selection selected(const std::string& entities) {
  RunOptions options;
  options.strategies = {"archetype"};
  options.workloads = {"move/same-order"};
  options.reference = false;
  options.threads = {1};
  options.entities = parse_entities("--entities", entities);
  return select(options, kCatalogue);
}

TEST(List, shows_strategies_and_workloads_one_line_each) {
  const std::string text = list_text({}, kCatalogue);
  EXPECT_THAT(text, AllOf(HasSubstr("  sparse_set        storage    what sparse_set is\n"),
                          HasSubstr("  move/scrambled     what move/scrambled does\n"),
                          Not(HasSubstr(std::string(kReferenceName)))));
}

TEST(List, is_json_when_asked) {
  const json document = json::parse(list_text({"", true}, kCatalogue));
  EXPECT_EQ(document["strategies"].size(), kCatalogue.strategies.size());
  EXPECT_EQ(document["workloads"][1]["axes"][0]["name"], "stride");
  EXPECT_EQ(document["strategies"][6]["role"], "limit");
}

TEST(List, shows_the_axes_of_a_workload) {
  EXPECT_THAT(list_text({"move/scrambled", false}, kCatalogue), AllOf(HasSubstr("stride"), HasSubstr("7919")));
  EXPECT_EQ(list_text({"move/same-order", false}, kCatalogue), "move/same-order has no parameters.\n");
  EXPECT_THROW((void)list_text({"move/scrambld", false}, kCatalogue), UsageError);
}

TEST(List, keeps_to_the_width_and_loses_no_word) {
  Catalogue wordy = kCatalogue;
  wordy.workloads[1].axes.front().meaning = "one two three four five six seven eight nine ten eleven thirteen";
  for (const std::size_t width : {60U, 80U, 100U}) {
    const std::string text = list_text({"move/scrambled", false}, wordy, width);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
    EXPECT_THAT(text, AllOf(HasSubstr("seven"), HasSubstr("thirteen")));
  }
}

TEST(Progress, a_time_has_the_unit_that_shows_it) {  // H144
  EXPECT_EQ(time_text(0.31), "0.310 ns");
  EXPECT_EQ(time_text(618), "618 ns");
  EXPECT_EQ(time_text(999.9), "1.00 µs");
  EXPECT_EQ(time_text(61'800), "61.8 µs");
  EXPECT_EQ(time_text(4'560'000), "4.56 ms");
  EXPECT_EQ(time_text(2.5e9), "2.50 s");
}

TEST(Progress, a_cost_is_counted_as_the_workload_counts) {
  EXPECT_EQ(cost_text(1'000, {500, 500, "match", 0, 0, ""}), "2.00 ns per match");
  EXPECT_EQ(cost_text(1'000, {0, 100, "operation", 0, 0, ""}), "10.0 ns per operation");
  EXPECT_EQ(cost_text(1'000, {0, 0, "match", 0, 0, ""}), "1.00 µs a frame");
}

TEST(Memory, what_cannot_be_held_is_refused_with_the_bytes_it_needs) {
  const Selection all = selected("1G");
  try {
    require_memory(all.contests, 1'000'000'000);
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("--entities 1G"), HasSubstr(" bytes (")));
  }
  EXPECT_NO_THROW(require_memory(selected("1k").contests, 1'000'000'000));
}

TEST(Memory, the_refusal_names_the_largest_number_that_fits) {
  try {
    require_memory(selected("1G").contests, 1'000'000'000);
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    const std::string said = error.what();
    EXPECT_THAT(said, AllOf(HasSubstr("1000000000 entities"), HasSubstr("1000000000 bytes (1.0 GB) are free")));
    const std::string number = said.substr(said.rfind("--entities ") + 11);
    const std::uint64_t most = std::stoull(number);
    EXPECT_NO_THROW(require_memory(selected(std::to_string(most)).contests, 1'000'000'000));
    EXPECT_THROW(require_memory(selected(std::to_string(most + most / 50)).contests, 1'000'000'000), UsageError);
  }
  EXPECT_THROW(require_memory(selected("1").contests, 10), UsageError);
}

TEST(Memory, an_index_has_32_bits_even_where_memory_is_plenty) {
  EXPECT_THROW(require_memory(selected("5G").contests, std::nullopt), UsageError);
  EXPECT_NO_THROW(require_memory(selected("4G").contests, std::nullopt));
}

TEST(Memory, covers_every_world_and_its_control) {
  const Selection all = selected("1M");
  const double world = 20e6, building = 16e6;
  EXPECT_GE(bytes_needed(all.contests[0]), 3 * world + building);  // archetype, its control, the reference
  EXPECT_LT(bytes_needed(all.contests[0]), 4 * world + building);
}

TEST(Memory, more_frames_than_fit_are_refused_before_they_are_measured) {
  const Selection all = selected("1k");
  RunOptions options;
  options.time_budget_s = 1;
  options.frames = 1'000'000'000;
  try {
    require_room_for_samples(all.contests, options, 100'000);
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("--frames 1000000000"), HasSubstr(" bytes ("), HasSubstr("Type --frames")));
  }
  options.frames = 1'000;
  EXPECT_NO_THROW(require_room_for_samples(all.contests, options, 1'000'000'000));
  options.frames.reset();
  options.rounds = 1'000'000;
  EXPECT_THROW(require_room_for_samples(all.contests, options, 100'000'000), UsageError);
  EXPECT_NO_THROW(require_room_for_samples(all.contests, options, std::nullopt));
  options.rounds.reset();
  EXPECT_NO_THROW(require_room_for_samples(all.contests, options, 1)) << "nothing was asked for that could be less";
}

TEST(Memory, the_frames_of_all_launches_must_fit_together) {
  const Selection all = selected("1k");
  RunOptions options;
  options.time_budget_s = 1;
  options.rounds = 100;
  options.frames = 1'000;
  constexpr std::uint64_t kRoom = 100'000'000;
  EXPECT_NO_THROW(require_room_for_samples(all.contests, options, kRoom));
  options.launches = 100'000'000;  // frames that short are timed in groups, and take little room
  EXPECT_THROW(require_room_for_samples(all.contests, options, kRoom), UsageError);
}

TEST(Entities, a_multiple_of_a_cache_becomes_a_number) {
  Selection all = selected("4xL3");
  resolve_entities(all.contests, {{3, "Unified", 32'000'000, 64}});
  EXPECT_EQ(all.contests[0].params.entities, 8'000'000U);  // 4 x 32 MB / 16 B
  EXPECT_THROW(resolve_entities(all.contests, {}), UsageError);
}

TEST(Entities, a_multiple_of_a_cache_that_equals_a_given_number_is_held_once) {
  Selection all = selected("8M,4xL3,1k");
  resolve_entities(all.contests, {{3, "Unified", 32'000'000, 64}});
  ASSERT_EQ(all.contests.size(), 2U);
  EXPECT_EQ(all.contests[0].params.entities, 8'000'000U);
  EXPECT_EQ(all.contests[1].params.entities, 1'000U);
}

TEST(DryRun, says_what_would_be_measured_and_what_it_needs) {
  const Selection all = selected("10k");
  const std::string text = dry_run_text(all, RunOptions{}, 8'000'000'000);
  EXPECT_THAT(text, AllOf(HasSubstr("move/same-order"), HasSubstr("10 000"),
                          HasSubstr("archetype, control (a copy of archetype)"), HasSubstr("1 table"),
                          HasSubstr("8.0 GB are free")));
}

TEST(Version, is_text_or_json) {
  ToolResult tool;
  tool.version = "1.2.3";
  tool.sanitizers = "address";
  EXPECT_THAT(version_text(tool, false), AllOf(HasSubstr("ecsbench 1.2.3"), HasSubstr("sanitizer address")));
  EXPECT_EQ(json::parse(version_text(tool, true))["version"], "1.2.3");
}

TEST(Version, names_no_library_that_nothing_links) {
  for (const auto& [name, version] : tool_facts().libraries) EXPECT_NE(name, "benchmark");
}

TEST(Warnings, a_control_that_is_no_tie_makes_verdicts_unproven) {
  Result result;
  result.controls = {{"move/a", {1.01, 0.99, 1.03}}, {"move/b", {1.02, 1.01, 1.03}}, {"move/c", {}}};
  const std::vector<Warning> warnings = warnings_after(result);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings[0].text, HasSubstr("move/b"));
}

TEST(Warnings, a_frame_too_short_for_the_clock_is_named) {
  Result result;
  result.environment.clock_cost_ns = 25;
  result.cases.resize(3);
  result.cases[0].frame_ns.median = 2400;  // alone, since it is restored: 1.04 %
  result.cases[1].frame_ns.median = 2500;  // 1 %
  result.cases[2].frame_ns.median = 10;    // short, but timed in groups
  result.cases[2].frame_ns.group_size = 1000;
  for (CaseResult& entry : result.cases) entry.frame_ns.p99 = entry.frame_ns.median;
  result.cases[0].strategy = "bitset";
  const std::vector<Warning> warnings = warnings_after(result);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].id, "W11");
  EXPECT_THAT(warnings[0].text, AllOf(HasSubstr("bitset"), HasSubstr("25 of 2400 ns")));
}

TEST(Warnings, an_unreadable_governor_is_no_fault) {
  ToolResult tool;
  tool.build_type = "Release";
  EnvironmentResult machine;
  machine.cores = 2;
  EXPECT_TRUE(warnings_before(tool, machine).empty());
  machine.governor = "powersave";
  EXPECT_EQ(warnings_before(tool, machine).size(), 1U);
}

}  // namespace
}  // namespace ecsbench
