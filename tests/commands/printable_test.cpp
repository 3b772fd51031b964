// Text of others: nothing in it may move a cursor or break a reader of UTF-8.
#include "harness/commands/printable.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/commands/fake_catalogue.hpp"

namespace ecsbench {
namespace {

TEST(Printable, leaves_letters_of_every_length) {
  for (const std::string text : {"", "plain", "a b", "é", "→", "𝄞", "back\\slash"}) EXPECT_EQ(printable(text), text);
}

TEST(Printable, escapes_control_characters) {
  EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("a\r\n\tb\x7f"), "a\\x0d\\x0a\\x09b\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // a control character of two bytes
}

TEST(Printable, escapes_what_is_no_utf8) {
  EXPECT_EQ(printable("a\xff"), "a\\xff");
  EXPECT_EQ(printable("\xc3"), "\\xc3");                    // cut short
  EXPECT_EQ(printable("\xc3x"), "\\xc3x");                  // goes on wrongly
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // longer than need be
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(Printable, lines_keep_their_ends) {
  EXPECT_EQ(printable_lines("a\nb\x1b"), "a\nb\\x1b");
}

TEST(Printable, a_catalogue_has_printable_names_and_versions) {
  Catalogue given = test::fake_catalogue();
  given.strategies.back().name = "mi\x1bne";
  given.strategies.back().version = "\xff";
  given.cases.front().strategy = "mi\x1bne";
  const Catalogue clean = printable(given);
  EXPECT_EQ(clean.strategies.back().name, "mi\\x1bne");
  EXPECT_EQ(clean.strategies.back().version, "\\xff");
  EXPECT_EQ(clean.cases.front().strategy, "mi\\x1bne");
}

}  // namespace
}  // namespace ecsbench
