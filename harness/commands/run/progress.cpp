#include "harness/commands/run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "harness/report/file_comparison.hpp"
#include "harness/report/text.hpp"
#include "harness/statistics/describe.hpp"

namespace ecsbench {
namespace {

constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);

// The first contestant's latest round: an estimate on its way.
std::string estimate_text(const Samples& samples, const Work& work) {
  if (samples.rounds == 0) return "";
  const ContestantSamples& first = samples.contestants.front();
  const auto frame_ns = statistics::median(first.rounds[samples.rounds - 1].steady_ns);
  return frame_ns ? first.name + ' ' + cost_text(*frame_ns, work) : "";
}

}  // namespace

std::string time_text(double elapsed_ns) {
  constexpr std::array<std::pair<double, std::string_view>, 3> kUnits{{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}}};
  for (const auto& [size_ns, unit] : kUnits) {
    if (elapsed_ns >= 0.9995 * size_ns)
      return fmt::format("{} {}", significant(std::max(elapsed_ns / size_ns, 1.0)), unit);
  }
  return fmt::format("{} ns", significant(elapsed_ns));
}

std::string cost_text(double frame_ns, const Work& work) {
  const std::uint64_t count = work.per == "match" ? work.matched : work.operations;
  if (count == 0) return time_text(frame_ns) + " a frame";
  const double cost_ns = frame_ns / static_cast<double>(count);
  return fmt::format("{} ns per {}", fixed(cost_ns, decimals_for({cost_ns})), work.per);
}

std::string finished_text(const CaseResult& entry) {
  const auto frame_ns = finite(entry.frame_ns.median);
  return fmt::format("{}: {}", key_text(key_of(entry)), frame_ns ? time_text(*frame_ns) + " a frame" : "n/a");
}

ProgressLine::ProgressLine(const Console& console, std::size_t contests, bool verbose)
    : console_(console), contests_(contests), verbose_(verbose) {}

void ProgressLine::say_step(const Contest& contest, const std::string& step) {
  if (console_.draws_progress()) {
    draw(contest, {step});
  } else if (verbose_) {
    console_.say(fmt::format("[{}/{}] {}: {}", done_ + 1, contests_, contest.workload->name, step));
  }
}

void ProgressLine::observe(const Contest& contest, const Work& work, const Progress& progress) {
  if (!console_.draws_progress() || SteadyTime::now() - drawn_ < kBetweenDrawings) return;
  draw(contest, {fmt::format("round {}", progress.so_far.rounds), time_left(progress.share),
                 estimate_text(progress.so_far, work)});
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
    console_.say(fmt::format("[{}/{}] {}", done_, contests_, finished_text(entry)));
  }
}

}  // namespace ecsbench
