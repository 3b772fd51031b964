// A comparison as table, Markdown and JSON.
#include "harness/report/compare_table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "harness/report/compare_results.hpp"
#include "harness/report/text.hpp"
#include "tests/report/two_results.hpp"

namespace ecsbench {
namespace {

using test::made_case;
using test::made_result;

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// One case slower, one faster, one without an interval, one in either file alone, one that did other work.
FileComparison eventful() {
  CaseResult other = made_case("reactive", 1000);
  other.digest = "1111111111111111";
  const Result before =
      made_result({made_case("archetype", 1000), made_case("bit|set", 1000), made_case("short", 1000, 3),
                   made_case("gone", 1000), made_case("reactive", 1000)});
  Result after = made_result({made_case("archetype", 2600), made_case("bit|set", 400), made_case("short", 1000, 3),
                              made_case("fresh", 1000), other});
  after.partial = true;
  after.run.exit_reason = "interrupted";
  after.environment.fingerprint = "another";
  return compare_results(before, "old.json", after, "new.json", {});
}

TEST(CompareTable, shows_verdicts_reasons_labels_and_what_was_left_out) {
  const std::string text = compare_table(eventful(), {100, false});
  for (const char* part :
       {"old: old.json", "new: new.json", "Unpaired, drift not controlled", "3 cases", "2.600", "0.400", "slower",
        "faster", "n/a¹", "¹ 3 rounds before and 3 rounds after", "across machines",
        "!! W19: The files come from different machines", "The new file is partial", "(interrupted)",
        "only in the old file: gone on move/scrambled, 1 000 entities", "only in the new file: fresh",
        "refused: reactive", "digest 00ff00ff00ff00ff"}) {
    EXPECT_TRUE(holds(text, part)) << part << "\n" << text;
  }
}

TEST(CompareTable, closes_with_the_counts_the_worst_and_the_mean) {
  std::string text = compare_table(eventful(), {100, false});
  for (char& letter : text) letter = letter == '\n' ? ' ' : letter;
  EXPECT_TRUE(
      holds(text, "Of 3 cases 1 is slower, 1 faster, 0 the same within T and 1 inconclusive, across machines."));
  EXPECT_TRUE(holds(text, "Worst: archetype on move/scrambled, 1 000 entities takes 2.60 × as long (2."));
  EXPECT_TRUE(holds(text, "The geometric mean of new / old over 3 cases is 1.013."));
  EXPECT_TRUE(holds(text, "3 are not compared."));
}

TEST(CompareTable, what_is_withheld_for_want_of_launches_is_said_with_the_way_to_get_it) {
  std::string text = compare_table(compare_results(made_result({made_case("archetype", 1000)}), "a",
                                                   made_result({made_case("archetype", 1300)}), "b", {}),
                                   {100, false});
  for (char& letter : text) letter = letter == '\n' ? ' ' : letter;
  EXPECT_TRUE(holds(text, "Below five launches on a side: nothing within 2.00 × is called faster or slower.")) << text;
  EXPECT_TRUE(holds(text, "run --launches 5 for both, or compare --rerun OLDBIN NEWBIN.")) << text;
}

TEST(CompareTable, keeps_to_its_width) {
  for (const std::size_t width : {80U, 100U}) {
    std::istringstream lines(compare_table(eventful(), {width, false}));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
  }
}

TEST(CompareTable, colours_only_where_asked) {
  EXPECT_FALSE(holds(compare_table(eventful(), {100, false}), "\x1b["));
  EXPECT_TRUE(holds(compare_table(eventful(), {100, true}), "\x1b[31mslower"));
}

TEST(CompareTable, warns_of_a_build_that_measures_nothing) {
  Result debug = made_result({made_case("archetype", 1000)});
  debug.tool.build_type = "Debug";
  const FileComparison comparison = compare_results(debug, "old.json", debug, "new.json", {});
  EXPECT_TRUE(holds(compare_table(comparison, {100, false}), "NOT A MEASUREMENT"));
}

TEST(CompareTable, noise_that_hides_much_is_said) {
  Result noisy = made_result({made_case("archetype", 1000)});
  noisy.controls = {{"move/scrambled", {1.0, 0.9, 1.1}}};
  const FileComparison comparison = compare_results(noisy, "old.json", noisy, "new.json", {});
  EXPECT_TRUE(holds(compare_table(comparison, {100, false}), "hides what is below 21 %"));
}

TEST(CompareMarkdown, escapes_names_and_says_what_the_table_says) {
  const std::string text = compare_markdown(eventful());
  for (const char* part : {"| bit\\|set |", "slower |", "Of 3 cases 1 is slower", "- only in the old file: gone",
                           "- **The new file is partial", "verdict across machines", "inconclusive (3 rounds before"}) {
    EXPECT_TRUE(holds(text, part)) << part << "\n" << text;
  }
}

TEST(CompareJson, holds_every_case_and_null_for_what_is_missing) {
  const auto document = nlohmann::json::parse(compare_json(eventful(), 3));
  EXPECT_EQ(document["schema"], "ecsbench.comparison");
  EXPECT_EQ(document["exit_code"], 3);
  ASSERT_EQ(document["cases"].size(), 3U);
  EXPECT_EQ(document["cases"][0]["verdict"], "slower");
  EXPECT_EQ(document["cases"][0]["method"], "rounds");
  EXPECT_EQ(document["cases"][0]["allowance"], 1.0);
  EXPECT_TRUE(document["cases"][0]["rounds_to_decide"].is_null());
  EXPECT_TRUE(document["cases"][2]["ci_low"].is_null());
  EXPECT_FALSE(document["cases"][2]["reason"].is_null());
  EXPECT_EQ(document["counts"]["slower"], 1);
  EXPECT_EQ(document["only_old"][0]["strategy"], "gone");
  EXPECT_EQ(document["only_new"][0]["strategy"], "fresh");
  EXPECT_EQ(document["refused"][0]["strategy"], "reactive");
  EXPECT_TRUE(document["across_machines"]);
  EXPECT_EQ(document["geometric_mean"]["cases"], 3);
}

}  // namespace
}  // namespace ecsbench
