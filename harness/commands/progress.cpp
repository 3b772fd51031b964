#include "harness/commands/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "harness/report/text.hpp"
#include "harness/statistics/describe.hpp"

namespace ecsbench {
namespace {

constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);

// The first contestant's latest round: an estimate on its way.
std::string estimate_text(const Samples& samples, std::uint64_t matched) {
  if (samples.rounds == 0 || matched == 0) return "";
  const ContestantSamples& first = samples.contestants.front();
  const auto frame_ns = statistics::median(first.rounds[samples.rounds - 1].steady_ns);
  if (!frame_ns) return "";
  const double cost_ns = *frame_ns / static_cast<double>(matched);
  return fmt::format("{} {} ns per match", first.name, fixed(cost_ns, decimals_for({cost_ns})));
}

}  // namespace

ProgressLine::ProgressLine(const Console& console, std::size_t contests, bool verbose)
    : console_(console), contests_(contests), verbose_(verbose) {}

void ProgressLine::say_step(const Contest& contest, const std::string& step) {
  if (console_.draws_progress()) {
    draw(contest, {step});
  } else if (verbose_) {
    console_.say(fmt::format("[{}/{}] {}: {}", done_ + 1, contests_, contest.workload->name, step));
  }
}

void ProgressLine::observe(const Contest& contest, std::uint64_t matched, const Progress& progress) {
  if (!console_.draws_progress() || SteadyTime::now() - drawn_ < kBetweenDrawings) return;
  draw(contest, {fmt::format("round {}", progress.so_far.rounds), time_left(progress.share),
                 estimate_text(progress.so_far, matched)});
}

void ProgressLine::draw(const Contest& contest, const std::vector<std::string>& facts) {
  std::vector<std::string> all = {fmt::format("[{}/{}] {}", done_ + 1, contests_, contest.workload->name)};
  all.insert(all.end(), facts.begin(), facts.end());
  console_.draw_progress(join_facts(all, SIZE_MAX));
  drawn_ = SteadyTime::now();
}

std::string ProgressLine::time_left(double share) const {
  const double whole_share = (static_cast<double>(done_) + share) / static_cast<double>(contests_);
  if (whole_share <= 0) return "";
  const double elapsed_s = std::chrono::duration<double>(SteadyTime::now() - begin_).count();
  return fmt::format("{:.0f} s left", elapsed_s * (1 - whole_share) / whole_share);
}

void ProgressLine::finish(const std::vector<CaseResult>& cases) {
  ++done_;
  if (console_.draws_progress()) {
    console_.erase_progress();
    return;
  }
  for (const CaseResult& entry : cases) {
    const auto frame_ns = finite(entry.frame_ns.median);
    const std::string time = frame_ns ? fixed(*frame_ns / 1e6, 3) + " ms a frame" : "n/a";
    console_.say(fmt::format("[{}/{}] {}, {} entities, {}: {}", done_, contests_, entry.workload, entry.entities,
                             entry.strategy, time));
  }
}

}  // namespace ecsbench
