// Calls sched_setaffinity with a set as large as the processor's number needs.
#include "harness/machine/affinity.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <system_error>
#include <vector>

#include "harness/machine/machine.hpp"

namespace ecsbench {
namespace {

// The kernel reads a mask of any length: bit p of an array of longs. Returns 0 or the error number.
int bind_to(unsigned processor) {
  constexpr std::size_t kBitsPerWord = sizeof(unsigned long) * CHAR_BIT;
  constexpr unsigned kProcessorLimit = 1U << 16U;  // more than any kernel supports
  if (processor >= kProcessorLimit) return EINVAL;
  std::vector<unsigned long> mask(processor / kBitsPerWord + 1);
  mask.back() = 1UL << (processor % kBitsPerWord);
  const auto* set = reinterpret_cast<const cpu_set_t*>(mask.data());
  return sched_setaffinity(0, mask.size() * sizeof(unsigned long), set) == 0 ? 0 : errno;
}

std::string allowed_list() {
  const auto status = read_text(this_machine(), "proc/self/status");
  const auto list = status ? field(*status, "Cpus_allowed_list") : std::nullopt;
  return list.value_or("unknown");
}

}  // namespace

std::optional<std::string> pin_to_processor(unsigned processor) {
  const int fault = bind_to(processor);
  if (fault == 0) return std::nullopt;
  if (fault == EINVAL) {
    return fmt::format(
        "processor {} is not one that this process may use. Allowed: {}. "
        "Give --cpu one of these.",
        processor, allowed_list());
  }
  return fmt::format("the system refused to pin to processor {}: {}. Leave --cpu out.", processor,
                     std::generic_category().message(fault));
}

}  // namespace ecsbench
