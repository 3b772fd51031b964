// Manual: the page holds what the parsers say, and groff prints all of it as it was said. That groff finds no fault with it
// is tested in guide_cli_test.py.
#include "harness/commands/guide/manual.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/commands/options/options.hpp"

namespace ecsbench {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A tree of run and one command of that description.
std::vector<CommandShape> tree_with(const std::string& description) {
  CommandShape run, other;
  run.name = "run";
  run.description = "ecsbench measures.\n";
  run.summary = other.summary = "one line";
  other.name = "other";
  other.description = description;
  return {run, other};
}

TEST(Manual, it_holds_every_command_and_every_option_of_run) {
  const std::string page = manual_text(command_tree(), "0.1");
  EXPECT_THAT(page, StartsWith(".TH ECSBENCH 1 \"\" \"ecsbench 0.1\""));
  for (const auto& [name, help] : commands()) EXPECT_THAT(page, HasSubstr("\\fB" + name + "\\fR"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-\\-time\\-budget\\fR \\fIS\\fR\n"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT CODES\n"));
}

TEST(Manual, what_would_be_an_order_to_groff_is_text) {
  const std::string page = manual_text(tree_with(".so /etc/passwd\n'br\nC:\\n 3 × 4 - 'x'\n"), "0.1");
  EXPECT_THAT(page, HasSubstr("\n\\&.so /etc/passwd\n"));
  EXPECT_THAT(page, HasSubstr("\n\\&\\(aqbr\n"));
  EXPECT_THAT(page, HasSubstr("\nC:\\en 3 \\[u00D7] 4 \\- \\(aqx\\(aq\n"));
}

TEST(Manual, examples_keep_their_lines) {
  const std::string page = manual_text(tree_with("Does it.\n\nExamples:\n  one\n  two\n"), "0.1");
  EXPECT_THAT(page, HasSubstr("Does it.\n.SS Examples\n.nf\n  one\n  two\n.fi\n"));
}

TEST(Manual, what_run_takes_is_told_once) {
  std::vector<CommandShape> tree = tree_with("Does it.\n");
  OptionShape common, own;
  common.names = {"--common"};
  common.help = own.help = "does it";
  own.names = {"--own"};
  tree[0].options = {common};
  tree[1].options = {common, own};
  const std::string page = manual_text(tree, "0.1");
  const std::size_t first = page.find("\\-\\-common");
  EXPECT_EQ(page.find("\\-\\-common", first + 1), std::string::npos);
  EXPECT_THAT(page, HasSubstr("\\-\\-own"));
  EXPECT_THAT(page, Not(HasSubstr("\n\n")));
}

}  // namespace
}  // namespace ecsbench
