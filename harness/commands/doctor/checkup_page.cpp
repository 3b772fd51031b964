#include "harness/commands/doctor/checkup_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/commands/doctor/advice.hpp"
#include "harness/machine/probes.hpp"
#include "harness/report/block.hpp"
#include "harness/report/finding.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kLabelWidth = 15, kIdWidth = 5;
constexpr std::string_view kUnknown = "unknown";

// A fact, and the ids of warnings that may come of it.
struct Fact {
  std::string_view label;
  std::string value;
  std::vector<std::string_view> ids = {};
};

std::string or_unknown(const std::optional<std::string>& text) {
  return text && !text->empty() ? *text : std::string(kUnknown);
}

std::string build_text(const ToolResult& tool) {
  const std::string checked = tool.sanitizers.empty() ? "" : ", sanitizer " + tool.sanitizers;
  return fmt::format("{}, assertions {}{}, {}", tool.build_type.empty() ? "build type unknown" : tool.build_type,
                     tool.assertions ? "on" : "off", checked, tool.compiler);
}

std::string processor_text(const EnvironmentResult& machine) {
  const std::string name = machine.cpu_model.empty() ? "unknown" : machine.cpu_model;
  return machine.cores == 0 ? name : fmt::format("{}, {}", name, counted(machine.cores, "core"));
}

std::string guest_text(const EnvironmentResult& machine) {
  const auto& guest = machine.hypervisor;
  if (!guest) return std::string(kUnknown);
  return *guest == "none" ? "bare metal" : fmt::format("a virtual guest ({})", *guest);
}

// Caches and what is laid out for them come in powers of two.
std::string binary_text(std::uint64_t bytes) {
  constexpr double kKibi = 1024, kMebi = kKibi * kKibi;
  const auto size = static_cast<double>(bytes);
  return size >= kMebi ? plain(size / kMebi) + " MiB" : plain(size / kKibi) + " KiB";
}

std::string caches_text(const EnvironmentResult& machine) {
  std::vector<std::string> parts;
  for (const CacheResult& cache : machine.caches) {
    const std::string_view kind = cache.type == "Data" ? "d" : cache.type == "Instruction" ? "i" : "";
    parts.push_back(fmt::format("L{}{} {}", cache.level, kind, binary_text(cache.size_bytes)));
  }
  return parts.empty() ? std::string(kUnknown) : fmt::format("{}", fmt::join(parts, " · "));
}

std::string power_text(std::optional<bool> on_battery) {
  if (!on_battery) return std::string(kUnknown);
  return *on_battery ? "battery" : "mains";
}

std::string boost_text(std::optional<bool> boost) {
  if (!boost) return std::string(kUnknown);
  return *boost ? "on" : "off";
}

// As measured: a guest is told no frequency.
std::string core_text(const Result& result) {
  for (const auto& [name, value] : result.probes) {
    if (name == "core_ghz") return fmt::format("{} GHz now", significant(value));
  }
  return "n/a (only an optimised build can time it)";
}

std::string load_text(const EnvironmentResult& machine) {
  const auto load = finite(machine.load_before);
  return load ? fmt::format("{:.2f} over the last minute", *load) : std::string(kUnknown);
}

std::string clock_text(const EnvironmentResult& machine) {
  const auto step = finite(machine.clock_resolution_ns), cost = finite(machine.clock_cost_ns);
  if (!step || !cost) return std::string(kUnknown);
  return fmt::format("a reading costs {} ns, the least step is {} ns", significant(*cost), significant(*step));
}

std::string noise_text(const Checkup& checkup) {
  const Result& result = checkup.result;
  if (!checkup.no_noise_floor.empty()) return fmt::format("n/a ({})", checkup.no_noise_floor);
  const CaseResult& measured = result.cases.front();
  return fmt::format("{}: {} and its copy on {}, {}", noise_floor(result), measured.strategy, measured.workload,
                     counted(measured.rounds, "round"));
}

