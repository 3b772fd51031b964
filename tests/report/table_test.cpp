// The human table: its shape, its width, and that nothing missing looks like a number.
#include "harness/report/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "harness/report/grid.hpp"
#include "harness/report/markdown.hpp"
#include "harness/report/text.hpp"
#include "tests/report/sample_result.hpp"

namespace ecsbench {
namespace {

using test::sample_result;
using testing::HasSubstr;
using testing::Not;

std::string first_table(const Result& result, std::size_t width = 100, bool colour = false) {
  return table(blocks_of(result).front(), result, {width, colour});
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

TEST(Table, has_this_shape) {
  EXPECT_EQ(first_table(sample_result()),
            R"(move/same-order · 1 000 000 entities · 1 thread · 24 rounds · payload 24.0 MB fits L3 (0.7 ×)
AMD EPYC 9B14 96-Core Processor (virtual) · g++ 12.2.0 · -O3 -march=native · seed 42

                     frame   ns per                       p99       ×                    bytes per
  strategy              ms    match     95 % interval      ms   limit   × boxed             entity
  ────────────────────────────────────────────────────────────────────────────────────────────────
  limit              0.571    0.571     0.570 – 0.572   0.634    1.00   0.141 faster          n/a¹
  archetype          0.618    0.618     0.616 – 0.621   0.686    1.08   0.152 faster          40.2
  bitset             0.742    0.742     0.738 – 0.746   0.824    1.30   0.183 faster          32.3
  gather             1.124    1.124     1.117 – 1.132   1.248    1.97   0.277 faster          n/a¹
  sparse_set         1.830    1.830     1.808 – 1.856    n/a²    3.20   0.451 faster          48.5
  reactive           1.911    1.911     1.846 – 1.989    n/a²    3.35   0.470 faster          56.5
  boxed              4.062    4.062     4.030 – 4.101    n/a²    7.11   1.00  baseline        88.0
  boxed_scattered   12.412   12.412   12.151 – 12.725    n/a²   21.74   3.06  slower          88.0
  ¹ hand-written arrays, not a storage
  ² p99 needs 368 steady frames: a larger --time-budget gives them

archetype is fastest, 1.20 × as fast as bitset (1.19 to 1.21): it takes 0.618 ns per match, 1.08 ×
the limit.
)");
}

TEST(Table, names_what_the_times_are_divided_by) {  // H078
  Result result = sample_result();
  for (CaseResult& entry : result.cases) entry.matched = entry.entities / 10;
  EXPECT_THAT(to_markdown(result, ""), HasSubstr("| ns per match [95 %] |"));
  for (CaseResult& entry : result.cases) entry.per = "operation";
  EXPECT_THAT(to_markdown(result, ""), HasSubstr("| ns per operation [95 %] |"));
  EXPECT_THAT(first_table(result), HasSubstr("0.618 ns per operation"));
}

TEST(Table, fits_the_width_asked_for_whatever_the_names) {
  Result result = sample_result();
  result.cases[2].strategy = "sparse_set_dynamic_of_a_colleague_with_a_long_name";
  result.cases[3].ratio_to_baseline.verdict = Verdict::kInconclusive;
  EXPECT_LE(widest_line(first_table(result, 100)), 100U);
  EXPECT_LE(widest_line(first_table(result, 80)), 80U);
  EXPECT_THAT(first_table(result, 80), HasSubstr(result.cases[2].strategy));
}

TEST(Table, lines_up_with_colour_as_without) {
  std::string coloured = first_table(sample_result(), 100, true);
  for (std::size_t begin = coloured.find('\x1b'); begin != std::string::npos; begin = coloured.find('\x1b')) {
    coloured.erase(begin, coloured.find('m', begin) - begin + 1);
  }
  EXPECT_EQ(coloured, first_table(sample_result()));
}

TEST(Table, says_a_debug_build_loudly) {
  EXPECT_THAT(first_table(sample_result()), Not(HasSubstr("NOT A MEASUREMENT")));
  Result result = sample_result();
  result.tool.build_type = "Debug";
  EXPECT_THAT(first_table(result), HasSubstr("!! NOT A MEASUREMENT: build type Debug"));
  result = sample_result();
  result.tool.sanitizers = "address";
  EXPECT_THAT(first_table(result), HasSubstr("sanitizer address"));
  EXPECT_THAT(to_markdown(result, ""), HasSubstr("**NOT A MEASUREMENT: sanitizer address"));
  result = sample_result();
  result.tool.assertions = true;
  EXPECT_THAT(first_table(result), HasSubstr("assertions on"));
}

TEST(Table, shows_neither_zero_nor_nan_for_what_was_not_measured) {  // H049
  Result result = sample_result();
  for (CaseResult& entry : result.cases) {
    entry.frame_ns.median = std::numeric_limits<double>::quiet_NaN();
    entry.ns_per_entity = {};
    entry.ratio_to_limit.median = std::numeric_limits<double>::infinity();
    entry.ratio_to_baseline = {};
    entry.memory.reset();
  }
  for (const std::string& text : {first_table(result), to_markdown(result, "")}) {
    EXPECT_THAT(text, HasSubstr("n/a"));
    EXPECT_THAT(text, Not(HasSubstr("nan")));
    EXPECT_THAT(text, Not(HasSubstr("inf")));
    EXPECT_THAT(text, Not(HasSubstr("0.00")));
  }
  EXPECT_THAT(first_table(result), HasSubstr("No strategy of this table has a time."));
}

TEST(Table, keeps_other_sizes_and_parameters_apart) {
  Result result = sample_result();
  const std::size_t before = blocks_of(result).size();
  result.cases.push_back(result.cases.front());
  result.cases.back().entities = 10'000;
  result.cases.push_back(result.cases.front());
  result.cases.back().params = {{"stride", 3}};
  EXPECT_EQ(blocks_of(result).size(), before + 2);
}

TEST(Markdown, a_p99_has_its_interval_beside_it) {
  const std::string text = to_markdown(sample_result(), "");
  EXPECT_THAT(text, HasSubstr("| p99, ms [95 % approx.] |"));
  EXPECT_THAT(text, HasSubstr("| 0.686 [0.674, 0.711] |"));
  EXPECT_THAT(text, HasSubstr("| n/a | 3.20 |"));
}

TEST(Markdown, escapes_what_would_be_markup) {
  Result result = sample_result();
  result.cases.front().strategy = "a|b_c";
  EXPECT_THAT(to_markdown(result, ""), HasSubstr("| a\\|b\\_c |"));
}

TEST(Grid, rows_without_a_head_have_no_rule) {
  Grid grid({{{}, Align::kLeft}, {{}, Align::kLeft}});
  grid.add({{"a"}, {"first"}});
  grid.add({{"long"}, {"second"}});
  EXPECT_EQ(grid.text(100, false), "  a      first\n  long   second\n");
}

TEST(Text, decimals_leave_the_smallest_value_three_digits) {
  EXPECT_EQ(decimals_for({12.4, 0.618}), 3);
  EXPECT_EQ(decimals_for({4.11}), 2);
  EXPECT_EQ(decimals_for({1234.0}), 0);
  EXPECT_EQ(decimals_for({}), 2);
}

TEST(Text, wrapping_breaks_at_blanks_and_indents) {
  EXPECT_EQ(wrap("one two three", 7, 2), "one two\n  three");
  EXPECT_EQ(join_facts({"a", "", "b"}, 80), "a · b");
  EXPECT_EQ(join_facts({"GNU", "-O1 -g1 -fsanitize=address", "seed 42"}, 16),
            "GNU\n-O1 -g1\n-fsanitize=address\nseed 42");
  EXPECT_EQ(join_facts({"-O1 -fsanitize=thread -g1", "seed 42"}, 20), "-O1\n-fsanitize=thread\n-g1 · seed 42");
}

}  // namespace
}  // namespace ecsbench
