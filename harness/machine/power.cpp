#include "harness/machine/power.hpp"

#include <filesystem>
#include <string>
#include <system_error>

namespace ecsbench {
namespace {

// One supply's answer: does it say that the computer lives on its battery? Empty where it says nothing of that.
std::optional<bool> battery_feeds(const Machine& machine, const std::string& supply) {
  if (read_line(machine, supply + "/scope") == "Device") return std::nullopt;
  const auto type = read_line(machine, supply + "/type");
  if (type == "Battery") {
    const auto status = read_line(machine, supply + "/status");
    if (!status || *status == "Unknown") return std::nullopt;
    return *status == "Discharging";
  }
  if (type == "Mains") {
    const auto online = read_number(machine, supply + "/online");
    return online ? std::optional(*online == 0) : std::nullopt;
  }
  return std::nullopt;
}

// A file that holds 0 or 1; anything else says nothing.
std::optional<bool> read_switch(const Machine& machine, const std::string& file) {
  const auto value = read_number(machine, file);
  return value && *value <= 1 ? std::optional(*value == 1) : std::nullopt;
}

}  // namespace

std::optional<bool> on_battery(const Machine& machine) {
  const std::string folder = "sys/class/power_supply";
  std::optional<bool> found;
  std::error_code unreadable;  // no such folder: nothing is known
  for (const auto& entry : std::filesystem::directory_iterator(machine.root / folder, unreadable)) {
    const auto said = battery_feeds(machine, folder + "/" + entry.path().filename().string());
    if (said) found = found.value_or(false) || *said;
  }
  return found;
}

std::optional<bool> boost(const Machine& machine) {
  const std::string folder = "sys/devices/system/cpu/";
  if (const auto no_turbo = read_switch(machine, folder + "intel_pstate/no_turbo")) return !*no_turbo;
  return read_switch(machine, folder + "cpufreq/boost");
}

}  // namespace ecsbench
