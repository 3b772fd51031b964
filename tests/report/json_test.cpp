// The result file: what is written reads back equal, and what is damaged is refused with its place.
#include "harness/report/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <locale>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/report/json_reader.hpp"
#include "harness/report/schema.hpp"
#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using nlohmann::json;
using test::sample_result;
using testing::AllOf;
using testing::HasSubstr;

std::string read_error(const std::string& text) {
  try {
    (void)parse_result(text, "old.json");
  } catch (const ReadError& error) {
    return error.what();
  }
  return "";
}

// A number format as a German user's: decimal comma, points between thousands.
struct GermanDigits : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Json, reads_back_to_the_same_text) {
  const std::string text = to_json(sample_result(), KeptSamples::kAll);
  EXPECT_EQ(to_json(parse_result(text, "x"), KeptSamples::kAll), text);
}

TEST(Json, doubles_read_back_equal) {
  Result result = sample_result();
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789.123456789}) {
    result.cases[0].frame_ns.median = value;
    const Result back = parse_result(to_json(result, KeptSamples::kAll), "x");
    EXPECT_EQ(back.cases[0].frame_ns.median, value);
  }
}

TEST(Json, what_is_not_a_number_is_null) {  // H027
  Result result = sample_result();
  result.cases[0].frame_ns.median = std::numeric_limits<double>::quiet_NaN();
  result.cases[0].frame_ns.max = std::numeric_limits<double>::infinity();
  result.probes = {{"copy_gb_per_s", std::numeric_limits<double>::quiet_NaN()}};
  const std::string text = to_json(result, KeptSamples::kAll);
  const json document = json::parse(text);
  EXPECT_TRUE(document["cases"][0]["frame_ns"]["median"].is_null());
  EXPECT_TRUE(document["cases"][0]["frame_ns"]["max"].is_null());
  EXPECT_FALSE(parse_result(text, "x").cases[0].frame_ns.median.has_value());
}

TEST(Json, what_a_comparison_over_launches_says_is_read_back) {
  Result result = sample_result();
  ComparisonResult& made = result.comparisons[0];
  made.launches = 6;
  made.launch_low = 0.97;
  made.launch_high = 1.31;
  made.launches_to_decide = 20;
  result.comparisons[1].rounds_to_decide = 130;
  result.cases[0].launch = 6;
  const Result read = parse_result(to_json(result, KeptSamples::kAll), "x");
  EXPECT_EQ(read.comparisons[0].launches, 6U);
  EXPECT_EQ(read.comparisons[0].launch_low, 0.97);
  EXPECT_EQ(read.comparisons[0].launch_high, 1.31);
  EXPECT_EQ(read.comparisons[0].launches_to_decide, 20);
  EXPECT_EQ(read.comparisons[1].rounds_to_decide, 130);
  EXPECT_EQ(read.cases[0].launch, 6U);
}

TEST(Json, bytes_that_are_no_utf8_are_replaced) {  // H105
  Result result = sample_result();
  result.run.argv = {"ecsbench", "--json", "a\xff.json", "quote\" back\\slash\nline\ttab é"};
  const json document = json::parse(to_json(result, KeptSamples::kAll));
  EXPECT_EQ(document["run"]["argv"][2], "a\xEF\xBF\xBD.json");
  EXPECT_EQ(document["run"]["argv"][3], "quote\" back\\slash\nline\ttab é");
}

TEST(Json, the_locale_plays_no_part) {  // H074
  const std::string before = to_json(sample_result(), KeptSamples::kAll);
  const std::locale old = std::locale::global(std::locale(std::locale::classic(), new GermanDigits));
  const std::string text = to_json(sample_result(), KeptSamples::kAll);
  const std::string again = to_json(parse_result(text, "x"), KeptSamples::kAll);
  std::locale::global(old);
  EXPECT_EQ(text, before);
  EXPECT_EQ(again, before);
}