std::vector<Fact> facts_of(const Checkup& checkup) {
  const EnvironmentResult& machine = checkup.result.environment;
  const std::string memory =
      machine.memory_bytes == 0 ? std::string(kUnknown) : bytes_text(static_cast<double>(machine.memory_bytes));
  return {{"build", build_text(checkup.result.tool), {"W01"}},
          {"flags", checkup.result.tool.flags},
          {"processor", processor_text(machine)},
          {"machine", guest_text(machine), {"W04"}},
          {"caches", caches_text(machine)},
          {"memory", memory + ", huge pages: " + or_unknown(machine.huge_pages)},
          {"governor", or_unknown(machine.governor), {"W02"}},
          {"boost", boost_text(machine.boost), {"W03"}},
          {"core clock", core_text(checkup.result)},
          {"power", power_text(checkup.on_battery), {"W18"}},
          {"load", load_text(machine), {"W05"}},
          {"clock", clock_text(machine), {"W11"}},
          {"counters", checkup.no_counters.empty() ? "can be read" : checkup.no_counters, {"W15"}},
          {"noise floor", noise_text(checkup), {"W10", "W06", "W08", "W09", "W12"}}};
}

// The first of the ids of which there is a warning.
std::string_view id_of(const Fact& fact, const std::vector<Warning>& warnings) {
  for (const std::string_view id : fact.ids) {
    const bool given =
        std::any_of(warnings.begin(), warnings.end(), [&](const Warning& warning) { return warning.id == id; });
    if (given) return id;
  }
  return "";
}

std::string fact_lines(const Fact& fact, std::string_view id, std::size_t width) {
  const std::string value = wrap(fact.value, width - kLabelWidth - kIdWidth);
  const std::size_t first_end = std::min(value.find('\n'), value.size());
  std::string lines = "  " + pad_right(fact.label, kLabelWidth - 2);
  const std::string first = value.substr(0, first_end);
  lines += id.empty() ? first : pad_right(first, width - kLabelWidth - kIdWidth) + pad_left(id, kIdWidth);
  for (const char letter : value.substr(first_end)) {
    lines += letter;
    if (letter == '\n') lines += std::string(kLabelWidth, ' ');
  }
  return lines + '\n';
}

std::string probe_table(const std::vector<ProbedLevel>& levels) {
  constexpr std::size_t kRuleWidth = 76;
  std::string text =
      "  working set             triad    update      copy   random read   many at once\n"
      "                           GB/s      GB/s      GB/s            ns             ns\n  ";
  for (std::size_t column = 0; column < kRuleWidth; ++column) text += "─";
  text += '\n';
  for (const ProbedLevel& level : levels) {
    text += fmt::format("  {}{}", pad_right(level.name, 7), pad_left(binary_text(level.working_set_bytes), 10));
    text += pad_left(significant(level.triad_gb_per_s), 12) + pad_left(significant(level.update_gb_per_s), 10) +
            pad_left(significant(level.copy_gb_per_s), 10) + pad_left(significant(level.random_read_ns), 14) +
            pad_left(significant(level.random_reads_ns), 15) + '\n';
  }
  return text;
}

// What the table leaves out, and why.
std::string probe_gap(const std::vector<ProbedLevel>& levels) {
  const bool has_memory =
      std::any_of(levels.begin(), levels.end(), [](const ProbedLevel& level) { return level.name == "memory"; });
  if (has_memory) return levels.size() > 1 ? "" : "  caches: n/a (their sizes are unknown)\n";
  return fmt::format("  memory: n/a (the probes reach {}, and the last cache may hold that)\n",
                     binary_text(kLargestProbeBytes));
}

}  // namespace

std::string checkup_page(const Checkup& checkup, std::size_t width) {
  const std::vector<Warning>& warnings = checkup.result.warnings;
  std::string page = fmt::format("ecsbench doctor · {}\n\n", checkup.result.run.started_utc);
  for (const Fact& fact : facts_of(checkup)) page += fact_lines(fact, id_of(fact, warnings), width);
  page += '\n';
  if (!checkup.levels.empty()) page += probe_table(checkup.levels) + probe_gap(checkup.levels) + '\n';
  page += "Advice\n" + advice_text(warnings, width);
  return page;
}

}  // namespace ecsbench
