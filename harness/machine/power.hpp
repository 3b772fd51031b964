// Power: is this computer running on its battery?
//
//   sys/class/power_supply/  BAT0/ type "Battery", status "Discharging"    AC/ type "Mains", online 1
#pragma once

#include <optional>

#include "harness/machine/machine.hpp"

namespace ecsbench {

// True while a battery of the computer itself discharges or no mains is online; empty where no supply is shown, as in
// most guests. The battery of a mouse or a headset (scope "Device") is no supply.
[[nodiscard]] std::optional<bool> on_battery(const Machine& machine);

}  // namespace ecsbench