// Every number of a case that may be missing is there or not, in all combinations.
TEST(Json, every_combination_of_what_may_be_missing_is_valid_and_reads_back) {  // H145
  Result result = sample_result();
  result.cases.resize(1);
  result.comparisons.clear();
  CaseResult whole = result.cases[0];
  whole.modelled_per_entity = {6.0, 0.25, 0.25, 0.125, std::nullopt, "L1 32 KiB 8 ways", true, ""};
  for (unsigned bits = 0; bits < 256; ++bits) {
    const auto given = [bits](unsigned bit) { return (bits >> bit & 1u) != 0; };
    CaseResult entry = whole;
    if (!given(0)) entry.frame_ns.median.reset();
    if (!given(1)) entry.frame_ns.p99.reset();
    if (!given(2)) entry.frame_ns.rounds.clear();
    if (!given(3)) entry.ns_per_entity.ci_low.reset();
    if (!given(4)) entry.ratio_to_baseline = {};
    if (!given(5)) entry.ratio_to_limit = {};
    if (!given(6)) entry.memory.reset();
    if (!given(7)) entry.ending.reset();
    if (!given(7)) entry.modelled_per_entity = {};
    if (given(7)) entry.warnings.emplace_back("W07");
    result.cases[0] = entry;
    const std::string text = to_json(result, KeptSamples::kAll);
    ASSERT_TRUE(json::accept(text)) << bits;
    ASSERT_EQ(to_json(parse_result(text, "x"), KeptSamples::kAll), text) << bits;
  }
}

TEST(Json, events_name_their_sample_and_stand_only_beside_samples) {
  const auto events = [](KeptSamples samples) {
    return json::parse(to_json(sample_result(), samples))["cases"][1]["frame_ns"]["events"];
  };
  const json expected = json::parse(R"([{"round": 0, "frame": 1, "what": "growth"},
                                        {"round": 0, "frame": 0, "what": "new table", "settling": true},
                                        {"round": 1, "frame": 0, "what": "list rebuild"}])");
  EXPECT_EQ(events(KeptSamples::kAll), expected);
  EXPECT_TRUE(events(KeptSamples::kSummary).is_null());
  EXPECT_TRUE(events(KeptSamples::kNone).is_null());
}

TEST(Json, no_event_is_not_the_same_as_no_count_of_them) {
  Result result = sample_result();
  result.cases[0].frame_ns.events.emplace();
  result.cases[1].frame_ns.events.reset();
  const Result back = parse_result(to_json(result, KeptSamples::kAll), "x");
  ASSERT_TRUE(back.cases[0].frame_ns.events);
  EXPECT_TRUE(back.cases[0].frame_ns.events->empty());
  EXPECT_FALSE(back.cases[1].frame_ns.events);
}

TEST(Json, allocations_are_kept_where_the_strategy_says_nothing_of_its_bytes) {
  Result result = sample_result();
  result.cases[1].memory.emplace().allocations_per_frame = 1.5;
  const std::string text = to_json(result, KeptSamples::kAll);
  const json memory = json::parse(text)["cases"][1]["memory"];
  EXPECT_TRUE(memory["payload_bytes"].is_null() && memory["peak_bytes"].is_null());
  const Result back = parse_result(text, "x");
  EXPECT_EQ(back.cases[1].memory->allocations_per_frame, 1.5);
  EXPECT_EQ(back.cases[1].memory->total_bytes, std::nullopt);
}

TEST(Json, modelled_misses_read_back_and_a_missing_cache_is_null) {
  Result result = sample_result();
  result.cases.resize(1);
  result.cases[0].modelled_per_entity = {6.0, 0.25, 0.251, 0.125, std::nullopt, "L1 32 KiB 8 ways", true, ""};
  const std::string text = to_json(result, KeptSamples::kAll);
  EXPECT_TRUE(json::parse(text)["cases"][0]["modelled_per_entity"]["l3_misses"].is_null());
  const ModelledResult back = parse_result(text, "x").cases[0].modelled_per_entity;
  EXPECT_EQ(back.accesses, 6.0);
  EXPECT_EQ(back.lines, 0.25);
  EXPECT_EQ(back.l1d_misses, 0.251);
  EXPECT_EQ(back.l2_misses, 0.125);
  EXPECT_EQ(back.l3_misses, std::nullopt);
  EXPECT_EQ(back.caches, "L1 32 KiB 8 ways");
  EXPECT_TRUE(back.available);
}

