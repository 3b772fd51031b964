// What the program says of itself is what it was built from.
#include "harness/machine/version.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ecsbench {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::Pair;

TEST(Version, is_three_numbers_and_the_revision_a_hash_or_a_reason) {
  EXPECT_THAT(tool_facts().version, MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_THAT(tool_facts().revision, MatchesRegex("[0-9a-f]{12,}|n/a \\(.*\\)"));
}

TEST(Version, assertions_are_on_exactly_where_the_flags_do_not_switch_them_off) {
  const bool switched_off = tool_facts().flags.find("-DNDEBUG") != std::string::npos;
  EXPECT_EQ(tool_facts().assertions, !switched_off);
}

TEST(Version, flags_are_those_of_the_code_and_no_warnings) {
  EXPECT_THAT(tool_facts().flags, HasSubstr("-std=c++20"));
  EXPECT_THAT(tool_facts().flags, Not(HasSubstr("-W")));
}

TEST(Version, names_compiler_and_libraries) {
  EXPECT_THAT(tool_facts().compiler, MatchesRegex("(GNU|Clang|AppleClang) [0-9.]+"));
  EXPECT_THAT(tool_facts().libraries, Contains(Pair("fmt", MatchesRegex("[0-9]+\\..*"))));
  EXPECT_THAT(tool_facts().libraries, Contains(Key("CLI11")));
  EXPECT_THAT(tool_facts().libraries, Contains(Key("nlohmann_json")));
}

}  // namespace
}  // namespace ecsbench
