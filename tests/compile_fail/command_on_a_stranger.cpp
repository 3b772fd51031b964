// A command buffer records components of its world only; another one would have nowhere to go at the flush.
// EXPECT: insert
// EXPECT: ComponentOfWorld
#include "strategies/bitset.hpp"
#include "strategies/command_buffer.hpp"

struct A {
  int value;
};
struct Stranger {
  int value;
};
#ifdef CORRECTED
using Given = A;
#else
using Given = Stranger;
#endif

void record(ecs::CommandBuffer<ecs::BitsetWorld<A>>& commands, ecs::Entity entity) {
  commands.insert(entity, Given{1});
}
