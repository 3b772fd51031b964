#include "harness/commands/run/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "harness/commands/run/sample_warnings.hpp"
#include "harness/report/block.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

// What may make numbers worthless comes first; what a reader may live with, last.
constexpr std::array<std::string_view, 23> kBySeriousness = {"W01", "W20", "W19", "W10", "W11", "W05", "W06", "W17",
                                                             "W18", "W02", "W22", "W14", "W09", "W08", "W12", "W16",
                                                             "W04", "W03", "W15", "W21", "W23", "W13", "W07"};

std::ptrdiff_t place_of(const Warning& warning) {
  return std::find(kBySeriousness.begin(), kBySeriousness.end(), warning.id) - kBySeriousness.begin();
}

// Whose frames are too short for the clock: those that are restored one by one cannot be timed in groups.
std::vector<Warning> warnings_of_the_clock(const Result& result) {
  constexpr double kMostOfAFrame = 0.01;
  std::vector<Warning> warnings;
  for (const CaseResult& measured : result.cases) {
    const auto frame = finite(measured.frame_ns.median), clock = finite(result.environment.clock_cost_ns);
    if (!frame || !clock) continue;
    const double timed_ns = *frame * static_cast<double>(measured.frame_ns.group_size);
    if (*clock <= kMostOfAFrame * timed_ns) continue;
    warnings.push_back({"W11", fmt::format("{} on {}, {}: the clock costs {:.0f} % of what it times ({:.0f} of {:.0f} "
                                           "ns): take more entities.",
                                           measured.strategy, measured.workload, counted(measured.entities, "entity"),
                                           *clock / timed_ns * 100, *clock, timed_ns)});
  }
  return warnings;
}

Number probed(const Result& result, std::string_view name) {
  for (const auto& [known, value] : result.probes) {
    if (known == name) return finite(value);
  }
  return std::nullopt;
}

std::optional<Warning> warning_of_the_frequency(const Result& result) {
  constexpr double kMost = 0.02;
  const Number before = probed(result, "core_ghz_before"), after = probed(result, "core_ghz_after");
  if (!before || !after || *before <= 0 || std::abs(*after / *before - 1) <= kMost) return std::nullopt;
  return Warning{"W22",
                 fmt::format("The core ran at {:.2f} GHz before the run and at {:.2f} after it: ratios are paired "
                             "by round and stand, times in ns are of no one frequency.",
                             *before, *after)};
}

// The values of the largest world that ran the workload, in bytes; 0 where nobody says.
double most_payload(const Result& result, std::string_view workload) {
  double most = 0;
  for (const Block& block : blocks_of(result)) {
    if (block.first().workload == workload) most = std::max(most, payload_bytes(block).value_or(0));
  }
  return most;
}

}  // namespace

std::vector<Warning> warnings_before(const ToolResult& tool, const EnvironmentResult& environment,
                                     std::optional<bool> on_battery) {
  std::vector<Warning> warnings;
  if (const auto alarm = build_alarm(tool)) warnings.push_back({"W01", *alarm});
  const auto load = finite(environment.load_before);
  if (load && *load > 0.5 * static_cast<double>(environment.cores)) {
    warnings.push_back({"W05", fmt::format("The machine was busy at the start (load {:.1f} on {}): "
                                           "stop what else runs and measure again.",
                                           *load, counted(environment.cores, "core"))});
  }
  const auto& governor = environment.governor;
  if (governor && *governor != "performance") {
    warnings.push_back({"W02", fmt::format("The processor is governed by '{}' and changes its speed: "
                                           "cpupower frequency-set -g performance holds it.",
                                           *governor)});
  }
  if (environment.boost.value_or(false)) {
    warnings.push_back({"W03",
                        "The processor boosts its clock while it is cool, and cannot keep it up: echo 0 | sudo tee "
                        "/sys/devices/system/cpu/cpufreq/boost holds it (intel_pstate: echo 1, no_turbo)."});
  }
  if (on_battery.value_or(false)) {
    warnings.push_back({"W18", "The computer runs on its battery and saves power: plug it in and measure again."});
  }
  const auto& guest = environment.hypervisor;
  if (guest && *guest != "none") {
    warnings.push_back({"W04", fmt::format("This is a virtual machine ({}): neighbours may disturb it; "
                                           "judge by the noise floor.",
                                           *guest)});
  }
  return warnings;
}

std::string counters_missing(const std::string& reason) {
  return fmt::format(
      "Not counted: {}. What must be touched is in the result file beside what was timed; --cache-model on "
      "models the misses.",
      reason);
}

std::vector<Warning> warnings_after(const Result& result) {
  std::vector<Warning> warnings = warnings_of_the_clock(result);
  for (const auto& [workload, control] : result.controls) {
    const auto low = finite(control.ci_low), high = finite(control.ci_high);
    if (!low || !high || (*low <= 1 && *high >= 1)) continue;
    warnings.push_back({"W10", fmt::format("On {} a strategy differs from its own copy (ratio {:.3f} to "
                                           "{:.3f}): differences of that size prove nothing there.",
                                           workload, *low, *high)});
  }
  if (const auto drift = warning_of_the_frequency(result)) warnings.push_back(*drift);
  for (Warning& warning : sample_warnings(result)) warnings.push_back(std::move(warning));
  return warnings;
}

std::optional<Warning> fitting_payload(const Result& result, const std::vector<WorkloadInfo>& workloads) {
  const CacheResult* const cache = last_cache(result.environment);
  if (cache == nullptr) return std::nullopt;
  std::vector<std::string> fitting;
  for (const WorkloadInfo& workload : workloads) {
    const double most = workload.is_about_misses ? most_payload(result, workload.name) : 0;
    if (most > 0 && most <= static_cast<double>(cache->size_bytes)) fitting.push_back(workload.name);
  }
  if (fitting.empty()) return std::nullopt;
  return Warning{"W23",
                 fmt::format("{}: all values fit L{} ({}), where what this is about, reading out of order, costs "
                             "little: --entities 4xL{} measures it from memory.",
                             fmt::join(fitting, ", "), cache->level, bytes_text(static_cast<double>(cache->size_bytes)),
                             cache->level)};
}

std::vector<Warning> to_be_said(std::vector<Warning> warnings, const std::vector<std::string>& muted,
                                std::string_view asked_for) {
  std::erase_if(warnings, [&](const Warning& warning) {
    return std::find(muted.begin(), muted.end(), warning.id) != muted.end();
  });
  std::stable_sort(warnings.begin(), warnings.end(),
                   [](const Warning& a, const Warning& b) { return place_of(a) < place_of(b); });
  std::stable_partition(warnings.begin(), warnings.end(),
                        [&](const Warning& warning) { return warning.id == asked_for; });
  return warnings;
}

}  // namespace ecsbench
