// Memory that runs out when a test says so.
//
//   MemoryRunsOut after{3};     the first three allocations succeed, every later one throws bad_alloc
//   after.happened()            did one fail?
//
// Stands in for operator new of the whole program; it counts only while a MemoryRunsOut lives. Keep its scope down to the
// one operation under test.
#pragma once

#include <cstddef>

namespace ecsbench::tests {

class MemoryRunsOut {
 public:
  explicit MemoryRunsOut(std::size_t allocations_left);
  ~MemoryRunsOut();
  MemoryRunsOut(const MemoryRunsOut&) = delete;
  MemoryRunsOut& operator=(const MemoryRunsOut&) = delete;

  [[nodiscard]] bool happened() const;
};

}  // namespace ecsbench::tests
