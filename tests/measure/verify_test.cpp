// A mismatch is a sentence that says where to look.
#include "harness/measure/verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/measure/fakes.hpp"

namespace ecsbench {
namespace {

using testing::HasSubstr;

// A reference and a contestant over three entities that agree, until a test makes them differ.
class Verify : public testing::Test {
 protected:
  Verify() {
    reference_.outcome = contestant_.outcome = Outcome{0xabc, 3, ""};
    reference_.values = contestant_.values = {10, 11, 12};
  }

  [[nodiscard]] Verified verify() {
    const std::vector<Contestant> contestants{{"archetype", &contestant_}};
    return verify_all({"plain-loop reference", &reference_}, contestants, "move/shuffled", 3);
  }

  // What is said about the mismatch; empty if there is none.
  [[nodiscard]] std::string complaint() {
    try {
      static_cast<void>(verify());
    } catch (const WrongResult& wrong) {
      return wrong.what();
    }
    return "";
  }

  FakeClock clock_;
  FakeTrial reference_{clock_, 1};
  FakeTrial contestant_{clock_, 1};
};

TEST_F(Verify, equal_outcomes_pass_and_are_handed_back) {
  const Verified verified = verify();
  EXPECT_EQ(verified.reference, reference_.outcome);
  EXPECT_EQ(verified.contestants, std::vector<Outcome>{contestant_.outcome});
}

TEST_F(Verify, another_digest_is_a_wrong_result) {
  contestant_.outcome.digest = 0xdef;
  EXPECT_THROW(static_cast<void>(verify()), WrongResult);
}

TEST_F(Verify, a_mismatch_names_both_sides_the_workload_and_both_digests) {
  contestant_.outcome.digest = 0xdef;
  const std::string said = complaint();
  EXPECT_THAT(said, HasSubstr("'archetype'"));
  EXPECT_THAT(said, HasSubstr("'plain-loop reference'"));
  EXPECT_THAT(said, HasSubstr("move/shuffled"));
  EXPECT_THAT(said, HasSubstr("0000000000000abc"));
  EXPECT_THAT(said, HasSubstr("0000000000000def"));
}

TEST_F(Verify, a_mismatch_names_the_first_entity_that_differs_and_both_its_values) {
  contestant_.outcome.digest = 0xdef;
  contestant_.values = {10, 99, 98};
  const std::string said = complaint();
  EXPECT_THAT(said, HasSubstr("ordinal 1"));
  EXPECT_THAT(said, HasSubstr("'archetype' holds value (99)"));
  EXPECT_THAT(said, HasSubstr("'plain-loop reference' holds value (11)"));
}

TEST_F(Verify, another_number_of_matches_is_wrong_even_if_all_values_agree) {  // H050
  contestant_.outcome.matched = 2;
  const std::string said = complaint();
  EXPECT_THAT(said, HasSubstr("2 matched"));
  EXPECT_THAT(said, HasSubstr("3 matched"));
  EXPECT_THAT(said, HasSubstr("every entity has the same values"));
}

TEST_F(Verify, a_fault_is_wrong_even_if_the_digests_agree) {
  contestant_.outcome.fault = "the velocity of an entity changed";
  const std::string said = complaint();
  EXPECT_THAT(said, HasSubstr("'archetype'"));
  EXPECT_THAT(said, HasSubstr("the velocity of an entity changed"));
}

TEST_F(Verify, a_faulty_reference_is_not_believed) {
  reference_.outcome.fault = "the oracle erred";
  EXPECT_THAT(complaint(), HasSubstr("'plain-loop reference' is wrong"));
}

TEST_F(Verify, a_timed_world_that_went_wrong_is_named) {
  contestant_.complaint = "a frame visited 2 entities instead of 3";
  const std::vector<Contestant> contestants{{"limit", &reference_}, {"archetype", &contestant_}};
  try {
    check_all(contestants, "move/shuffled");
    FAIL() << "nothing was thrown";
  } catch (const WrongResult& wrong) {
    EXPECT_THAT(wrong.what(), HasSubstr("'archetype'"));
    EXPECT_THAT(wrong.what(), HasSubstr("a frame visited 2 entities instead of 3"));
  }
}

TEST_F(Verify, timed_worlds_that_are_right_pass) {
  const std::vector<Contestant> contestants{{"archetype", &contestant_}};
  EXPECT_NO_THROW(check_all(contestants, "move/shuffled"));
}

}  // namespace
}  // namespace ecsbench
