// Verification: same work or no number.
//
//   reference (plain loops)   verify()   digest, matched
//                                               =           or WrongResult, and nothing is timed
//   each contestant           verify()   digest, matched
//
// On a mismatch the first entity whose values differ is looked up by fingerprint, so that the
// message says where to begin. After the last block check_all() asks the timed worlds themselves.
// Cost  verify(): a few frames of each contestant; tracing a mismatch: O(entities). Never timed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cases/trial.hpp"
#include "harness/measure/contestant.hpp"

namespace ecsbench {

// A contestant did other work than the reference, or broke something. what() is for the user: it
// names both, the workload, digests and counts, and the first entity that differs with its values
// on either side.
class WrongResult : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Verified {
  Outcome reference;
  std::vector<Outcome> contestants;  // in the order given; each equals the reference
};

// Builds nothing. Throws WrongResult at the first contestant whose outcome is not the reference's,
// or has a fault.
// `before_each`, where given, is called before each contestant; what it throws ends the verification.
// REQUIRES: every trial is built from the same parameters, with `entities` entities.
[[nodiscard]] Verified verify_all(const Contestant& reference, std::span<const Contestant> contestants,
                                  std::string_view workload, std::uint64_t entities,
                                  const std::function<void()>& before_each = {});

// After the last block: throws WrongResult at the first contestant whose check() has a sentence.
void check_all(std::span<const Contestant> contestants, std::string_view workload);

}  // namespace ecsbench
