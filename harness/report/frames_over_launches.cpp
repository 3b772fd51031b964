// Value by value over the launches; one that a launch lacks is lacking.
#include "harness/report/frames_over_launches.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "harness/report/text.hpp"
#include "harness/statistics/describe.hpp"

namespace ecsbench {
namespace {

using Entries = std::span<const CaseResult* const>;
using Frames = std::vector<const FrameResult*>;

template <class Read>
Number over_all(const Frames& frames, std::optional<double> (*statistic)(std::span<const double>), Read read) {
  std::vector<double> values;
  for (const FrameResult* frame : frames) {
    const auto value = finite(read(*frame));
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return statistic(values);
}

// The launches' range. Its point is in it, however it was made.
template <class Read>
Ends range_of(const Frames& frames, Number point, Read read) {
  const Number low = over_all(frames, statistics::minimum, [&](const FrameResult& one) { return read(one).ci_low; });
  const Number high = over_all(frames, statistics::maximum, [&](const FrameResult& one) { return read(one).ci_high; });
  if (!point || !low || !high) return {};
  return {std::min(*low, *point), std::max(*high, *point)};
}

void add_points(FrameResult& over, const Frames& frames) {
  const auto of = [&frames](Number FrameResult::*member, auto statistic) {
    return over_all(frames, statistic, [member](const FrameResult& one) { return one.*member; });
  };
  over.median = of(&FrameResult::median, statistics::median);
  over.mad = of(&FrameResult::mad, statistics::median);
  over.min = of(&FrameResult::min, statistics::minimum);
  over.p95 = of(&FrameResult::p95, statistics::median);
  over.p99 = of(&FrameResult::p99, statistics::median);
  over.max = of(&FrameResult::max, statistics::maximum);
  const auto ratio = [](const FrameResult& one) { return one.p99_to_p50.median; };
  over.p99_to_p50.median = over_all(frames, statistics::median, ratio);
}

void add_ranges(FrameResult& over, const Frames& frames) {
  over.p95_ends = range_of(frames, over.p95, [](const FrameResult& one) { return one.p95_ends; });
  over.p99_ends = range_of(frames, over.p99, [](const FrameResult& one) { return one.p99_ends; });
  over.max_ends = range_of(frames, over.max, [](const FrameResult& one) { return one.max_ends; });
  const auto ratio = [](const FrameResult& one) { return Ends{one.p99_to_p50.ci_low, one.p99_to_p50.ci_high}; };
  const Ends ends = range_of(frames, over.p99_to_p50.median, ratio);
  over.p99_to_p50.ci_low = ends.ci_low;
  over.p99_to_p50.ci_high = ends.ci_high;
}

// What a launch says of one budget; nothing where it says none.
OverBudgetResult at_budget(const FrameResult& frame, double budget_ms) {
  const auto is_it = [budget_ms](const OverBudgetResult& one) { return one.budget_ms == budget_ms; };
  const auto found = std::find_if(frame.over_budget.begin(), frame.over_budget.end(), is_it);
  return found == frame.over_budget.end() ? OverBudgetResult{budget_ms, {}, {}} : *found;
}

void add_budgets(FrameResult& over, const Frames& frames) {
  for (const OverBudgetResult& one : frames.front()->over_budget) {
    const auto at = [&one](const FrameResult& frame) { return at_budget(frame, one.budget_ms); };
    const auto share = over_all(frames, statistics::median, [&](const FrameResult& frame) { return at(frame).share; });
    if (!share) continue;
    const Ends ends = range_of(frames, share, [&](const FrameResult& frame) { return at(frame).ends; });
    over.over_budget.push_back({one.budget_ms, share, ends});
  }
}

std::optional<OutliersResult> all_outliers(const Frames& frames) {
  OutliersResult all;
  for (const FrameResult* frame : frames) {
    if (!frame->outliers) return std::nullopt;
    all.mild += frame->outliers->mild;
    all.severe += frame->outliers->severe;
    all.in_disturbed_rounds += frame->outliers->in_disturbed_rounds;
  }
  return all;
}

}  // namespace

FrameResult frames_over_launches(Entries entries) {
  Frames frames;
  for (const CaseResult* entry : entries) frames.push_back(&entry->frame_ns);
  FrameResult over;
  for (const FrameResult* frame : frames) over.group_size = std::max(over.group_size, frame->group_size);
  add_points(over, frames);
  add_ranges(over, frames);
  add_budgets(over, frames);
  over.outliers = all_outliers(frames);
  return over;
}

}  // namespace ecsbench