TEST(Json, samples_are_all_or_the_median_of_each_round_or_none) {
  const auto rounds = [](KeptSamples samples) {
    return json::parse(to_json(sample_result(), samples))["cases"][0]["frame_ns"]["rounds"];
  };
  EXPECT_EQ(rounds(KeptSamples::kAll)[0].size(), 2U);
  EXPECT_EQ(rounds(KeptSamples::kSummary)[0].size(), 1U);
  EXPECT_DOUBLE_EQ(rounds(KeptSamples::kSummary)[0][0], 571000 * 1.005);
  EXPECT_EQ(rounds(KeptSamples::kNone), json::array());
}

TEST(Json, the_facts_of_the_program_stand_alone_as_in_a_result) {
  const json document = json::parse(to_json(sample_result(), KeptSamples::kAll));
  EXPECT_EQ(json::parse(to_json(sample_result().tool)), document["tool"]);
}

TEST(Json, a_case_says_why_it_ended_and_whether_its_order_was_balanced) {
  Result result = sample_result();
  result.cases[1].ending = "stopped";
  result.cases[1].balanced = false;
  result.cases[2].ending.reset();
  result.cases[2].balanced.reset();
  const std::string text = to_json(result, KeptSamples::kAll);
  const json written = json::parse(text)["cases"];
  EXPECT_EQ(written.at(0).at("ending"), "precise");
  EXPECT_EQ(written.at(1).at("balanced"), false);
  EXPECT_TRUE(written.at(2).at("ending").is_null() && written.at(2).at("balanced").is_null());
  const Result back = parse_result(text, "x");
  EXPECT_EQ(back.cases[1].ending, "stopped");
  EXPECT_EQ(back.cases[1].balanced, false);
  EXPECT_EQ(back.cases[2].balanced, std::nullopt);
}

