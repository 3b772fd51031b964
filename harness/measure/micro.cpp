// The adapter: families become registered benchmarks, what the library reports becomes points.
//
//   MicroRun      the worlds, what ended the run, the points
//   FrameMemory   the library's memory manager: allocations of frames alone
//   Collector     the library's reporter: hands on to its own JSON reporter and to MicroRun
//
// Nothing may be thrown through the library: a fault is kept, the benchmarks that are left do nothing, and run_micro()
// throws it.
#include "harness/measure/micro.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "harness/measure/clock.hpp"
#include "harness/measure/verify.hpp"

namespace ecsbench {
namespace {

constexpr double kNanosecond = 1e-9;
constexpr double kLeastSpanNs = 20'000;  // between two readings of the clock, where frames may be run together
constexpr double kMostGrouped = 100'000;
constexpr double kSecondsOfNothing = 1e9;  // enough for any --benchmark_min_time: no more iterations are asked for

// Each flag that matters has its value here, so that one run says nothing about the next. The library's time of a
// repetition is a mean, which takes in whatever interrupted it: of many short ones most are not, and so the median is not.
// On a guest with five times the load it has processors for, one of 50 ms read 2.6 times as long.
constexpr const char* kDefaultFlags[] = {"--benchmark_min_time=0.001", "--benchmark_min_warmup_time=0",
                                         "--benchmark_repetitions=15", "--benchmark_report_aggregates_only=false",
                                         "--benchmark_enable_random_interleaving=false"};

// The library would count between Start and Stop, restoring included; frames are counted instead.
class FrameMemory : public benchmark::MemoryManager {
 public:
  explicit FrameMemory(std::function<HeapReading()> heap) : heap_(std::move(heap)) {}

  // Release 1.7 calls the one Stop and 1.8 has only the other: no `override` suits both.
  // NOLINTBEGIN(modernize-use-override)
  void Start() { is_counting_ = true; }
  void Stop(Result* result) { Stop(*result); }
  void Stop(Result& result) {
    is_counting_ = false;
    result.num_allocs = static_cast<std::int64_t>(allocations_);
    result.max_bytes_used = held_bytes_;
  }
  // NOLINTEND(modernize-use-override)

  [[nodiscard]] bool is_counting() const { return is_counting_; }

  // Another world: none of its frames was counted.
  void begin() {
    frames_ = 0;
    allocations_ = 0;
    held_bytes_ = 0;
  }
  [[nodiscard]] bool has_counted() const { return frames_ > 0; }

  void count(Trial& trial) {
    const HeapReading before = heap_();
    trial.run(1);
    const HeapReading after = heap_();
    ++frames_;
    allocations_ += after.allocations - before.allocations;
    const auto held = static_cast<std::int64_t>(after.live_bytes) - static_cast<std::int64_t>(before.live_bytes);
    held_bytes_ = std::max(held_bytes_, held);
  }

  [[nodiscard]] double allocations_a_frame() const {
    return static_cast<double>(allocations_) / static_cast<double>(std::max<std::uint64_t>(frames_, 1));
  }
  [[nodiscard]] double held_bytes() const { return static_cast<double>(held_bytes_); }

 private:
  std::function<HeapReading()> heap_;
  bool is_counting_ = false;
  std::uint64_t frames_ = 0, allocations_ = 0;
  std::int64_t held_bytes_ = 0;
};

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

class MicroRun {
 public:
  MicroRun(const std::vector<MicroFamily>& families, const MicroSettings& settings)
      : families_(families), settings_(settings), memory_(settings.heap) {
    for (const MicroFamily& family : families) points_.emplace_back(family.entities.size());
  }

  // What a registered benchmark does. `size` counts within the family.
  void measure(benchmark::State& state, std::size_t family, std::size_t size) {
    state.SetComplexityN(static_cast<std::int64_t>(families_[family].entities[size]));
    note_stop();
    try {
      if (!is_over()) measure_frames(state, family, size);
    } catch (...) {
      fault_ = std::current_exception();
    }
    if (is_over()) let_pass(state);
  }

  // What the library reports of one size. False: it is not to be kept.
  [[nodiscard]] bool take(const std::vector<benchmark::BenchmarkReporter::Run>& runs) {
    try {
      if (!is_over() && !runs.empty()) add(runs);
    } catch (...) {
      fault_ = std::current_exception();
    }
    return !is_over();
  }

