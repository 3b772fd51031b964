#include "harness/machine/counters.hpp"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace ecsbench {
namespace {

constexpr std::uint64_t cache_event(std::uint64_t cache, std::uint64_t operation, std::uint64_t result) {
  return cache | operation << 8U | result << 16U;
}

struct EventRow {
  CounterEvent event;
  std::string_view name;
  std::size_t group;
  std::uint32_t type;
  std::uint64_t config;
};

constexpr std::uint64_t kL1dMiss =
    cache_event(PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS);
constexpr std::array<EventRow, kCounterEvents> kRows{{
    {CounterEvent::kCycles, "cycles", 0, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {CounterEvent::kInstructions, "instructions", 0, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {CounterEvent::kBranchMisses, "branch-misses", 0, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {CounterEvent::kL1dMisses, "l1d-misses", 1, PERF_TYPE_HW_CACHE, kL1dMiss},
    {CounterEvent::kLlcMisses, "llc-misses", 2, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {CounterEvent::kPageFaults, "page-faults", 3, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {CounterEvent::kContextSwitches, "context-switches", 3, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {CounterEvent::kMigrations, "migrations", 3, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
}};
constexpr std::size_t kGroups = 4;

const EventRow& row_of(CounterEvent event) {
  return kRows[static_cast<std::size_t>(event)];
}

// Switches and migrations happen inside the kernel: left out, they would count as 0.
bool happens_in_the_kernel(CounterEvent event) {
  return event == CounterEvent::kContextSwitches || event == CounterEvent::kMigrations;
}

class LinuxKernel final : public PerfKernel {
 public:
  int open(CounterEvent event, int leader) override {
    const EventRow& row = row_of(event);
    perf_event_attr wanted{};
    wanted.size = sizeof wanted;
    wanted.type = row.type;
    wanted.config = row.config;
    wanted.exclude_kernel = happens_in_the_kernel(event) ? 0 : 1;
    wanted.exclude_hv = 1;
    wanted.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    constexpr int kThisThread = 0, kAnyProcessor = -1;
    const long opened =
        ::syscall(SYS_perf_event_open, &wanted, kThisThread, kAnyProcessor, leader, PERF_FLAG_FD_CLOEXEC);
    return opened >= 0 ? static_cast<int>(opened) : -errno;
  }

  // The layout of PERF_FORMAT_GROUP: number of events, time enabled, time running, a value each.
  bool read(int leader, std::size_t events, PerfReading& reading) override {
    std::array<std::uint64_t, 3 + kCounterEvents> words{};
    const std::size_t bytes = (3 + events) * sizeof(std::uint64_t);
    if (::read(leader, words.data(), bytes) != static_cast<ssize_t>(bytes) || words[0] != events) return false;
    reading.enabled_ns = words[1];
    reading.running_ns = words[2];
    reading.values.assign(words.begin() + 3, words.begin() + 3 + static_cast<std::ptrdiff_t>(events));
    return true;
  }

  void close(int descriptor) override { ::close(descriptor); }
};

std::string paranoia() {
  std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
  std::string level;
  return std::getline(file, level) ? level : "unknown";
}

void subtract(PerfReading& from, const PerfReading& earlier) {
  from.enabled_ns -= earlier.enabled_ns;
  from.running_ns -= earlier.running_ns;
  for (std::size_t at = 0; at < from.values.size(); ++at) from.values[at] -= earlier.values[at];
}
void add(PerfReading& to, const PerfReading& more) {
  to.enabled_ns += more.enabled_ns;
  to.running_ns += more.running_ns;
  to.values.resize(more.values.size());
  for (std::size_t at = 0; at < more.values.size(); ++at) to.values[at] += more.values[at];
}

}  // namespace

std::string_view name_of(CounterEvent event) {
  return row_of(event).name;
}

std::optional<CounterEvent> counter_event(std::string_view name) {
  for (const EventRow& row : kRows) {
    if (row.name == name) return row.event;
  }
  return std::nullopt;
}

bool is_hardware(CounterEvent event) {
  return row_of(event).type != PERF_TYPE_SOFTWARE;
}

std::span<const CounterEvent> all_counter_events() {
  static constexpr auto kAll = [] {
    std::array<CounterEvent, kCounterEvents> all{};
    for (std::size_t at = 0; at < all.size(); ++at) all[at] = kRows[at].event;
    return all;
  }();
  return kAll;
}

std::unique_ptr<PerfKernel> this_kernel() {
  return std::make_unique<LinuxKernel>();
}

Counters::Counters(PerfKernel& kernel, std::span<const CounterEvent> wanted) : kernel_(kernel) {
  for (std::size_t group = 0; group < kGroups; ++group) {
    std::vector<CounterEvent> members;
    for (const CounterEvent event : wanted) {
      if (row_of(event).group == group) members.push_back(event);
    }
    open_group(members);
  }
}

Counters::~Counters() {
  for (const Group& group : groups_) {
    for (const int descriptor : group.descriptors) kernel_.close(descriptor);
  }
}

void Counters::open_group(std::span<const CounterEvent> members) {
  Group group;
  for (const CounterEvent event : members) {
    const int opened = kernel_.open(event, group.descriptors.empty() ? -1 : group.descriptors.front());
    if (opened < 0) {
      give_up(event, -opened);
    } else {
      group.events.push_back(event);
      group.descriptors.push_back(opened);
    }
  }
  if (!group.events.empty()) groups_.push_back(std::move(group));
}

void Counters::give_up(CounterEvent event, int error) {
  refused_.push_back(event);
  if (is_hardware(event) && hardware_error_ == 0) hardware_error_ = error;
}

bool Counters::has(CounterEvent event) const {
  return std::any_of(groups_.begin(), groups_.end(), [&](const Group& group) {
    return std::find(group.events.begin(), group.events.end(), event) != group.events.end();
  });
}

std::string Counters::reason() const {
  std::string names;
  for (const CounterEvent event : refused_) {
    if (is_hardware(event)) names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(event));
  }
  switch (hardware_error_) {
    case 0:
      return "";
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
    case ENXIO:
      return fmt::format("this machine does not offer {} (as on many virtual machines)", names);
    case EACCES:
    case EPERM:
      return fmt::format(
          "the kernel does not allow {} (kernel.perf_event_paranoid is {}; 2 or less lets a user count his own "
          "programs)",
          names, paranoia());
    case ENOSYS:
      return fmt::format("the kernel knows no perf_event_open, so there is no {}", names);
    default:
      return fmt::format("the kernel refuses {} ({})", names, std::strerror(hardware_error_));
  }
}

void Counters::begin() {
  begun_ = true;
  for (Group& group : groups_) {
    if (!kernel_.read(group.descriptors.front(), group.events.size(), group.at_begin)) begun_ = false;
  }
}

void Counters::end() {
  if (!std::exchange(begun_, false)) return;
  for (Group& group : groups_) {
    PerfReading now;
    if (!kernel_.read(group.descriptors.front(), group.events.size(), now)) continue;
    subtract(now, group.at_begin);
    add(group.sum, now);
  }
}

CounterTotals Counters::take() {
  CounterTotals totals;
  for (Group& group : groups_) {
    const PerfReading sum = std::exchange(group.sum, {});
    if (sum.running_ns == 0) continue;  // it never had its turn: nothing is known
    const double share = static_cast<double>(sum.running_ns) / static_cast<double>(sum.enabled_ns);
    totals.share_counted = std::min(totals.share_counted.value_or(1), share);
    for (std::size_t at = 0; at < group.events.size(); ++at) {
      totals.counts[static_cast<std::size_t>(group.events[at])] = static_cast<double>(sum.values[at]) / share;
    }
  }
  return totals;
}

}  // namespace ecsbench
