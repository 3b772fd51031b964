#include "harness/commands/run/counting.hpp"

#include <algorithm>
#include <utility>

namespace ecsbench {
namespace {

void add(std::optional<double>& sum, const std::optional<double>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

}  // namespace

Counting::Counting(std::unique_ptr<PerfKernel> kernel, std::span<const CounterEvent> wanted, std::size_t contestants)
    : kernel_(std::move(kernel)), wanted_(!wanted.empty()), counters_(*kernel_, wanted), counted_(contestants) {}

void Counting::attach(Watch& watch) {
  if (!counters_.any()) return;
  watch.counting_begins = [this] { counters_.begin(); };
  watch.counting_ends = [this](std::size_t contestant, std::uint64_t frames) {
    counters_.end();
    keep(contestant, frames);
  };
}

void Counting::keep(std::size_t contestant, std::uint64_t frames) {
  const CounterTotals now = counters_.take();
  Counted& kept = counted_[contestant];
  for (std::size_t event = 0; event < kCounterEvents; ++event) add(kept.totals.counts[event], now.counts[event]);
  if (now.share_counted) {
    kept.totals.share_counted = std::min(kept.totals.share_counted.value_or(1), *now.share_counted);
  }
  kept.frames += frames;
}

CountersResult Counting::of(std::size_t contestant) const {
  const Counted& counted = counted_[contestant];
  const auto a_frame = [&](CounterEvent event) -> Number {
    const auto& total = counted.totals[event];
    if (!total || counted.frames == 0) return std::nullopt;
    return *total / static_cast<double>(counted.frames);
  };
  CountersResult result;
  result.cycles = a_frame(CounterEvent::kCycles);
  result.instructions = a_frame(CounterEvent::kInstructions);
  result.branch_misses = a_frame(CounterEvent::kBranchMisses);
  result.l1d_misses = a_frame(CounterEvent::kL1dMisses);
  result.llc_misses = a_frame(CounterEvent::kLlcMisses);
  result.page_faults = a_frame(CounterEvent::kPageFaults);
  result.context_switches = a_frame(CounterEvent::kContextSwitches);
  result.migrations = a_frame(CounterEvent::kMigrations);
  result.share_counted = counted.totals.share_counted;
  const auto events = all_counter_events();
  result.available = std::any_of(events.begin(), events.end(), [&](CounterEvent event) {
    return is_hardware(event) && counted.totals[event].has_value();
  });
  result.reason = wanted_ ? counters_.reason() : "counters are off";
  return result;
}

std::string why_not_counted(PerfKernel& kernel, std::span<const CounterEvent> wanted) {
  return Counters(kernel, wanted).reason();
}

}  // namespace ecsbench