  // Throws what went wrong.
  void finish() {
    benchmark::RegisterMemoryManager(nullptr);
    if (!fault_) release();
    if (fault_) std::rethrow_exception(fault_);
  }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }

 private:
  struct Held {
    std::size_t family = 0, size = 0;
    friend bool operator==(const Held&, const Held&) = default;
  };
  struct Point {
    std::optional<MicroPoint> timed;
    double operations = 1;  // of a frame
    std::optional<double> allocations, held_bytes;
  };

  [[nodiscard]] bool is_over() const { return fault_ || is_stopped_; }
  void note_stop() { is_stopped_ = is_stopped_ || (settings_.stop && settings_.stop()); }

  void measure_frames(benchmark::State& state, std::size_t family, std::size_t size) {
    use_memory(families_[family].counts_memory);
    hold(family, size);
    memory_.is_counting() ? count_frames(state) : time_frames(state);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(work_.operations));
  }

  // Does the iterations that are left of a benchmark whose time nobody will keep. SkipWithError is no way: release 1.7.1
  // looks for the first run of a family, without asking whether it has one, when all of them were skipped.
  static void let_pass(benchmark::State& state) {
    while (state.KeepRunning()) state.SetIterationTime(kSecondsOfNothing);
  }

  // The library asks for its memory manager after a benchmark was timed.
  void use_memory(bool counts) {
    if (!memory_.is_counting()) benchmark::RegisterMemoryManager(counts && settings_.heap ? &memory_ : nullptr);
  }

  void hold(std::size_t family, std::size_t size) {
    if (trial_ && held_ == Held{family, size}) return;
    release();
    const MicroFamily& wanted = families_[family];
    const Params params{wanted.entities[size], settings_.seed, 1, {}};
    if (settings_.on_begin) settings_.on_begin(family, params.entities);
    const std::unique_ptr<Trial> reference = wanted.reference->make(params);
    reference->build();
    trial_ = wanted.entry->make(params);
    trial_->build();
    const Contestant contestant{wanted.entry->strategy, trial_.get()};
    (void)verify_all({std::string(kReferenceName), reference.get()}, {&contestant, 1}, wanted.entry->workload,
                     params.entities);
    held_ = {family, size};
    memory_.begin();
    work_ = trial_->work();
    points_[family][size].operations = static_cast<double>(work_.operations);
    grouped_ = frames_between_readings();
  }

  // A timed world is asked whether it is still right, and goes.
  void release() {
    if (!trial_) return;
    const std::unique_ptr<Trial> trial = std::move(trial_);
    const Case& entry = *families_[held_.family].entry;
    const Contestant contestant{entry.strategy, trial.get()};
    check_all({&contestant, 1}, entry.workload);
  }

  [[nodiscard]] std::uint64_t timed_ns(std::uint64_t frames) {
    const SteadyClock clock;
    const std::uint64_t begin = clock.now_ns();
    trial_->run(frames);
    return clock.now_ns() - begin;
  }

  [[nodiscard]] std::int64_t frames_between_readings() {
    if (work_.is_restored) return 1;
    (void)timed_ns(1);
    const double frame_ns = std::max(static_cast<double>(timed_ns(1)), 1.0);
    return static_cast<std::int64_t>(std::clamp(std::ceil(kLeastSpanNs / frame_ns), 1.0, kMostGrouped));
  }

  // Ends early, with iterations left, where the run is stopped.
  void time_frames(benchmark::State& state) {
    while (state.KeepRunningBatch(grouped_)) {
      trial_->prepare();
      state.SetIterationTime(kNanosecond * static_cast<double>(timed_ns(static_cast<std::uint64_t>(grouped_))));
      note_stop();
      if (is_stopped_) return;
    }
  }

  // Once for each world: the library asks after each repetition.
  void count_frames(benchmark::State& state) {
    const bool is_known = memory_.has_counted();
    while (state.KeepRunning()) {
      if (is_known) continue;
      trial_->prepare();
      memory_.count(*trial_);
    }
    Point& point = points_[held_.family][held_.size];
    point.allocations = memory_.allocations_a_frame();
    point.held_bytes = memory_.held_bytes();
  }

