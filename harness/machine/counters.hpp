// Counters: what the processor and the kernel count while a span of code runs, over perf_event_open(2).
//
//   group          events                                    read together, so that they tell of the same time
//   core           cycles, instructions, branch misses
//   near cache     first-level data misses
//   far cache      last-level misses
//   kernel         page faults, context switches, migrations
//
//   begin()  ...the span...  end()      totals += what was counted between; spans add up until take()
//
// Where the processor has fewer counters than are asked for, the kernel lets groups take turns: a group ran for a share
// of the time, and its counts are scaled by it (running / enabled, perf_event_open(2)). The share is told beside.
//
// Invariants  (1) an event that cannot be counted is absent, with the kernel's reason, and never 0;
//             (2) all groups count from open() on: a span costs two reads a group and no switching.
// Cost        begin, end: one system call a group, about a microsecond. Never inside a timed span.
//
// The kernel is asked through PerfKernel, so that a test can answer in its place: many guests have no counters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ecsbench {

enum class CounterEvent {
  kCycles,
  kInstructions,
  kBranchMisses,
  kL1dMisses,
  kLlcMisses,
  kPageFaults,
  kContextSwitches,
  kMigrations
};
inline constexpr std::size_t kCounterEvents = 8;

// "cycles", "instructions", "branch-misses", ...
[[nodiscard]] std::string_view name_of(CounterEvent event);
[[nodiscard]] std::optional<CounterEvent> counter_event(std::string_view name);
[[nodiscard]] bool is_hardware(CounterEvent event);
[[nodiscard]] std::span<const CounterEvent> all_counter_events();

// One group as the kernel reads it.
struct PerfReading {
  std::uint64_t enabled_ns = 0;  // since it was opened
  std::uint64_t running_ns = 0;  // of that, how long the processor really counted
  std::vector<std::uint64_t> values;
};

class PerfKernel {
 public:
  virtual ~PerfKernel() = default;
  // A descriptor that counts this thread (in user space, where the event happens there), or a negative errno. `leader` is that of the group, -1 to lead.
  virtual int open(CounterEvent event, int leader) = 0;
  // False where the kernel gives nothing.
  virtual bool read(int leader, std::size_t events, PerfReading& reading) = 0;
  virtual void close(int descriptor) = 0;
};

// The kernel that we run on.
[[nodiscard]] std::unique_ptr<PerfKernel> this_kernel();

// What was counted, scaled where groups took turns.
struct CounterTotals {
  std::array<std::optional<double>, kCounterEvents> counts;
  std::optional<double> share_counted;  // the smallest of the groups': 1 where none had to wait

  [[nodiscard]] const std::optional<double>& operator[](CounterEvent event) const {
    return counts[static_cast<std::size_t>(event)];
  }
};

class Counters {
 public:
  // Opens what can be opened of these; nothing throws.
  Counters(PerfKernel& kernel, std::span<const CounterEvent> wanted);
  Counters(const Counters&) = delete;
  Counters& operator=(const Counters&) = delete;
  ~Counters();

  [[nodiscard]] bool any() const { return !groups_.empty(); }
  [[nodiscard]] bool has(CounterEvent event) const;

  // Why hardware events that were wanted are not counted, in words; empty where all are.
  [[nodiscard]] std::string reason() const;

  // A begin() without an end() counts for nothing.
  void begin();
  void end();
  // The totals since the last take().
  [[nodiscard]] CounterTotals take();

 private:
  struct Group {
    std::vector<CounterEvent> events;
    std::vector<int> descriptors;  // the first leads
    PerfReading at_begin;
    PerfReading sum;  // over the spans
  };

  void open_group(std::span<const CounterEvent> members);
  void give_up(CounterEvent event, int error);

  PerfKernel& kernel_;
  std::vector<Group> groups_;
  std::vector<CounterEvent> refused_;
  int hardware_error_ = 0;  // errno of the first hardware event that was refused
  bool begun_ = false;
};

}  // namespace ecsbench
