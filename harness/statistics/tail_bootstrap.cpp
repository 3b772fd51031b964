// Frames are sorted once; a drawing only says how often each of them counts.
#include "harness/statistics/tail_bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>

#include "harness/statistics/describe.hpp"
#include "harness/statistics/percentile.hpp"

namespace ecsbench::statistics {
namespace {

using Counts = std::vector<std::uint32_t>;  // one for each round

// How often each round was drawn.
void draw(Counts& drawn, AnyRound& any, std::mt19937_64& random) {
  std::fill(drawn.begin(), drawn.end(), 0);
  for (std::size_t turn = 0; turn < drawn.size(); ++turn) ++drawn[any(random)];
}

// The frames of all rounds in ascending order, each with its round; at every step-th of them, how many of each round come
// before.
//
//   times     5  5  5 | 5  6  7 | 9          before_   0 0 | 3 0 | 4 2 | 5 2      rounds 0 and 1
//   rounds    0  0  0 | 1  1  0 | 0                    place 0, step, 2 step, and the end
//
// Invariants
//   (1) times_ ascends, and rounds_ has its length;
//   (2) before_ holds, for each place 0, step_, 2 step_, ... and the end, one count for each round; the counts sum to the
//       place.
class OrderedFrames {
 public:
  explicit OrderedFrames(std::span<const std::vector<double>> rounds) : round_count_(rounds.size()) {
    std::vector<std::pair<double, std::uint32_t>> frames;
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      for (const double time : rounds[round]) frames.emplace_back(time, static_cast<std::uint32_t>(round));
    }
    std::sort(frames.begin(), frames.end());
    step_ = std::max({kLeastStep, round_count_, frames.size() / kMostMarks});
    Counts before(round_count_);
    for (std::size_t place = 0; place < frames.size(); ++place) {
      if (place % step_ == 0) before_.insert(before_.end(), before.begin(), before.end());
      times_.push_back(frames[place].first);
      rounds_.push_back(frames[place].second);
      ++before[frames[place].second];
    }
    before_.insert(before_.end(), before.begin(), before.end());
  }

  // How many frames were drawn.
  [[nodiscard]] std::uint64_t size(const Counts& drawn) const { return before(marks() - 1, drawn); }

  // Definition 7 (describe.hpp) over `size` frames drawn. REQUIRES: 0 < size == this->size(drawn)
  [[nodiscard]] double quantile(double share, std::uint64_t size, const Counts& drawn) const {
    const double position = static_cast<double>(size - 1) * share;
    const auto rank = static_cast<std::uint64_t>(position);
    const auto [place, left] = find(rank, static_cast<double>(rank) / static_cast<double>(size), drawn);
    const double part = position - std::floor(position);
    if (left > 1) return times_[place];
    return std::lerp(times_[place], times_[next(place, drawn)], part);
  }

  [[nodiscard]] double largest(const Counts& drawn) const {
    std::size_t place = times_.size() - 1;
    while (drawn[rounds_[place]] == 0) --place;
    return times_[place];
  }

  // The interval of a quantile if all frames were independent of each other: percentile.hpp.
  [[nodiscard]] std::optional<Interval> independent(double share, const Confidence& confidence) const {
    const auto ranks = quantile_ranks(times_.size(), share, confidence);
    if (!ranks) return std::nullopt;
    return Interval{times_[ranks->low - 1], times_[ranks->high - 1]};
  }

  [[nodiscard]] double median() const { return *statistics::median(times_); }

 private:
  static constexpr std::size_t kLeastStep = 16, kMostMarks = 256;  // a step costs about what a count of a mark does

  [[nodiscard]] std::size_t marks() const { return before_.size() / round_count_; }

  // How many drawn frames come before a mark.
  [[nodiscard]] std::uint32_t before(std::size_t mark, const Counts& drawn) const {
    const std::uint32_t* const counts = before_.data() + mark * round_count_;
    std::uint32_t sum = 0;
    for (std::size_t round = 0; round < round_count_; ++round) sum += counts[round] * drawn[round];
    return sum;
  }

  struct Found {
    std::size_t place;
    std::uint64_t left;  // how many of the copies of that frame have this rank or a higher one
  };

