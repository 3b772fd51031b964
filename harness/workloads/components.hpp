// The components that the workloads use.
#pragma once

namespace ecsbench {

struct Position {
  float x, y;
};
struct Velocity {
  float x, y;
};
static_assert(sizeof(Position) == 8 && sizeof(Velocity) == 8);

}  // namespace ecsbench
