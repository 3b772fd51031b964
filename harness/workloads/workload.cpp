#include "harness/workloads/workload.hpp"

#include <fmt/format.h>

namespace ecsbench {

std::string hex_digits(std::uint64_t digest) {
  return fmt::format("{:016x}", digest);
}

}  // namespace ecsbench
