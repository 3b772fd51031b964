// Completion: what may stand behind an option follows from what the parsers and the catalogue say. The scripts themselves
// are run by shells, in guide_cli_test.py.
#include "harness/commands/guide/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/commands/options/options.hpp"
#include "tests/commands/fake_catalogue.hpp"

namespace ecsbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using enum Offer::Kind;

const Names& names() {
  static const Names all = names_of(test::fake_catalogue());
  return all;
}

Offer offer(const std::string& name, const std::string& value) {
  OptionShape option;
  option.names = {name};
  option.value = value;
  return offer_for(option, names());
}

TEST(Completion, what_may_stand_behind_an_option_follows_from_its_value) {
  EXPECT_EQ(offer("--strict", "").kind, kNothing);
  EXPECT_EQ(offer("--seed", "S").kind, kAnything);
  EXPECT_EQ(offer("--json", "FILE").kind, kFile);
  EXPECT_EQ(offer("--plot", "DIR").kind, kFolder);
  EXPECT_EQ(offer("--interleave", "block|frame|none").kind, kWords);
  EXPECT_THAT(offer("--interleave", "block|frame|none").words, ElementsAre("block", "frame", "none"));
  EXPECT_THAT(offer("--counters", "auto|off|LIST").words, ElementsAre("auto", "off"));
}

TEST(Completion, names_are_those_of_the_catalogue) {
  EXPECT_EQ(offer("--strategy", "NAMES").kind, kList);
  EXPECT_THAT(offer("--strategy", "NAMES").words, Contains("all"));
  EXPECT_THAT(offer("--strategy", "NAMES").words, Contains("mine"));
  EXPECT_THAT(offer("--baseline", "NAME").words, Contains("mine"));
  EXPECT_THAT(offer("--workload", "NAMES").words, Contains("sort/rows"));
  EXPECT_THAT(offer("--axes", "NAME").words, Contains("sort/rows"));
  EXPECT_THAT(offer("--no-warn", "IDS").words, Contains("W01"));
  EXPECT_THAT(names().topics, Contains("W01"));
}

TEST(Completion, an_argument_is_a_file_unless_something_else_is_said) {
  OptionShape argument;
  argument.is_argument = true;
  argument.names = {"RESULT"};
  EXPECT_EQ(offer_for(argument, names()).kind, kFile);
  argument.names = {"TOPIC"};
  EXPECT_THAT(offer_for(argument, names()).words, Contains("digest"));
  argument.names = {"SHELL"};
  argument.value = "bash|zsh|fish";
  EXPECT_THAT(offer_for(argument, names()).words, ElementsAre("bash", "zsh", "fish"));
}

TEST(Completion, the_tree_holds_every_command_with_all_that_it_takes) {
  const std::vector<CommandShape> tree = command_tree();
  ASSERT_EQ(tree.size(), commands().size());
  for (std::size_t at = 0; at < tree.size(); ++at) {
    EXPECT_EQ(tree[at].name, commands()[at].first);
    EXPECT_EQ(tree[at].summary, commands()[at].second);
    EXPECT_NE(tree[at].description, "");
  }
  const CommandShape& run = tree.front();
  for (const OptionRow& row : run_option_rows()) {
    const auto found = std::find_if(run.options.begin(), run.options.end(), [&](const OptionShape& option) {
      return option.names.back() == "--" + std::string(row.name);
    });
    ASSERT_NE(found, run.options.end()) << row.name;
    EXPECT_EQ(found->value, row.value);
    EXPECT_EQ(found->help, row.help);
    EXPECT_EQ(found->standard, row.standard);
    EXPECT_EQ(found->group, row.group);
  }
}

TEST(Completion, each_script_knows_every_command_and_every_option_of_run) {
  const std::vector<CommandShape> tree = command_tree();
  for (const Shell shell : {Shell::kBash, Shell::kZsh, Shell::kFish}) {
    const std::string script = completion_text(shell, tree, names());
    for (const auto& [name, help] : commands()) EXPECT_THAT(script, HasSubstr(name));
    for (const OptionRow& row : run_option_rows()) {
      EXPECT_THAT(script,
                  HasSubstr(shell == Shell::kFish ? "-l " + std::string(row.name) : "--" + std::string(row.name)));
    }
  }
}

}  // namespace
}  // namespace ecsbench
