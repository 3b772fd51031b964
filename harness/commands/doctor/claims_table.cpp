#include "harness/commands/doctor/claims_table.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

using statistics::Bound;
using statistics::Claim;

constexpr std::size_t kTextWidth = 46, kRunsWidth = 7, kShareWidth = 9;

std::string share_text(double share) {
  return fixed(share * 100, 1) + " %";
}

// The bound with its slack: what was seen may go so far.
std::string allowed_text(const Claim& claim) {
  const bool at_least = claim.kind == Bound::kAtLeast;
  return fmt::format("{} {}", at_least ? "≥" : "≤",
                     share_text(at_least ? claim.bound - claim.slack : claim.bound + claim.slack));
}

std::string outcome_text(const Claim& claim) {
  if (!claim.undecided.empty()) return "open";
  return claim.holds() ? "pass" : "FAIL";
}

std::string row(const Claim& claim) {
  const std::string seen = claim.seen.of == 0 ? "n/a" : share_text(claim.seen.share());
  std::string line = fmt::format("  {}{}{}{}  {}\n", pad_right(claim.text, kTextWidth),
                                 pad_left(std::to_string(claim.seen.of), kRunsWidth), pad_left(seen, kShareWidth),
                                 pad_left(allowed_text(claim), kShareWidth), outcome_text(claim));
  if (!claim.undecided.empty()) line += fmt::format("    {}\n", claim.undecided);
  return line;
}

}  // namespace

std::string claims_table(std::string_view title, const std::vector<Claim>& claims) {
  std::string text = fmt::format("  {}{}{}{}\n  ", pad_right(title, kTextWidth), pad_left("runs", kRunsWidth),
                                 pad_left("seen", kShareWidth), pad_left("allowed", kShareWidth));
  for (std::size_t column = 0; column < kTextWidth + kRunsWidth + 2 * kShareWidth + 6; ++column) text += "─";
  text += '\n';
  for (const Claim& claim : claims) text += row(claim);
  return text;
}

}  // namespace ecsbench
