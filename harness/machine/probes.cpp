// The kernels, each timed by fastest_pass_ns.
#include "harness/machine/probes.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <random>
#include <utility>
#include <vector>

namespace ecsbench {
namespace {

using SteadyTime = std::chrono::steady_clock;

constexpr std::size_t kLineBytes = 64;
constexpr std::size_t kHugePageBytes = std::size_t{2} << 20U;
constexpr double kFactor = 0.016;
constexpr std::size_t kReadsPerPass = 4096;  // short, so that some passes are disturbed by nobody

// Memory with huge pages advised where they would fit.
class ProbeMemory {
 public:
  explicit ProbeMemory(std::size_t size_bytes)
      : begin_(static_cast<std::byte*>(::operator new(size_bytes, kAlignment))) {
    if (size_bytes >= kHugePageBytes) madvise(begin_, size_bytes, MADV_HUGEPAGE);
  }
  ProbeMemory(const ProbeMemory&) = delete;
  ProbeMemory& operator=(const ProbeMemory&) = delete;
  ~ProbeMemory() { ::operator delete(begin_, kAlignment); }

  [[nodiscard]] std::byte* begin() { return begin_; }

 private:
  static constexpr std::align_val_t kAlignment{kHugePageBytes};
  std::byte* begin_;
};

// Equal parts of one piece of memory. The parts start some lines apart from equal offsets within a page: a
// load that shares its low twelve address bits with a store just before waits for it.
class Parts {
 public:
  Parts(std::uint64_t working_set_bytes, std::size_t parts)
      : bytes_(working_set_bytes / parts / kLineBytes * kLineBytes), memory_(parts * (bytes_ + kGapBytes)) {}

