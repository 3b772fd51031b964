// Numbers on the command line: all of the text or a sentence that names the option.
#include "harness/commands/options/number.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::uint64_t entities(const std::string& text) {
  return parse_whole("--entities", text, {1, UINT64_MAX});
}

std::string refusal(const std::string& text) {
  try {
    (void)entities(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(WholeNumber, takes_digits_and_one_power_of_ten) {
  EXPECT_EQ(entities("1"), 1U);
  EXPECT_EQ(entities("500"), 500U);
  EXPECT_EQ(entities("10k"), 10'000U);
  EXPECT_EQ(entities("2M"), 2'000'000U);
  EXPECT_EQ(entities("3G"), 3'000'000'000U);
  EXPECT_EQ(entities("1e6"), 1'000'000U);
  EXPECT_EQ(entities("25e3"), 25'000U);
  EXPECT_EQ(entities("007"), 7U);
  EXPECT_EQ(entities("18446744073709551615"), UINT64_MAX);
}

TEST(WholeNumber, refuses_everything_else_naming_the_option_and_the_text) {  // H072
  for (const std::string text :
       {"10abc", " 7", "7 ",  "+5",  "1_000", "1,000", "0x10", "1e",   "e6", "1e+6", "1E6", "1e6k",  "k",
        "1K",    "1m", "1kk", "nan", "inf",   "-",     "1.5k", "1e-1", "１", "1 k",  "--5", "1e1e1", "M1"}) {
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("--entities"), HasSubstr("'" + text + "'"), HasSubstr("1M"))) << text;
  }
}

TEST(WholeNumber, says_what_is_wrong) {
  EXPECT_THAT(refusal(""), HasSubstr("the value is empty"));
  EXPECT_THAT(refusal("-1"), HasSubstr("is negative"));
  EXPECT_THAT(refusal("-10k"), HasSubstr("is negative"));
  EXPECT_THAT(refusal("1.5"), HasSubstr("is not whole"));
  EXPECT_THAT(refusal("0"), AllOf(HasSubstr("is too small"), HasSubstr("The least is 1")));
  EXPECT_THAT(refusal("0k"), HasSubstr("is too small"));
}

TEST(WholeNumber, never_wraps_or_saturates) {  // H071
  for (const std::string text : {"18446744073709551616", "99999999999999999999", "1e99", "1e20", "20000000000G",
                                 "1e18446744073709551616", "1e999999999999"}) {
    EXPECT_THAT(refusal(text), HasSubstr("is too large")) << text;
  }
  EXPECT_THAT(refusal("0e99"), HasSubstr("is too small"));
}

TEST(RealNumber, takes_plain_decimals_only) {
  EXPECT_EQ(parse_real("--precision", "0.5", {0.001, 100}), 0.5);
  EXPECT_EQ(parse_real("--precision", "1e-2", {0.001, 100}), 0.01);
  for (const std::string text : {"", "nan", "inf", "1,5", "0x1p3", "5s", " 5", "+5", "-1", "101", "1e999"}) {
    EXPECT_THROW((void)parse_real("--precision", text, {0.001, 100}), UsageError) << text;
  }
}

TEST(Refusal, never_shows_the_ends_of_a_machine_type) {
  EXPECT_THAT(refusal("1e99"), AllOf(HasSubstr("64 bits"), Not(HasSubstr("18446744073709551615"))));
  try {
    (void)parse_real("--param x", "nan", kEveryReal);
    FAIL() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("any finite number"), Not(HasSubstr("e+308"))));
  }
}

TEST(List, takes_each_part_once_and_none_empty) {
  EXPECT_THAT(split_list("--strategy", "a,b,a"), ElementsAre("a", "b"));
  for (const std::string text : {"", ",", "a,", ",a", "a,,b"}) {
    EXPECT_THROW((void)split_list("--strategy", text), UsageError) << text;
  }
}

}  // namespace
}  // namespace ecsbench