TEST(Json, tails_are_written_under_their_names_and_read_back) {
  const std::string text = to_json(sample_result(), KeptSamples::kAll);
  const json frame = json::parse(text)["cases"][0].at("frame_ns");
  EXPECT_DOUBLE_EQ(frame.at("p95_ci_low"), 571'000 * 1.04);
  EXPECT_DOUBLE_EQ(frame.at("p99_ci_high"), 571'000 * 1.15);
  EXPECT_DOUBLE_EQ(frame.at("max_ci_low"), 571'000 * 1.2);
  EXPECT_EQ(frame.at("p99_to_p50"), (json{{"median", 1.11}, {"ci_low", 1.09}, {"ci_high", 1.15}}));
  EXPECT_EQ(frame.at("over_budget")[2],
            (json{{"budget_ms", 6.94}, {"share", 0.25}, {"ci_low", 0.2}, {"ci_high", 0.31}}));
  EXPECT_EQ(frame.at("outliers"), (json{{"mild", 12}, {"severe", 4}, {"in_disturbed_rounds", 9}}));
  EXPECT_EQ(frame.at("disturbed_rounds"), (json{3, 7, 21}));
  const FrameResult back = parse_result(text, "x").cases[0].frame_ns;
  EXPECT_EQ(back.p99_ends.ci_low, 571'000 * 1.09);
  EXPECT_EQ(back.over_budget.at(1).budget_ms, 8.33);
  EXPECT_EQ(back.outliers->severe, 4U);
  EXPECT_EQ(back.disturbed_rounds->back(), 21U);
}

TEST(Json, unknown_tails_are_null_and_stay_unknown) {
  Result result = sample_result();
  FrameResult& frame = result.cases[0].frame_ns;
  frame.outliers.reset();
  frame.disturbed_rounds.reset();
  frame.over_budget.clear();
  frame.p99_ends = {};
  const std::string text = to_json(result, KeptSamples::kAll);
  const json written = json::parse(text)["cases"][0].at("frame_ns");
  for (const char* key : {"outliers", "disturbed_rounds", "p99_ci_low", "p99_ci_high"}) {
    EXPECT_TRUE(written.at(key).is_null()) << key;
  }
  const FrameResult back = parse_result(text, "x").cases[0].frame_ns;
  EXPECT_FALSE(back.outliers || back.disturbed_rounds || back.p99_ends.ci_low);
  EXPECT_TRUE(back.over_budget.empty());
}

TEST(Schema, knows_every_way_in_which_a_case_may_end) {
  const json endings = json::parse(result_schema())["$defs"]["case"]["properties"].at("ending").at("enum");
  EXPECT_EQ(endings, (json{"all-rounds", "precise", "time-budget", "stopped", nullptr}));
}

TEST(Reader, ignores_keys_it_does_not_know) {
  json document = json::parse(to_json(sample_result(), KeptSamples::kAll));
  document["later"] = {{"a", 1}};
  document["cases"][0]["later"] = "b";
  EXPECT_EQ(parse_result(document.dump(), "x").cases.size(), sample_result().cases.size());
}

TEST(Reader, an_older_file_lacks_keys_and_is_read) {  // H099
  const Result result =
      parse_result(R"({"schema": "ecsbench.result", "schema_version": 1, "cases": [{"strategy": "a"}]})", "x");
  EXPECT_EQ(result.cases.at(0).strategy, "a");
  EXPECT_FALSE(result.cases.at(0).frame_ns.median.has_value());
  EXPECT_FALSE(result.cases.at(0).ending.has_value());
  EXPECT_FALSE(result.cases.at(0).balanced.has_value());
}

TEST(Reader, refuses_a_newer_schema_version) {  // H099
  EXPECT_THAT(read_error(R"({"schema": "ecsbench.result", "schema_version": 2})"),
              AllOf(HasSubstr("old.json"), HasSubstr("schema version is 2"), HasSubstr("up to 1")));
}

TEST(Reader, names_the_place_of_a_wrong_type) {  // H099
  json document = json::parse(to_json(sample_result(), KeptSamples::kAll));
  document["cases"][3]["entities"] = "many";
  EXPECT_THAT(read_error(document.dump()),
              HasSubstr("cases[3].entities must be a whole number that is not negative, not string"));
}

TEST(Reader, names_line_and_column_of_damage) {  // H077
  const std::string text = to_json(sample_result(), KeptSamples::kAll);
  EXPECT_THAT(read_error(text.substr(0, text.size() / 2)),
              AllOf(HasSubstr("old.json"), HasSubstr("line "), HasSubstr("column ")));
  EXPECT_THAT(read_error("{\n  \"a\": x\n}"), HasSubstr("line 2, column 8"));
}

TEST(Reader, refuses_what_is_no_result) {  // H129
  EXPECT_EQ(read_error(""), "old.json is empty.");
  EXPECT_THAT(read_error("{}"), HasSubstr("has no \"schema\""));
  EXPECT_THAT(read_error("[]"), HasSubstr("the document must be an object, not array"));
  EXPECT_THAT(read_error("strategy,workload\n"), HasSubstr("not valid JSON"));
  EXPECT_THROW((void)read_result("/no/such/file.json"), ReadError);
  EXPECT_THROW((void)read_result("/"), ReadError);
}

TEST(Schema, is_the_file_of_the_repository) {
  const json schema = json::parse(result_schema());
  EXPECT_EQ(schema["properties"]["schema_version"]["const"], kSchemaVersion);
  const json document = json::parse(to_json(sample_result(), KeptSamples::kAll));
  for (const auto& key : schema["required"]) EXPECT_TRUE(document.contains(key)) << key;
}

}  // namespace
}  // namespace ecsbench
