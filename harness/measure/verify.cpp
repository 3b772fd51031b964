// Compares outcomes, and traces a mismatch to the first entity that differs.
#include "harness/measure/verify.hpp"

#include <fmt/format.h>

#include <optional>

#include "harness/workloads/workload.hpp"

namespace ecsbench {
namespace {

std::string in_words(const Contestant& contestant, const Outcome& outcome) {
  return fmt::format("'{}' has digest {} and {} matched a frame", contestant.name, hex_digits(outcome.digest),
                     outcome.matched);
}

std::optional<std::uint64_t> first_difference(const Trial& one, const Trial& other, std::uint64_t entities) {
  for (std::uint64_t ordinal = 0; ordinal < entities; ++ordinal) {
    if (one.fingerprint(ordinal) != other.fingerprint(ordinal)) return ordinal;
  }
  return std::nullopt;
}

std::string where(const Contestant& contestant, const Contestant& reference, std::uint64_t entities) {
  const auto ordinal = first_difference(*contestant.trial, *reference.trial, entities);
  if (!ordinal) return "every entity has the same values on both sides";
  return fmt::format("the first entity that differs has ordinal {}: '{}' holds {}, '{}' holds {}", *ordinal,
                     contestant.name, contestant.trial->state_of(*ordinal), reference.name,
                     reference.trial->state_of(*ordinal));
}

std::string mismatch(const Contestant& contestant, const Outcome& found, const Contestant& reference,
                     const Outcome& expected, std::string_view workload, std::uint64_t entities) {
  return fmt::format("'{}' and '{}' disagree on {} with {} entities, so nothing was timed: {}, {}; {}.",
                     contestant.name, reference.name, workload, entities, in_words(contestant, found),
                     in_words(reference, expected), where(contestant, reference, entities));
}

Outcome verify_one(const Contestant& contestant, std::string_view workload) {
  Outcome outcome = contestant.trial->verify();
  if (!outcome.fault.empty()) {
    throw WrongResult(fmt::format("'{}' is wrong on {}: {}", contestant.name, workload, outcome.fault));
  }
  return outcome;
}

}  // namespace

Verified verify_all(const Contestant& reference, std::span<const Contestant> contestants, std::string_view workload,
                    std::uint64_t entities, const std::function<void()>& before_each) {
  Verified verified{verify_one(reference, workload), {}};
  for (const Contestant& contestant : contestants) {
    if (before_each) before_each();
    verified.contestants.push_back(verify_one(contestant, workload));
    if (verified.contestants.back() == verified.reference) continue;
    throw WrongResult(
        mismatch(contestant, verified.contestants.back(), reference, verified.reference, workload, entities));
  }
  return verified;
}

void check_all(std::span<const Contestant> contestants, std::string_view workload) {
  for (const Contestant& contestant : contestants) {
    if (const auto sentence = contestant.trial->check()) {
      throw WrongResult(
          fmt::format("'{}' went wrong on {} while it was timed: {}", contestant.name, workload, *sentence));
    }
  }
}

}  // namespace ecsbench