  [[nodiscard]] double* operator[](std::size_t part) {
    return reinterpret_cast<double*>(memory_.begin() + part * (bytes_ + kGapBytes));
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t values() const { return bytes_ / sizeof(double); }

  void fill(std::size_t part) { std::fill_n((*this)[part], values(), 1.0); }

 private:
  static constexpr std::size_t kGapBytes = 5 * kLineBytes;
  std::size_t bytes_;
  ProbeMemory memory_;
};

std::uint64_t held_to_range(std::uint64_t working_set_bytes) {
  return std::clamp(working_set_bytes, kSmallestProbeBytes, kLargestProbeBytes);
}

// The compiler must assume that everything in memory was read and changed here.
void forget_memory(void* touched) {
  asm volatile("" : : "r"(touched) : "memory");
}

// The compiler must assume that somebody wants it.
void forget_value(std::uintptr_t wanted) {
  asm volatile("" : : "r"(wanted));
}

double elapsed_ns(SteadyTime::time_point begin) {
  return std::chrono::duration<double, std::nano>(SteadyTime::now() - begin).count();
}

template <std::invocable Pass>
double group_ns(Pass& pass, std::uint64_t passes) {
  const auto begin = SteadyTime::now();
  for (std::uint64_t i = 0; i < passes; ++i) pass();
  return elapsed_ns(begin);
}

// The fastest pass in about 10 ms. Passes shorter than 50 us are timed in groups as long as that,
// so that the clock's own cost, some 30 ns, does not show.
template <std::invocable Pass>
double fastest_pass_ns(Pass pass) {
  constexpr double kGroupNs = 50e3;
  constexpr double kBudgetNs = 10e6;
  constexpr int kFewestGroups = 2;
  std::uint64_t passes = 1;
  while (group_ns(pass, passes) < kGroupNs) passes *= 2;

  double fastest_ns = std::numeric_limits<double>::infinity();
  const auto begin = SteadyTime::now();
  for (int groups = 0; groups < kFewestGroups || elapsed_ns(begin) < kBudgetNs; ++groups) {
    fastest_ns = std::min(fastest_ns, group_ns(pass, passes) / static_cast<double>(passes));
  }
  return fastest_ns;
}

// Additions that wait for each other: the compiler may not make one of them.
template <std::size_t kMany>
[[gnu::always_inline]] inline void add_one_by_one(std::uint64_t& sum) {
  sum += 1;
  asm volatile("" : "+r"(sum));
  if constexpr (kMany > 1) add_one_by_one<kMany - 1>(sum);
}

// One 64 B line that leads to the next.
struct alignas(kLineBytes) Line {
  Line* next;
};

// Links all lines into one cycle in random order. Sattolo's algorithm: a shuffle in which no element may swap with
// itself has a single cycle. S. Sattolo, Information Processing Letters 22 (1986).
void link_in_random_cycle(Line* lines, std::size_t count) {
  constexpr std::uint64_t kSeed = 42;
  std::mt19937_64 random(kSeed);
  for (std::size_t i = 0; i < count; ++i) new (lines + i) Line{lines + i};
  for (std::size_t i = count - 1; i > 0; --i) std::swap(lines[i].next, lines[random() % i].next);
}

}  // namespace

double triad_gb_per_s(std::uint64_t working_set_bytes) {
  Parts parts(held_to_range(working_set_bytes), 3);
  for (std::size_t part = 0; part < 3; ++part) parts.fill(part);
  const double pass_ns = fastest_pass_ns([&, n = parts.values()] {
    double* a = parts[0];
    const double* b = parts[1];
    const double* c = parts[2];
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + kFactor * c[i];
    forget_memory(a);
  });
  return static_cast<double>(3 * parts.bytes()) / pass_ns;
}

double update_gb_per_s(std::uint64_t working_set_bytes) {
  Parts parts(held_to_range(working_set_bytes), 2);
  for (std::size_t part = 0; part < 2; ++part) parts.fill(part);
  const double pass_ns = fastest_pass_ns([&, n = parts.values()] {
    double* a = parts[0];
    const double* b = parts[1];
    for (std::size_t i = 0; i < n; ++i) a[i] += kFactor * b[i];
    forget_memory(a);
  });
  return static_cast<double>(3 * parts.bytes()) / pass_ns;
}

double copy_gb_per_s(std::uint64_t working_set_bytes) {
  Parts parts(held_to_range(working_set_bytes), 2);
  for (std::size_t part = 0; part < 2; ++part) parts.fill(part);
  const double pass_ns = fastest_pass_ns([&] {
    std::memcpy(parts[0], parts[1], parts.bytes());
    forget_memory(parts[0]);
  });
  return static_cast<double>(2 * parts.bytes()) / pass_ns;
}

double ceiling_gb_per_s(std::uint64_t working_set_bytes) {
  return std::max(triad_gb_per_s(working_set_bytes), update_gb_per_s(working_set_bytes));
}

double random_read_ns(std::uint64_t working_set_bytes) {
  const auto count = static_cast<std::size_t>(held_to_range(working_set_bytes)) / kLineBytes;
  ProbeMemory memory(count * sizeof(Line));
  auto* lines = reinterpret_cast<Line*>(memory.begin());
  link_in_random_cycle(lines, count);
  const double pass_ns = fastest_pass_ns([at = lines]() mutable {
    for (std::size_t i = 0; i < kReadsPerPass; ++i) at = at->next;
    forget_memory(at);
  });
  return pass_ns / static_cast<double>(kReadsPerPass);
}

double random_reads_ns(std::uint64_t working_set_bytes) {
  const auto count = static_cast<std::size_t>(held_to_range(working_set_bytes)) / kLineBytes;
  ProbeMemory memory(count * sizeof(Line));
  auto* lines = reinterpret_cast<Line*>(memory.begin());
  link_in_random_cycle(lines, count);
  std::vector<std::uint32_t> order(count);  // where each line leads to: every line once, at random
  for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(lines[i].next - lines);
  const std::size_t reads = std::min(kReadsPerPass, count);
  const double pass_ns = fastest_pass_ns([&, first = std::size_t{0}]() mutable {
    if (first + reads > count) first = 0;
    std::uintptr_t sum = 0;
    for (std::size_t i = first; i < first + reads; ++i) sum += reinterpret_cast<std::uintptr_t>(lines[order[i]].next);
    forget_value(sum);
    first += reads;
  });
  return pass_ns / static_cast<double>(reads);
}

double core_ghz() {
  constexpr std::size_t kAdditions = std::size_t{1} << 16U;
  constexpr std::size_t kUnrolled = 64;
  const double pass_ns = fastest_pass_ns([sum = std::uint64_t{0}]() mutable {
    for (std::size_t i = 0; i < kAdditions / kUnrolled; ++i) add_one_by_one<kUnrolled>(sum);
  });
  return static_cast<double>(kAdditions) / pass_ns;
}

}  // namespace ecsbench
