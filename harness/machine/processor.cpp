// Reads /proc/cpuinfo, /proc/self/status and /sys/devices/system/cpu.
#include "harness/machine/processor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

namespace ecsbench {
namespace {

// More than any kernel supports: beyond it a list is nonsense, not a machine.
constexpr unsigned kProcessorLimit = 1U << 16U;
constexpr int kCacheLimit = 16;

std::string with_single_blanks(std::string text) {
  const auto both_blank = [](char left, char right) { return left == ' ' && right == ' '; };
  text.erase(std::unique(text.begin(), text.end(), both_blank), text.end());
  return text;
}

std::optional<unsigned> parse_processor(std::string_view text) {
  unsigned number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (number >= kProcessorLimit) return std::nullopt;
  return number;
}

// "0-3" or "8", both ends included.
std::optional<std::pair<unsigned, unsigned>> parse_range(std::string_view text) {
  const auto dash = text.find('-');
  const auto first = parse_processor(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_processor(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return std::pair{*first, *last};
}

unsigned first_processor(const Machine& machine) {
  const auto allowed = allowed_processors(machine);
  return allowed.empty() ? 0 : allowed.front();
}

std::optional<CacheResult> read_cache(const Machine& machine, const std::string& folder) {
  const auto level = read_number(machine, folder + "/level");
  const auto size_bytes = read_number(machine, folder + "/size");
  if (!level || !size_bytes || *level == 0 || *level > kCacheLimit || *size_bytes == 0) {
    return std::nullopt;
  }
  CacheResult cache;
  cache.level = static_cast<int>(*level);
  cache.type = read_line(machine, folder + "/type").value_or("");
  cache.size_bytes = *size_bytes;
  cache.line_bytes = read_number(machine, folder + "/coherency_line_size").value_or(0);
  cache.ways = read_number(machine, folder + "/ways_of_associativity").value_or(0);
  return cache;
}

// What the signature of cpuid stands for, or the signature itself.
std::string hypervisor_named(std::string_view signature) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"KVMKVMKVM", "KVM"},     {"Microsoft Hv", "Hyper-V"},    {"VMwareVMware", "VMware"},  {"XenVMMXenVMM", "Xen"},
      {"TCGTCGTCGTCG", "QEMU"}, {"VBoxVBoxVBox", "VirtualBox"}, {"prl hyperv", "Parallels"}, {"bhyve bhyve", "bhyve"},
      {"ACRNACRNACRN", "ACRN"}, {"Linux KVM Hv", "KVM"},
  };
  for (const auto& [known, name] : kNames) {
    if (signature == known) return std::string(name);
  }
  return std::string(signature);
}

// The firmware's name for the machine; virtual machines say what they are in it. A metal instance
// of a cloud bears the cloud's name too, and is none.
std::optional<std::string> firmware_name(const Machine& machine) {
  const auto vendor = read_line(machine, "sys/class/dmi/id/sys_vendor");
  const auto product = read_line(machine, "sys/class/dmi/id/product_name");
  if (!vendor && !product) return std::nullopt;
  return std::string(trimmed(vendor.value_or("") + " " + product.value_or("")));
}

bool names_a_guest(std::string_view firmware) {
  constexpr std::string_view kGuests[] = {"QEMU",
                                          "KVM",
                                          "VMware",
                                          "VirtualBox",
                                          "Virtual Machine",
                                          "Xen",
                                          "Parallels",
                                          "OpenStack",
                                          "Google Compute Engine",
                                          "Amazon EC2"};
  if (firmware.find(".metal") != std::string_view::npos) return false;
  return std::any_of(std::begin(kGuests), std::end(kGuests),
                     [&](std::string_view guest) { return firmware.find(guest) != std::string_view::npos; });
}

// Whether the processor's own flags, which only x86 has, say that it runs under a hypervisor.
std::optional<bool> flags_say_guest(const Machine& machine) {
  const auto text = read_text(machine, "proc/cpuinfo");
  const auto flags = text ? field(*text, "flags") : std::nullopt;
  if (!flags) return std::nullopt;
  return fmt::format(" {} ", *flags).find(" hypervisor ") != std::string::npos;
}

}  // namespace

std::string processor_model(const Machine& machine) {
  const auto text = read_text(machine, "proc/cpuinfo");
  if (!text) return {};
  for (const std::string_view key : {"model name", "Model Name", "cpu model", "cpu"}) {
    if (const auto name = field(*text, key); name && !name->empty()) {
      return with_single_blanks(*name);
    }
  }
  const auto maker = field(*text, "CPU implementer");
  const auto part = field(*text, "CPU part");
  if (maker && part) return fmt::format("implementer {} part {}", *maker, *part);
  return {};
}

std::vector<unsigned> parse_processor_list(std::string_view text) {
  std::vector<unsigned> processors;
  text = trimmed(text);
  while (!text.empty()) {
    const auto comma = text.find(',');
    const auto range = parse_range(text.substr(0, comma));
    if (!range) return {};
    for (unsigned processor = range->first; processor <= range->second; ++processor) {
      processors.push_back(processor);
    }
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
  }
  return processors;
}

std::vector<unsigned> allowed_processors(const Machine& machine) {
  const auto status = read_text(machine, "proc/self/status");
  const auto list = status ? field(*status, "Cpus_allowed_list") : std::nullopt;
  return list ? parse_processor_list(*list) : std::vector<unsigned>{};
}

std::vector<CacheResult> caches(const Machine& machine) {
  std::vector<CacheResult> found;
  const auto folder = fmt::format("sys/devices/system/cpu/cpu{}/cache/index", first_processor(machine));
  for (int index = 0; index < kCacheLimit; ++index) {
    if (auto cache = read_cache(machine, folder + std::to_string(index))) {
      found.push_back(std::move(*cache));
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const CacheResult& left, const CacheResult& right) {
    return std::tie(left.level, left.type) < std::tie(right.level, right.type);
  });
  return found;
}

std::optional<std::string> governor(const Machine& machine) {
  std::vector<std::string> seen;
  for (const unsigned processor : allowed_processors(machine)) {
    auto name = read_line(machine, fmt::format("sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", processor));
    if (name && std::find(seen.begin(), seen.end(), *name) == seen.end()) {
      seen.push_back(std::move(*name));
    }
  }
  if (seen.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(seen, ", "));
}

std::optional<std::string> hypervisor(const Machine& machine) {
  if (auto kind = read_line(machine, "sys/hypervisor/type")) return kind;
  if (!machine.hypervisor_signature.empty()) return hypervisor_named(machine.hypervisor_signature);
  const auto firmware = firmware_name(machine);
  const auto guest = flags_say_guest(machine);
  if (guest.value_or(firmware && names_a_guest(*firmware))) return firmware.value_or("unnamed");
  if (guest || firmware) return "none";
  return std::nullopt;
}

}  // namespace ecsbench
