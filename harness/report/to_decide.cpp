#include "harness/report/to_decide.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text.hpp"
#include "harness/statistics/decide.hpp"

namespace ecsbench {

Number to_decide(const Estimate& ratio, double tolerance, std::uint64_t values) {
  const auto median = finite(ratio.median), low = finite(ratio.ci_low), high = finite(ratio.ci_high);
  if (!median || !low || !high || *low <= 0 || *low > *high || values == 0) return std::nullopt;
  const double centre = std::clamp(*median, *low, *high);
  const auto needed = statistics::values_to_decide(centre, {*low, *high}, tolerance, values);
  return needed ? Number(static_cast<double>(*needed)) : std::nullopt;
}

bool launches_disagree(Number lowest, Number highest, double tolerance) {
  const auto low = finite(lowest), high = finite(highest);
  if (!low || !high || *low >= 1 || *high <= 1) return false;
  return *low < 1 / (1 + tolerance) || *high > 1 + tolerance;
}

std::string why_inconclusive(const ComparisonResult& made) {
  if (made.verdict != Verdict::kInconclusive || !finite(made.ratio.ci_low)) return "";
  if (launches_disagree(made.launch_low, made.launch_high, made.threshold)) {
    return fmt::format("launches disagree: {} to {}", significant(*made.launch_low), significant(*made.launch_high));
  }
  if (made.is_range && made.launches_to_decide) {
    return fmt::format("{} give an interval", counted(static_cast<std::uint64_t>(*made.launches_to_decide), "launch"));
  }
  return made.launches > 1 ? to_decide_text(made.launches_to_decide, "launch")
                           : to_decide_text(made.rounds_to_decide, "round");
}

std::string to_decide_text(Number needed, std::string_view noun) {
  if (!needed) return fmt::format("it lies on the bound, and more {} need not decide it", counted(2, noun).substr(2));
  return fmt::format("about {} would likely decide it", counted(static_cast<std::uint64_t>(*needed), noun));
}

}  // namespace ecsbench
