// FlushedWorld: the fixture of laws on command buffers, a world and a buffer for it.
//
//   this->commands_.insert(e, A{1});
//   this->expect_flush(1, 0);             1 has run and 0 were skipped; the world and the buffer are in order
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>

#include "strategies/command_buffer.hpp"
#include "tests/support/components.hpp"
#include "tests/support/counted.hpp"
#include "tests/support/portrait.hpp"

namespace ecs {
inline void PrintTo(FlushResult result, std::ostream* out) {
  *out << result.run << " run, " << result.skipped << " skipped";
}
}  // namespace ecs

namespace ecsbench::tests {

template <class Strategy>
class FlushedWorld : public CountedLives {
 protected:
  using World = typename Strategy::template World<A, B, Counted, Frozen>;
  using Commands = ecs::CommandBuffer<World>;

  void expect_flush(Commands& commands, std::size_t run, std::size_t skipped) {
    EXPECT_EQ(commands.size(), run + skipped);
    EXPECT_EQ(commands.flush(world_), (ecs::FlushResult{run, skipped}));
    EXPECT_TRUE(commands.empty());
    EXPECT_TRUE(commands.consistent());
    expect_consistent(world_);
  }
  void expect_flush(std::size_t run, std::size_t skipped) { expect_flush(commands_, run, skipped); }

  World world_;
  Commands commands_;
};

}  // namespace ecsbench::tests