  void add(const std::vector<benchmark::BenchmarkReporter::Run>& runs) {
    using Run = benchmark::BenchmarkReporter::Run;
    const auto family = static_cast<std::size_t>(runs.front().family_index);
    const auto size = static_cast<std::size_t>(runs.front().per_family_instance_index);
    if (points_[family][size].timed) return;   // aggregates come after the repetitions, by a call of their own
    std::vector<double> repetitions, medians;  // of a frame, in seconds; medians alone where only aggregates come
    for (const Run& run : runs) {
      if (run.report_big_o || run.report_rms || run.iterations == 0) continue;
      const double frame_s = run.real_accumulated_time / static_cast<double>(run.iterations);
      if (run.run_type == Run::RT_Iteration) repetitions.push_back(frame_s);
      if (run.aggregate_name == "median") medians.push_back(frame_s);
    }
    if (repetitions.empty()) repetitions = medians;
    if (repetitions.empty()) return;
    const bool is_held = trial_ && held_ == Held{family, size};
    if (is_held) release();
    complete(family, size, median_of(repetitions) / kNanosecond);
  }

  void complete(std::size_t family, std::size_t size, double frame_ns) {
    std::vector<Point>& points = points_[family];
    const MicroFamily& done = families_[family];
    Point& point = points[size];
    point.timed = MicroPoint{done.entities[size], frame_ns / point.operations, point.allocations, point.held_bytes};
    if (!std::all_of(points.begin(), points.end(), [](const Point& one) { return one.timed.has_value(); })) return;
    std::vector<MicroPoint> all;
    for (const Point& one : points) all.push_back(*one.timed);
    if (settings_.on_family) settings_.on_family(family, all);
  }

  const std::vector<MicroFamily>& families_;
  const MicroSettings& settings_;
  FrameMemory memory_;
  std::vector<std::vector<Point>> points_;  // by family and size
  std::unique_ptr<Trial> trial_;            // the world held; may be none
  Held held_;
  Work work_;
  std::int64_t grouped_ = 1;
  std::exception_ptr fault_;
  bool is_stopped_ = false;
};

// No console of the library's own: it would print a table of its own and warn of how the package was built.
class Collector : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(MicroRun& run) : run_(run) { json_.SetOutputStream(&text_); }

  bool ReportContext(const Context& context) override { return json_.ReportContext(context); }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (run_.take(runs)) json_.ReportRuns(runs);
  }
  void Finalize() override { json_.Finalize(); }

  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  MicroRun& run_;
  benchmark::JSONReporter json_;
  std::ostringstream text_;
};

// The library sees words that we made, never those of the command line: it would take --help and end the program.
void set_flags(const std::vector<std::string>& flags) {
  static char program[] = "ecsbench micro";  // whose address the library keeps
  std::vector<std::string> words(std::begin(kDefaultFlags), std::end(kDefaultFlags));
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> pointers{program};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(words.size()) + 1;
  benchmark::Initialize(&count, pointers.data());
  if (count > 1) throw std::invalid_argument(fmt::format("{}: Google Benchmark does not take this.", pointers[1]));
}

void register_family(MicroRun& run, const MicroFamily& family, std::size_t number) {
  const auto measure = [&run, &family, number](benchmark::State& state) {
    const auto at = std::find(family.entities.begin(), family.entities.end(), state.range(0));
    run.measure(state, number, static_cast<std::size_t>(at - family.entities.begin()));
  };
  auto* const registered = benchmark::RegisterBenchmark(family.name.c_str(), measure);
  for (const std::uint64_t entities : family.entities) registered->Arg(static_cast<std::int64_t>(entities));
  registered->UseManualTime()->Complexity(benchmark::oAuto);
}

}  // namespace

MicroOutcome run_micro(const std::vector<MicroFamily>& families, const MicroSettings& settings) {
  set_flags(settings.flags);
  for (const auto& [name, value] : settings.context) benchmark::AddCustomContext(name, value);
  MicroRun run(families, settings);
  benchmark::ClearRegisteredBenchmarks();
  for (std::size_t number = 0; number < families.size(); ++number) register_family(run, families[number], number);
  Collector collector(run);
  benchmark::RunSpecifiedBenchmarks(&collector, ".");
  benchmark::ClearRegisteredBenchmarks();
  run.finish();
  return {!run.is_stopped(), collector.text()};
}

}  // namespace ecsbench
