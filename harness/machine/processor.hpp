// What the processor is and how it is run: the facts that decide most of a measured time.
//
// Each is read anew at each call; a call costs some tens of microseconds, so none belongs in a
// timed block. On a machine with unlike cores, caches and governor are those of the processors that
// this process may use, the lowest numbered one first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/machine.hpp"
#include "harness/report/result.hpp"

namespace ecsbench {

// The name that the processor gives itself; on ARM, which has none, the numbers of maker and part.
// Empty when unreadable.
[[nodiscard]] std::string processor_model(const Machine& machine);

// The processors that this process may run on, ascending (its affinity, which a container or
// taskset narrows). Empty when unreadable.
[[nodiscard]] std::vector<unsigned> allowed_processors(const Machine& machine);

// "0-3,8" -> 0 1 2 3 8. Empty when it is not such a list.
[[nodiscard]] std::vector<unsigned> parse_processor_list(std::string_view text);

// The caches of the first allowed processor, by level, data before instructions. One without a
// readable level or size is left out; a line size, or a number of ways, that is unreadable is 0.
[[nodiscard]] std::vector<CacheResult> caches(const Machine& machine);

// How the kernel chooses the clock frequency ("performance", "powersave"); two or more, in the order of the
// processors, when the allowed ones differ. Empty where it is not shown, as in most guests.
[[nodiscard]] std::optional<std::string> governor(const Machine& machine);

// "KVM", "VMware" and the like; "none" on bare metal; empty when nothing tells.
[[nodiscard]] std::optional<std::string> hypervisor(const Machine& machine);

}  // namespace ecsbench
