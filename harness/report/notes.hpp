// Notes: reasons below a table. Each gets a mark where it applies, and is said once below the rows.
//
//   boxed  4042.5  n/a¹
//   ¹ p99 needs 368 steady frames: a larger --time-budget gives them
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/grid.hpp"

namespace ecsbench {

class Notes {
 public:
  // "n/a¹" for what is missing for this reason.
  [[nodiscard]] Cell missing(std::string reason);

  // "¹", the mark that stands for the reason.
  [[nodiscard]] std::string mark_of(std::string reason);

  [[nodiscard]] std::string text(std::size_t width, bool colour) const;

 private:
  std::vector<std::string> reasons_;
};

}  // namespace ecsbench
