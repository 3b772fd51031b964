// What `ecsbench micro` is asked, what it would measure, and how that is shown; nothing is timed.
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "harness/commands/micro/micro_select.hpp"
#include "harness/commands/micro/micro_table.hpp"
#include "harness/commands/options/micro_options.hpp"
#include "harness/commands/options/options.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "tests/commands/fake_catalogue.hpp"

namespace ecsbench {
namespace {

using Words = std::vector<std::string>;

// sort/rows, which archetype alone runs, and move/same-order, which all do, as if they were operations.
Catalogue operations() {
  Catalogue all = test::fake_catalogue();
  for (WorkloadInfo& workload : all.workloads) {
    workload.is_operation = workload.name == "sort/rows" || workload.name == "move/same-order";
  }
  return all;
}

MicroOptions asked(Words words) {
  words.insert(words.begin(), "micro");
  return std::get<MicroOptions>(parse_command_line(words));
}

std::vector<MicroTask> selected(const Words& words, const Catalogue& catalogue) {
  return select_micro(asked(words), catalogue, {{3, "Unified", 32'000'000, 64}});
}

TEST(MicroOptions, what_stands_before_the_dashes_is_ours_and_what_follows_is_not) {
  const MicroOptions options = asked({"--filter", "a.*b", "--entities", "10,2k", "--seed", "7", "-q", "--",
                                      "--benchmark_repetitions=9", "--benchmark_min_time=0.5"});
  EXPECT_EQ(options.filter, "a.*b");
  ASSERT_EQ(options.entities.size(), 2u);
  EXPECT_EQ(options.entities[1].count, 2000u);
  EXPECT_EQ(options.seed, 7u);
  EXPECT_TRUE(options.quiet);
  EXPECT_EQ(options.flags, (Words{"--benchmark_repetitions=9", "--benchmark_min_time=0.5"}));
}

TEST(MicroOptions, alone_it_measures_five_sizes) {
  const MicroOptions options = asked({});
  ASSERT_EQ(options.entities.size(), 5u);
  EXPECT_EQ(options.entities.front().count, 1000u);
  EXPECT_EQ(options.entities.back().count, 256'000u);
  EXPECT_EQ(options.flags, Words{});
}

TEST(MicroOptions, help_is_for_us_before_the_dashes_and_refused_after_them) {
  EXPECT_TRUE(std::holds_alternative<HelpOptions>(parse_command_line({"micro", "--help"})));
  EXPECT_THROW((void)parse_command_line({"micro", "--", "--help"}), UsageError);
}

TEST(MicroSelect, operations_alone_are_measured_on_all_who_have_them) {
  const Catalogue catalogue = operations();
  const std::vector<MicroTask> tasks = selected({"--entities", "10"}, catalogue);
  ASSERT_EQ(tasks.size(), 2u);
  EXPECT_EQ(tasks[0].families.size(), catalogue.strategies.size());
  ASSERT_EQ(tasks[1].families.size(), 1u);
  EXPECT_EQ(names_of({tasks[1]}), Words{"archetype/sort/rows/10"});
}

TEST(MicroSelect, a_filter_may_leave_a_strategy_some_of_the_sizes) {
  const Catalogue catalogue = operations();
  const auto tasks =
      selected({"--entities", "10,20,30", "--filter", "bitset/.*/[12]0$|archetype/sort.*/30"}, catalogue);
  EXPECT_EQ(names_of(tasks),
            (Words{"bitset/move/same-order/10", "bitset/move/same-order/20", "archetype/sort/rows/30"}));
}

TEST(MicroSelect, the_memory_of_a_given_strategy_is_not_seen) {
  const Catalogue catalogue = operations();
  const auto tasks = selected({"--entities", "10", "--filter", "mine|bitset"}, catalogue);
  ASSERT_EQ(tasks[0].families.size(), 2u);
  EXPECT_TRUE(tasks[0].families[0].counts_memory);
  EXPECT_FALSE(tasks[0].families[1].counts_memory);
}

TEST(MicroSelect, a_multiple_of_a_cache_becomes_a_number_of_entities) {
  const Catalogue catalogue = operations();
  const auto tasks = selected({"--entities", "2xL3", "--filter", "bitset"}, catalogue);
  EXPECT_EQ(tasks[0].families[0].entities, std::vector<std::uint64_t>{4'000'000});  // of 16 B each
}

TEST(MicroSelect, only_the_largest_world_of_each_strategy_is_held_against_the_memory) {
  const Catalogue catalogue = operations();
  const Words words{"--entities", "10,500", "--filter", "archetype|bitset.*/10$"};
  const auto worlds = largest_worlds(selected(words, catalogue), asked(words));
  ASSERT_EQ(worlds.size(), 1u);
  EXPECT_EQ(worlds[0].params.entities, 500u);
  EXPECT_EQ(worlds[0].entrants[0].strategy->name, "archetype");
}

class MicroTable : public testing::Test {
 protected:
  std::string shown(const std::vector<MicroRow>& rows) const { return micro_table(tasks.front(), rows, {100, false}); }

  // The words of the row that begins with this one.
  static Words row(const std::string& text, const std::string& first) {
    const std::size_t begin = text.find("\n  " + first + " ") + 3;
    Words words{""};
    for (const char letter : text.substr(begin, text.find('\n', begin) - begin)) {
      if (letter != ' ') words.back() += letter;
      if (letter == ' ' && !words.back().empty()) words.emplace_back();
    }
    return words;
  }

  Catalogue catalogue = operations();
  std::vector<MicroTask> tasks =
      selected({"--entities", "16,256,4096", "--filter", "bitset|(mine|archetype)/.*/(16|4096)$"}, catalogue);
};

TEST_F(MicroTable, a_row_is_a_strategy_and_a_column_a_size) {
  const MicroRow constant{{{16, 2, 0, 0}, {256, 2, 0, 0}, {4096, 2, 1.5, 96}}};
  const std::string text = shown({constant, std::nullopt, std::nullopt});
  EXPECT_EQ(row(text, "strategy"),
            (Words{"strategy", "16", "256", "4", "096", "N", "entities", "by", "a", "frame", "it", "adds"}));
  EXPECT_EQ(row(text, "bitset"), (Words{"bitset", "2.00", "2.00", "2.00", "O(1)", "2.00", "0", "%", "1.5", "96", "B"}));
  EXPECT_EQ(text.find("archetype"), std::string::npos);  // not completed
}

TEST_F(MicroTable, growth_is_named_with_its_coefficient) {
  const MicroRow growing{{{16, 1, 0, 0}, {256, 2, 0, 0}, {4096, 3, 0, 0}}};
  EXPECT_NE(shown({growing, std::nullopt, std::nullopt}).find("O(lg N) 0.250 lg N"), std::string::npos);
  const MicroRow linear{{{16, 0.016, 0, 0}, {256, 0.256, 0, 0}, {4096, 4.096, 0, 0}}};
  EXPECT_NE(shown({linear, std::nullopt, std::nullopt}).find("O(N) 1.00e-03 N"), std::string::npos);
}

TEST_F(MicroTable, what_was_not_seen_is_not_zero) {
  const MicroRow unseen{{{16, 1, std::nullopt, std::nullopt}, {4096, 1, std::nullopt, std::nullopt}}};
  const std::string text = shown({std::nullopt, std::nullopt, unseen});
  EXPECT_EQ(row(text, "mine"), (Words{"mine", "1.00", "1.00", "n/a", "(needs", "3", "sizes)", "n/a", "n/a"}));
  const std::string reason = "n/a: a given strategy keeps a count of its own";
  EXPECT_NE(text.find(reason), std::string::npos);
  EXPECT_EQ(shown({MicroRow{{{16, 1, 0, 0}}}, std::nullopt, std::nullopt}).find(reason), std::string::npos);
}

}  // namespace
}  // namespace ecsbench
