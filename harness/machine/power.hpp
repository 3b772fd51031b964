// Power: is this computer running on its battery? May its processor clock itself higher than it can keep up?
//
//   sys/class/power_supply/  BAT0/ type "Battery", status "Discharging"    AC/ type "Mains", online 1
//   sys/devices/system/cpu/  cpufreq/boost 1    intel_pstate/no_turbo 0
#pragma once

#include <optional>

#include "harness/machine/machine.hpp"

namespace ecsbench {

// True while a battery of the computer itself discharges or no mains is online; empty where no supply is shown, as in
// most guests. The battery of a mouse or a headset (scope "Device") is no supply.
[[nodiscard]] std::optional<bool> on_battery(const Machine& machine);

// Whether the processor raises its frequency beyond the nominal one while it is cool enough ("boost", "turbo"); empty where
// neither file is shown, as in most guests.
[[nodiscard]] std::optional<bool> boost(const Machine& machine);

}  // namespace ecsbench
