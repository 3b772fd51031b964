// Sweeps at a glance: what becomes a column, what a pivot of its own.
#include "harness/report/pivot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ecsbench {
namespace {

using testing::HasSubstr;
using testing::Not;

using Params = std::vector<std::pair<std::string, double>>;

CaseResult measured(const std::string& strategy, std::uint64_t entities, double ns, Params params = {}) {
  CaseResult entry;
  entry.strategy = strategy;
  entry.workload = "move/same-order";
  entry.entities = entry.matched = entities;
  entry.per = "match";
  entry.params = std::move(params);
  entry.ns_per_entity.median = ns;
  entry.frame_ns.median = ns * static_cast<double>(entities);
  entry.memory = MemoryResult{entities * 16, 0, 0, entities * 16, 16.0, 0.0};
  return entry;
}

Result with(std::vector<CaseResult> cases) {
  Result result;
  result.tool.build_type = "Release";
  result.environment.caches = {{1, "Data", 48'000, 64}, {2, "Unified", 1'000'000, 64}};
  result.cases = std::move(cases);
  return result;
}

std::string pivots_of(const Result& result) {
  return pivots(result, 100, false);
}

// A line of the text that begins with a word, blanks pressed together.
std::string line(const std::string& text, const std::string& word) {
  const std::size_t begin = text.find("  " + word + " ");
  if (begin == std::string::npos) return "(no line)";
  std::string pressed;
  for (const char letter : text.substr(begin, text.find('\n', begin) - begin)) {
    if (letter != ' ' || (!pressed.empty() && pressed.back() != ' ')) pressed += letter;
  }
  return pressed;
}

TEST(Pivot, one_point_is_no_sweep) {
  EXPECT_EQ(pivots_of(with({measured("bitset", 1000, 1), measured("archetype", 1000, 2)})), "");
  EXPECT_EQ(pivots_of(with({})), "");
}

TEST(Pivot, points_become_columns_in_their_order_and_strategies_rows_by_the_last_one) {
  const std::string text = pivots_of(
      with({measured("bitset", 100'000, 0.5), measured("archetype", 100'000, 0.25), measured("limit", 100'000, 0.3),
            measured("bitset", 1000, 0.125), measured("archetype", 1000, 0.75)}));
  EXPECT_THAT(text, HasSubstr("move/same-order · ns per match by entities\n"));
  EXPECT_THAT(line(text, "strategy"), "strategy 1 000 100 000");
  EXPECT_THAT(line(text, "archetype"), "archetype 0.750 0.250");
  EXPECT_THAT(line(text, "bitset"), "bitset 0.125 0.500");
  EXPECT_THAT(line(text, "limit"), "limit n/a 0.300") << "it ran at one point";
  EXPECT_LT(text.find("limit"), text.find("archetype"));
  EXPECT_LT(text.find("archetype"), text.find("bitset"));
}

TEST(Pivot, a_column_says_which_cache_holds_its_payload) {
  const std::string text =
      pivots_of(with({measured("bitset", 1000, 1), measured("bitset", 50'000, 1), measured("bitset", 1'000'000, 1)}));
  EXPECT_THAT(line(text, "payload"), "payload fits L1 L2 memory");
}

TEST(Pivot, where_two_things_vary_only_one_does_within_a_pivot) {
  const std::string text =
      pivots_of(with({measured("bitset", 1000, 1, {{"sets", 4}}), measured("bitset", 1000, 2, {{"sets", 8}}),
                      measured("bitset", 1000, 3, {{"sets", 16}}), measured("bitset", 2000, 4, {{"sets", 4}}),
                      measured("bitset", 2000, 5, {{"sets", 8}}), measured("bitset", 2000, 6, {{"sets", 16}})}));
  EXPECT_THAT(text, HasSubstr("by sets · entities 1 000\n"));
  EXPECT_THAT(text, HasSubstr("by sets · entities 2 000\n"));
  EXPECT_THAT(line(text.substr(text.find("2 000")), "bitset"), "bitset 4.00 5.00 6.00");
}

TEST(Pivot, a_workload_that_was_not_swept_has_none) {
  Result result = with({measured("bitset", 1000, 1), measured("bitset", 2000, 2)});
  CaseResult other = measured("bitset", 1000, 3);
  other.workload = "move/scrambled";
  result.cases.push_back(other);
  EXPECT_THAT(pivots_of(result), Not(HasSubstr("scrambled")));
}

TEST(Pivot, a_build_that_measures_nothing_says_so_here_too) {
  Result result = with({measured("bitset", 1000, 1), measured("bitset", 2000, 2)});
  result.tool.build_type = "Debug";
  EXPECT_THAT(pivots_of(result), HasSubstr("NOT A MEASUREMENT"));
}

}  // namespace
}  // namespace ecsbench
