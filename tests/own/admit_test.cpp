// Who may join the catalogue, and what is said to those who may not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/cases/given/given.hpp"

namespace ecsbench {
namespace {

Given given(std::string header, std::string name) {
  Given one;
  one.header = std::move(header);
  one.info.name = name;
  one.info.origin = "given";
  one.cases.push_back({std::move(name), "move/same-order", {}, "a case of the test"});
  return one;
}

Catalogue with_bitset() {
  Catalogue all;
  all.strategies.emplace_back();
  all.strategies.back().name = "bitset";
  return all;
}

std::string refusal(std::vector<Given> some) {
  Catalogue all = with_bitset();
  try {
    admit(all, std::move(some));
  } catch (const GivenFault& fault) {
    return fault.what();
  }
  return "admitted";
}

TEST(Admit, appends_strategies_and_cases_in_the_order_given) {
  Catalogue all = with_bitset();
  admit(all, {given("b.hpp", "b"), given("a.hpp", "a")});
  ASSERT_EQ(all.strategies.size(), 3u);
  EXPECT_EQ(all.strategies[1].name, "b");
  EXPECT_EQ(all.strategies[2].name, "a");
  ASSERT_EQ(all.cases.size(), 2u);
  EXPECT_EQ(all.cases[0].strategy, "b");
}

TEST(Admit, of_nothing_changes_nothing) {
  Catalogue all = with_bitset();
  admit(all, {});
  EXPECT_EQ(all.strategies.size(), 1u);
}

TEST(Admit, refuses_the_name_of_a_reference) {
  EXPECT_EQ(refusal({given("mine.hpp", "bitset")}),
            "mine.hpp calls its strategy 'bitset', and so does a reference strategy: names must differ, choose "
            "another kName and build again");
}

TEST(Admit, refuses_one_name_for_two_and_names_both_headers) {  // H102
  EXPECT_THAT(refusal({given("a.hpp", "fast"), given("b.hpp", "fast")}),
              testing::StartsWith("b.hpp calls its strategy 'fast', and so does a.hpp: names must differ"));
}

TEST(Admit, refuses_words_of_the_command_line) {
  for (const char* const word : {"all", "control", "plain-loop reference"}) {
    EXPECT_THAT(refusal({given("mine.hpp", word)}), testing::HasSubstr("which means something else here"));
  }
}

}  // namespace
}  // namespace ecsbench