  // The frame that stands at this rank, from 0, when each counts as often as its round was drawn; looked for from about
  // `share` of all frames on, where it would stand had each round been drawn once.
  [[nodiscard]] Found find(std::uint64_t rank, double share, const Counts& drawn) const {
    std::size_t mark = static_cast<std::size_t>(share * static_cast<double>(times_.size())) / step_;
    std::uint64_t passed = before(mark, drawn);
    while (passed > rank) passed = before(--mark, drawn);
    for (std::uint64_t more = before(mark + 1, drawn); more <= rank; more = before(mark + 1, drawn)) {
      passed = more;
      ++mark;
    }
    std::size_t place = mark * step_;
    while (passed + drawn[rounds_[place]] <= rank) passed += drawn[rounds_[place++]];
    return {place, passed + drawn[rounds_[place]] - rank};
  }

  // The next frame of a round that was drawn; the same where there is none.
  [[nodiscard]] std::size_t next(std::size_t place, const Counts& drawn) const {
    for (std::size_t at = place + 1; at < times_.size(); ++at) {
      if (drawn[rounds_[at]] > 0) return at;
    }
    return place;
  }

  std::size_t round_count_;
  std::size_t step_ = kLeastStep;
  std::vector<double> times_;
  Counts rounds_, before_;
};

bool are_times(std::span<const std::vector<double>> rounds) {
  return std::all_of(rounds.begin(), rounds.end(), [](const std::vector<double>& round) {
    const auto is_time = [](double time) { return std::isfinite(time) && time > 0; };
    return !round.empty() && std::all_of(round.begin(), round.end(), is_time);
  });
}

// What each drawing gave.
struct Replicates {
  explicit Replicates(std::size_t count) : p95(count), p99(count), largest(count), p99_to_median(count) {}
  std::vector<double> p95, p99, largest, p99_to_median;
};

Replicates drawn_again(const OrderedFrames& frames, std::size_t rounds, const Confidence& confidence,
                       const Resampling& resampling) {
  Replicates replicates(replicates_drawn(resampling, confidence));
  std::mt19937_64 random(resampling.seed);
  AnyRound any(rounds);
  Counts drawn(rounds);
  for (std::size_t at = 0; at < replicates.p95.size(); ++at) {
    draw(drawn, any, random);
    const std::uint64_t size = frames.size(drawn);
    replicates.p95[at] = frames.quantile(0.95, size, drawn);
    replicates.p99[at] = frames.quantile(0.99, size, drawn);
    replicates.largest[at] = frames.largest(drawn);
    replicates.p99_to_median[at] = replicates.p99[at] / frames.quantile(0.5, size, drawn);
  }
  return replicates;
}

Interval around_both(const Interval& left, const Interval& right) {
  return {std::min(left.low, right.low), std::max(left.high, right.high)};
}

// The interval of the replicates, no narrower than that of as many independent frames; none where those are too few.
std::optional<Interval> supported(const Interval& replicates, const std::optional<Interval>& independent) {
  if (!independent) return std::nullopt;
  return around_both(replicates, *independent);
}

}  // namespace

std::optional<TailIntervals> tail_bootstrap(std::span<const std::vector<double>> rounds, const Confidence& confidence,
                                            const Resampling& resampling) {
  if (rounds.size() < rounds_needed(confidence) || !are_times(rounds)) return std::nullopt;
  const OrderedFrames frames(rounds);
  Replicates replicates = drawn_again(frames, rounds.size(), confidence, resampling);
  const double tail = expanded_tail(confidence.tail(), rounds.size());
  const auto interval = [tail](std::vector<double>& of) { return percentile_interval(std::move(of), tail); };

  const auto p99_alone = frames.independent(0.99, confidence);
  std::optional<Interval> against_median = p99_alone;
  if (against_median) against_median = {p99_alone->low / frames.median(), p99_alone->high / frames.median()};
  return TailIntervals{supported(interval(replicates.p95), frames.independent(0.95, confidence)),
                       supported(interval(replicates.p99), p99_alone), interval(replicates.largest),
                       supported(interval(replicates.p99_to_median), against_median)};
}

}  // namespace ecsbench::statistics
